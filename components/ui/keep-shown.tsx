'use client';

import { type ReactNode, useState } from 'react';

/**
 * Keeps showing what the server gave once, until the page is left: a live update that comes without it must not take it from under
 * the hand that copies it.
 */
export function KeepShown(props: { children: ReactNode }) {
  const given = props.children ? props.children : undefined;
  const [kept, setKept] = useState(given);
  if (given !== undefined && given !== kept) setKept(given);
  return given ?? kept;
}

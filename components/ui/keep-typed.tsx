'use client';

import { type ReactNode, useState } from 'react';

/**
 * Shows a form as somebody filled it in before it was refused, until the page is left; `fresh` when nobody did. What was typed is kept
 * for two minutes only, and a live update after that must not empty the form.
 */
export function KeepTyped(props: { typed: ReactNode; fresh: ReactNode }) {
  const [typed] = useState(props.typed);
  return typed || props.fresh;
}

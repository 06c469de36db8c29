'use client';

import { useEffect, useState } from 'react';

/** Whether the `details` element with this id was opened at least once; true when there is none to open. */
export function useOpened(detailsId: string | undefined): boolean {
  const [opened, setOpened] = useState(detailsId === undefined);
  useEffect(() => {
    if (detailsId === undefined) return;
    const details = document.getElementById(detailsId);
    if (!(details instanceof HTMLDetailsElement)) return;
    const look = () => details.open && setOpened(true);
    look();
    details.addEventListener('toggle', look);
    return () => details.removeEventListener('toggle', look);
  }, [detailsId]);
  return opened;
}

import type { ReactNode } from 'react';

/** The white sheet: only for what an agent wrote. */
export function Sheet(props: { children: ReactNode }) {
  return (
    <article className="mx-2 rounded-sheet bg-surface px-4 pt-4 pb-5 shadow-sheet wide:mx-0 wide:px-8 wide:pt-7 wide:pb-7.5">
      {props.children}
    </article>
  );
}

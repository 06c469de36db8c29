import type { ReactNode } from 'react';

/** The mark resting on a line, what is true, what will happen, and one outlined button. */
export function EmptyState(props: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="px-8 pt-14 pb-10 text-center">
      <svg
        viewBox="0 0 128 56"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className="mx-auto mb-7 h-[63px] w-36"
      >
        <path d="M2 53h124" className="stroke-edge" strokeWidth="1.5" />
        <path d="M45 46V26.5A9 9 0 0 1 62.64 24L68.2 46 83.5 12" className="stroke-accent" strokeWidth="7" />
      </svg>
      <h2 className="tight text-title font-semibold">{props.title}</h2>
      <p className="mx-auto mt-2 mb-5 max-w-[34ch] text-muted">{props.children}</p>
      {props.action}
    </div>
  );
}

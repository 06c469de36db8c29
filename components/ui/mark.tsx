/** The mark of Nod: one stroke, an n that ends as a tick, white on blue ink. */
export function Mark(props: { className?: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={props.className}>
      <rect width="64" height="64" rx="15" fill="#1F47C4" />
      <path
        d="M13 46V29.5A9 9 0 0 1 30.64 27L36.2 46 51.5 18.5"
        fill="none"
        stroke="#fff"
        strokeWidth="7.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

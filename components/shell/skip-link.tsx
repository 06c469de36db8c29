/** The first stop of the Tab key: past the navigation. */
export function SkipLink(props: { id: string; words: string }) {
  return (
    <a
      href={`#${props.id}`}
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-control focus:bg-surface focus:px-3.5 focus:py-2.5"
    >
      {props.words}
    </a>
  );
}

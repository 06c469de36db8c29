/** Tile-coloured bars in the shape of rows, while rows are on their way. No shimmer. */
export function SkeletonRows(props: { count?: number }) {
  return (
    <div role="status" className="border-y border-line bg-surface wide:rounded-answer wide:border">
      <span className="sr-only">Loading</span>
      {Array.from({ length: props.count ?? 4 }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike and never move.
          key={index}
          aria-hidden="true"
          className="flex min-h-16 items-center gap-3 px-(--gutter) py-3 wide:min-h-15"
        >
          <div className="size-9 flex-none rounded-control bg-tile" />
          <div className="grid flex-1 gap-2">
            <div className="h-3.5 w-3/5 rounded-chip bg-tile" />
            <div className="h-3 w-2/5 rounded-chip bg-tile" />
          </div>
        </div>
      ))}
    </div>
  );
}

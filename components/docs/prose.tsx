/** A sentence of ours, with what stands between backticks as code. */
export function Prose(props: { text: string }) {
  return [...props.text.matchAll(/`[^`]*`|[^`]+/g)].map(({ 0: part, index }) =>
    part.startsWith('`') ? (
      <code key={index} className="mono wrap-anywhere">
        {part.slice(1, -1)}
      </code>
    ) : (
      part
    ),
  );
}

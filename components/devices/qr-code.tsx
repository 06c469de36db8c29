import { encode } from 'uqr';

/** The clear margin that scanners need, in modules. */
const margin = 4;

/** A text as a QR code: dark on a light plate in both themes, because many cameras read no other. `label` says what it is. */
export function QrCode(props: { text: string; label: string }) {
  const { data, size } = encode(props.text, { ecc: 'M', border: 0 });
  const whole = size + 2 * margin;
  return (
    <svg
      role="img"
      aria-label={props.label}
      viewBox={`${-margin} ${-margin} ${whole} ${whole}`}
      shapeRendering="crispEdges"
      className="size-60 max-w-full rounded-control"
    >
      <rect x={-margin} y={-margin} width={whole} height={whole} fill="#fff" />
      <path d={pathOf(data)} fill="#000" />
    </svg>
  );
}

/** Each run of dark modules in a row is one bar. */
function pathOf(data: boolean[][]): string {
  const bars: string[] = [];
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      let end = x;
      while (row[end]) end++;
      bars.push(`M${x} ${y}h${end - x}v1h${x - end}z`);
      x = end;
    }
  }
  return bars.join('');
}

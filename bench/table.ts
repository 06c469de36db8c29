import type { Measurement } from './measurement';

const verdict = ({ ok }: Measurement): string => (ok === undefined ? '' : ok ? 'yes' : 'NO');

const cells = (measurement: Measurement): string[] => [
  measurement.what,
  measurement.measured,
  measurement.floor,
  measurement.ratio === undefined ? '–' : `${measurement.ratio.toFixed(2)}×`,
  measurement.goal,
  verdict(measurement),
];

/** The measurements as a Markdown table, its columns aligned so that a terminal shows it well too. */
export function tableOf(measurements: Measurement[]): string {
  const rows = [['what', 'measured', 'floor', 'ratio', 'goal', 'ok'], ...measurements.map(cells)];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const [head, ...body] = rows;
  return [line(head ?? []), rule, ...body.map(line)].join('\n');
}

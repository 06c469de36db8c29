import { formatValue } from '@/components/decision/format-value';
import { LocalTime } from '@/components/decision/local-time';
import { AgentText } from '@/components/ui/agent-text';
import type { Change } from '@/lib/decisions/page';

function Value({ change }: { change: Change }) {
  const shown = formatValue(change.value, change.format);
  return 'at' in shown ? <LocalTime at={shown.at} /> : <AgentText text={shown.text} />;
}

/** The values that the action would have, each under the name that a person has for it. */
export function ChangesTable({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return null;
  return (
    <table className="mt-4 w-full border-t border-line">
      <caption className="sr-only">What it would be done with</caption>
      <tbody>
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have one label, and their order never changes.
          <tr key={index} className="border-b border-line align-top">
            <th scope="row" className="w-2/5 py-[11px] pr-3 text-left text-small leading-6 font-normal text-muted">
              <AgentText text={change.label} />
            </th>
            <td className="py-[11px] font-medium tabular-nums wrap-anywhere">
              <Value change={change} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

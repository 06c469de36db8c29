import { Name } from '@/components/docs/name';
import { Prose } from '@/components/docs/prose';

/** Every code that an error can have. */
export function ErrorTable(props: { errors: { code: string; status: number; hint: string }[] }) {
  return (
    <table className="mt-4 w-full table-fixed text-small">
      <caption className="sr-only">Error codes</caption>
      <thead>
        <tr className="text-left text-muted">
          <th scope="col" className="w-1/2 pb-1.5 font-medium wide:w-2/5">
            Code and status
          </th>
          <th scope="col" className="pb-1.5 font-medium">
            What to do
          </th>
        </tr>
      </thead>
      <tbody>
        {props.errors.map(({ code, status, hint }) => (
          <tr
            key={code}
            id={`error-${code}`}
            className="scroll-mt-4 border-t border-line align-top target:bg-accent-soft"
          >
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              <Name text={code} />
              <span className="block text-muted tabular-nums">{status}</span>
            </th>
            <td className="py-2 wrap-anywhere">
              <Prose text={hint} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

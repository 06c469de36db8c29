import { Name } from '@/components/docs/name';
import { Prose } from '@/components/docs/prose';
import type { Field } from '@/lib/openapi/fields';

/** The fields of a body, a query or an answer; what lies inside a field is folded below it. */
export function FieldTable(props: { title: string; fields: Field[]; note?: string; inside?: boolean }) {
  const { title, fields, note, inside } = props;
  return (
    <table className={`w-full table-fixed text-small ${inside ? '' : 'mt-5'}`}>
      <caption className={inside ? 'sr-only' : 'pb-1.5 text-left font-semibold'}>
        {title}
        {note !== undefined && <span className="font-normal text-muted"> {note}</span>}
      </caption>
      <colgroup>
        <col className="w-[38%] wide:w-[32%]" />
        <col />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">Field</th>
          <th scope="col">What it is</th>
        </tr>
      </thead>
      {fields.map((field) => (
        <FieldRows key={field.name} field={field} />
      ))}
    </table>
  );
}

function FieldRows({ field }: { field: Field }) {
  const { name, required, type, limits, description, fields } = field;
  return (
    <tbody className="border-t border-line">
      <tr className="align-top">
        <th scope="row" className="py-2 pr-3 text-left font-normal">
          <Name text={name} />
          {required && <span className="block text-caption text-muted">required</span>}
        </th>
        <td className="py-2 wrap-anywhere">
          <span className="text-muted">
            {type}
            {limits !== '' && ` · ${limits}`}
          </span>
          {description !== '' && (
            <span className="block">
              <Prose text={description} />
            </span>
          )}
        </td>
      </tr>
      {fields.length > 0 && (
        <tr>
          <td colSpan={2} className="pb-2">
            <details className="group rounded-control bg-sunken px-3">
              <summary className="flex min-h-11 items-center text-muted wide:min-h-9">
                <span className="group-open:hidden">Show what is inside {name}</span>
                <span className="hidden group-open:inline">Inside {name}</span>
              </summary>
              <FieldTable title={`Inside ${name}`} fields={fields} inside />
            </details>
          </td>
        </tr>
      )}
    </tbody>
  );
}

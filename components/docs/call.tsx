import { CallKeys } from '@/components/docs/call-keys';
import { FieldTable } from '@/components/docs/field-table';
import { Method } from '@/components/docs/method';
import { Prose } from '@/components/docs/prose';
import { CodeBlock } from '@/components/ui/code-block';
import { CopyButton } from '@/components/ui/copy-button';
import { type Field, fieldOf, fieldsOf } from '@/lib/openapi/fields';
import type { JsonSchema, OperationObject, ParameterObject } from '@/lib/openapi/types';

export interface DescribedCall {
  method: string;
  path: string;
  call: OperationObject;
}

type Schemas = Record<string, JsonSchema>;

/** One call: what it does, who may make it, what it takes and gives, what can go wrong, and how it is typed. */
export function Call(props: DescribedCall & { url: string; schemas: Schemas }) {
  const { method, path, call, url, schemas } = props;
  const body = call.requestBody?.content['application/json'].schema;
  const [status = '200', answer] = Object.entries(call.responses).find(([code]) => code.startsWith('2')) ?? [];
  const answerFields = answer ? fieldsOf(answer.content['application/json'].schema, schemas) : [];
  return (
    <article id={call.operationId} className="mt-9 scroll-mt-4 border-t border-line pt-7 first-of-type:mt-4">
      <h3 className="tight text-lead font-semibold">{call.summary}</h3>
      <div className="mt-1 flex items-center gap-2">
        <Method name={method} />
        <code className="mono min-w-0 flex-1 wrap-anywhere">{path}</code>
        <CopyButton text={`${url}${path}`} label={`Copy the address of: ${call.summary}`} className="-my-2" />
      </div>
      <CallKeys keys={call['x-keys']} />
      {call.description !== undefined && (
        <p className="mt-3 wrap-anywhere">
          <Prose text={call.description} />
        </p>
      )}
      <div className="mt-4 grid grid-cols-1 gap-2">
        {call['x-examples'].map(({ summary, curl }) => (
          <CodeBlock key={summary} title={summary} text={curl} copyLabel={`Copy the command: ${summary}`} />
        ))}
      </div>
      <Parameters title="In the path" place="path" {...{ call, schemas }} />
      <Parameters title="In the query" place="query" {...{ call, schemas }} />
      {body && <Whole title="Body" fields={fieldsOf(body, schemas)} none="Any JSON object." />}
      <Whole title="Answer" note={status} fields={answerFields} none="An empty object." />
      <Errors call={call} />
    </article>
  );
}

function Whole(props: { title: string; note?: string; fields: Field[]; none: string }) {
  if (props.fields.length > 0) return <FieldTable title={props.title} note={props.note} fields={props.fields} />;
  return (
    <p className="mt-5 text-small">
      <b className="font-semibold">{props.title}</b> <span className="text-muted">{props.none}</span>
    </p>
  );
}

function Parameters(props: { title: string; place: ParameterObject['in']; call: OperationObject; schemas: Schemas }) {
  const those = (props.call.parameters ?? []).filter((one) => one.in === props.place);
  if (those.length === 0) return null;
  const fields = those.map(({ name, schema, required, description = '' }) => ({
    ...fieldOf(name, schema, required, props.schemas),
    description,
  }));
  return <FieldTable title={props.title} fields={fields} />;
}

function Errors({ call }: { call: OperationObject }) {
  const codes = Object.entries(call.responses).flatMap(([status, response]) =>
    (response['x-codes'] ?? []).map((code) => ({ status, code })),
  );
  if (codes.length === 0) return null;
  return (
    <div className="mt-5 text-small">
      <p className="font-semibold">Errors</p>
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {codes.map(({ status, code }) => (
          <li key={code}>
            <a href={`#error-${code}`} className="inline-flex min-h-9 items-center gap-1.5 hover:underline">
              <span className="text-muted tabular-nums">{status}</span>
              <code className="mono text-accent">{code}</code>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

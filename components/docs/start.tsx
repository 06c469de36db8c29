import { DocsSection } from '@/components/docs/docs-section';
import { CodeBlock } from '@/components/ui/code-block';

const kinds = [
  { kind: 'full', can: 'Everything below. For your own server: keep it there.' },
  { kind: 'bound', can: 'The decisions of one end user, and nothing of anybody else.' },
  { kind: 'sandbox', can: 'Decisions that nobody is asked: an answer of your choice comes after a second.' },
  { kind: 'agent', can: 'For coding agents and their hooks.' },
  { kind: 'connector', can: 'For assistants that ask and remind, and see nothing else.' },
];

/** What has to be known before the first call. */
export function Start(props: { url: string; about: string }) {
  return (
    <DocsSection id="start" title="Start" lead={props.about}>
      <ol className="mt-4 grid list-decimal gap-3 pl-5">
        <li>Make a key in Nod, under Keys. It is shown once.</li>
        <li>Keep it in your shell, and see that it works:</li>
      </ol>
      <div className="mt-3">
        <CodeBlock
          title="The first call"
          text={`export NOD_KEY=pk_…\ncurl ${props.url}/api/v1/server/site \\\n  -H "Authorization: Bearer $NOD_KEY"`}
          copyLabel="Copy the first call"
        />
      </div>
      <h3 className="mt-7 text-lead font-semibold">Kinds of key</h3>
      <dl className="mt-2 text-small">
        {kinds.map(({ kind, can }) => (
          <div key={kind} className="grid grid-cols-[88px_minmax(0,1fr)] gap-3 border-t border-line py-2">
            <dt className="mono font-medium">{kind}</dt>
            <dd className="text-muted">{can}</dd>
          </div>
        ))}
      </dl>
    </DocsSection>
  );
}

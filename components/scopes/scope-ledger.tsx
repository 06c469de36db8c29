import Link from 'next/link';
import { AgentText } from '@/components/ui/agent-text';
import { ButtonLink } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { RelativeTime } from '@/components/ui/relative-time';
import { Panel, Section } from '@/components/ui/rows';
import { Timeline, TimelineFact } from '@/components/ui/timeline';
import type { LedgerCheckedView, ScopeLedgerLine, ScopePageView } from '@/lib/scopes/view';

const count = new Intl.NumberFormat('en');

/** What the ledger holds of a scope, newest first, and whether the whole ledger is unbroken. */
export function ScopeLedger(props: { scope: ScopePageView; checked: LedgerCheckedView; isOlder: boolean }) {
  const { id, ledger } = props.scope;
  return (
    <Section title="Ledger" action={<ExportLink />} foot={<Checked checked={props.checked} />}>
      <Panel>
        <Timeline>
          {ledger.lines.map((line) => (
            <Line key={line.key} line={line} />
          ))}
        </Timeline>
        {ledger.lines.length === 0 && <p className="text-muted">No entry is older.</p>}
      </Panel>
      {(props.isOlder || ledger.olderBefore !== undefined) && (
        <nav aria-label="Entries" className="flex gap-3 px-(--gutter) pt-4 wide:px-0">
          {props.isOlder && <ButtonLink href={`/scopes/${id}`}>Newest</ButtonLink>}
          {ledger.olderBefore !== undefined && (
            <ButtonLink href={`/scopes/${id}?before=${ledger.olderBefore}`}>Older</ButtonLink>
          )}
        </nav>
      )}
    </Section>
  );
}

/** A plain link: the browser keeps the page and loads the file. */
function ExportLink() {
  return (
    <a
      href="/scopes/export"
      download
      className="-mx-1.5 inline-flex min-h-11 items-center gap-1.5 rounded-chip px-1.5 text-small font-medium text-accent"
    >
      <Icon name="download" size="small" />
      Export
    </a>
  );
}

function Line({ line }: { line: ScopeLedgerLine }) {
  const { kind, title, code, detail, entries, href, at } = line;
  const words = (
    <>
      <AgentText text={title} />
      {code !== undefined && (
        <>
          : <AgentText text={code} className="mono font-normal" />
        </>
      )}
    </>
  );
  return (
    <TimelineFact
      kind={kind === 'allowed' ? 'fact' : kind}
      title={
        href === undefined ? (
          words
        ) : (
          <Link href={href} className="after:absolute after:inset-x-0 after:-top-2.5 after:bottom-0 after:content-['']">
            {words}
          </Link>
        )
      }
      detail={<AgentText text={[detail, entries].filter(Boolean).join('. ')} />}
      at={at}
      words="clock"
    />
  );
}

function Checked({ checked }: { checked: LedgerCheckedView }) {
  const { at, total, head, checked: number, unbroken, problem } = checked;
  const entries = `${count.format(number)} ${number === 1 ? 'entry' : 'entries'}`;
  return (
    <>
      Each entry holds the hash of the one before. Checked at <RelativeTime at={at} words="clock" />:{' '}
      {unbroken ? (
        <>
          {number < total ? `the first ${entries} of ${count.format(total)}` : entries}, unbroken. The last hash is{' '}
          <code className="mono wrap-anywhere">{head}</code>.
        </>
      ) : (
        <span className="font-medium text-danger">
          broken. <AgentText text={problem ?? 'An entry does not fit the one before it.'} />
        </span>
      )}
    </>
  );
}

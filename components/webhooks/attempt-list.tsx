import { AgentText } from '@/components/ui/agent-text';
import { Panel, Section } from '@/components/ui/rows';
import { Timeline, TimelineFact } from '@/components/ui/timeline';
import { type AttemptEntry, durationInWords } from '@/components/webhooks/message-entry';

/** Each try of a webhook, the last first: what came back, how long it took, and the beginning of what was said. */
export function AttemptList(props: { attempts: AttemptEntry[] }) {
  return (
    <Section title="Tries">
      <Panel>
        <Timeline>
          {props.attempts.map((attempt) => (
            <TimelineFact
              key={attempt.number}
              kind={attempt.failure === undefined ? 'fact' : 'stopped'}
              at={attempt.at}
              words="clock"
              title={<AgentText text={titleOf(attempt)} />}
              detail={<Detail attempt={attempt} />}
            />
          ))}
        </Timeline>
      </Panel>
    </Section>
  );
}

function titleOf({ number, failure, statusCode }: AttemptEntry): string {
  return failure === undefined ? `Try ${number}: delivered, answered ${statusCode}` : `Try ${number}: ${failure}`;
}

function Detail({ attempt }: { attempt: AttemptEntry }) {
  const facts = [
    attempt.durationMs === undefined ? '' : `Took ${durationInWords(attempt.durationMs)}`,
    attempt.isManual ? 'Asked for by a person' : '',
  ];
  return (
    <>
      {facts.filter(Boolean).join(' · ')}
      {attempt.response !== undefined && (
        <span className="mono mt-1 block rounded-control bg-sunken px-3 py-2">
          <AgentText text={attempt.response} />
        </span>
      )}
    </>
  );
}

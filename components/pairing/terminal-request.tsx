import type { ReactNode } from 'react';
import { AgentText } from '@/components/ui/agent-text';
import { Button } from '@/components/ui/button';
import { FormAlert } from '@/components/ui/form-alert';
import { RelativeTime } from '@/components/ui/relative-time';

export interface TerminalAsking {
  code: string;
  machine: string;
  agents: string[];
  askedAt: string;
}

/** A terminal that wants a key: the code to compare, who says it is, and the decision. */
export function TerminalRequest(props: { pairing: TerminalAsking; workspaceName: string; problem?: string }) {
  const { code, machine, agents, askedAt } = props.pairing;
  return (
    <div className="grid gap-5">
      <FormAlert problem={props.problem} />
      <p className="rounded-answer border border-line bg-surface py-6 text-center">
        <code className="font-mono text-question font-semibold tracking-[.12em] select-all">{code}</code>
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2">
        <Line label="Machine">
          <AgentText text={machine} />
        </Line>
        {agents.length > 0 && (
          <Line label={agents.length === 1 ? 'Agent' : 'Agents'}>
            <AgentText text={agents.join(', ')} />
          </Line>
        )}
        <Line label="Workspace">
          <AgentText text={props.workspaceName} />
        </Line>
        <Line label="Asked">
          <RelativeTime at={askedAt} />
        </Line>
      </dl>
      <div className="grid grid-cols-2 gap-3">
        <form method="post" action={`/pair/${code}/refuse`}>
          <Button type="submit" look="refuse" size="answer" block>
            Refuse
          </Button>
        </form>
        <form method="post" action={`/pair/${code}/approve`}>
          <Button type="submit" look="primary" size="answer" block>
            Approve
          </Button>
        </form>
      </div>
      <p className="text-small text-muted">
        Approve only what you started yourself just now. It gets a key that asks and tells as you, until you revoke it.
      </p>
    </div>
  );
}

function Line(props: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{props.label}</dt>
      <dd className="wrap-anywhere">{props.children}</dd>
    </>
  );
}

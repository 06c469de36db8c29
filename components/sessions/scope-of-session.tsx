import { scopeStateWords } from '@/components/scopes/scope-state';
import { AgentText } from '@/components/ui/agent-text';
import { Icon } from '@/components/ui/icon';
import { Row, Rows, Section } from '@/components/ui/rows';
import { Tile } from '@/components/ui/tile';
import type { SessionScope } from '@/lib/scopes/of-session';

export type { SessionScope };

/** What the session may change, in a row that leads to its scope, or to the question for it. */
export function ScopeOfSession({ scope }: { scope: SessionScope }) {
  const { id, state, questionId, summary } = scope;
  return (
    <Section title="Scope" aside>
      <Rows kind="aside">
        <Row
          href={state === 'proposed' ? `/q/${questionId}` : `/scopes/${id}`}
          glyph={<Tile icon="scope" tone={state === 'ratified' ? 'blue' : 'neutral'} />}
          title={scopeStateWords[state]}
          detail={<AgentText text={summary} className="mono" />}
          end={<Icon name="forward" size="small" className="text-faint" />}
        />
      </Rows>
    </Section>
  );
}

import { partBadge, verdictWords } from '@/components/policies/policy-words';
import { AgentText } from '@/components/ui/agent-text';
import { Badge } from '@/components/ui/badge';
import { classes } from '@/components/ui/classes';
import type { DecidedPart, Decision } from '@/lib/policies/decision';

const tints = { hold: 'bg-danger-soft', deny: 'bg-danger-soft', allow: '', neutral: 'bg-sunken', line: '' };

/** What came of a call that was tried: the verdict, and for each of its parts what decided it. */
export function TriedVerdict(props: { decision: Decision; repoKey: string }) {
  const { decision, repoKey } = props;
  const deciding = decision.parts.find(
    ({ effect, danger }) => effect === decision.effect && (!decision.hold || danger.length > 0),
  );
  const isCompound = decision.parts.length > 1;
  return (
    <div role="status" className="pt-1">
      <p className="text-lead font-semibold">{verdictWords(decision)}</p>
      <p className="mb-3 text-small text-muted">
        {isCompound && (decision.effect === 'allow' ? 'Each part is allowed. ' : 'The strictest part decides. ')}
        {decision.parts.length === 0 && 'Nod’s own tools are never asked about. '}
        {repoKey ? <AgentText text={`Tried in ${repoKey}.`} /> : 'Tried in no repository: rules of one do not count.'}
      </p>
      {decision.parts.length > 0 && (
        <ol className="overflow-hidden rounded-control border border-line">
          {decision.parts.map((part, index) => {
            // A call may say the same twice.
            const key = `${index}-${part.text}`;
            return <Part key={key} part={part} decides={isCompound && part === deciding} />;
          })}
        </ol>
      )}
    </div>
  );
}

function Part({ part, decides }: { part: DecidedPart; decides: boolean }) {
  const badge = partBadge(part);
  return (
    <li
      className={classes(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-line px-3 py-2.5 not-first:border-t',
        decides && tints[badge.tone],
      )}
    >
      <span className="min-w-0">
        <span className="mono block">
          <AgentText text={part.text} />
        </span>
        <span className="block text-caption text-muted">
          <AgentText text={part.because} />
          {part.rule && (
            <>
              {': '}
              <a href={`#rule-${part.rule.id}`} className="mono text-accent underline">
                <AgentText text={part.rule.pattern} />
              </a>
            </>
          )}
        </span>
      </span>
      <Badge tone={badge.tone}>{badge.word}</Badge>
    </li>
  );
}

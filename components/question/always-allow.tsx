import { answerFormId } from '@/components/question/answer-fields';
import type { QuestionView } from '@/components/question/question-view';
import { AgentText } from '@/components/ui/agent-text';
import { Icon } from '@/components/ui/icon';
import { RadioLines } from '@/components/ui/radio-lines';
import { Tile } from '@/components/ui/tile';

type Offer = NonNullable<QuestionView['offer']>;

/** A pattern that stands for one command or file only. */
const isExact = (pattern: string): boolean => !/[*?[{]/.test(pattern);

/** What a yes may allow from now on; nothing that could stand for more than the dangerous command that is shown. */
export function offerOf({ offer, danger }: Pick<QuestionView, 'offer' | 'danger'>): Offer | undefined {
  return offer !== undefined && (danger.length === 0 || isExact(offer.pattern)) ? offer : undefined;
}

const lengths = [
  { value: 'session', words: 'For this session', until: 'until its session ends' },
  { value: 'hour', words: 'For 1 hour', until: 'for 1 hour' },
  { value: 'forever', words: 'Always', until: 'until you remove the rule' },
] as const;

const idOf = (value: string): string => `always-${value}`;

/**
 * Folded below the answers: how long a yes counts. Nothing is chosen but "only this once"; what is chosen goes with the answer's own form,
 * which this may lie outside of.
 */
export function AlwaysAllow({ offer, held }: { offer: Offer; held: boolean }) {
  const { pattern, repoKey, forSession } = offer;
  const shown = <AgentText text={pattern} className="mono" />;
  return (
    <details className="group/always mt-3 border-y border-line bg-surface wide:mt-7 wide:rounded-answer wide:border">
      <summary className="grid min-h-15 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-(--gutter) py-3 -outline-offset-2 hover:bg-hover wide:rounded-answer wide:px-4">
        <Tile icon="repeat" />
        <span className="min-w-0 wrap-anywhere">
          <span className="block font-medium">Always allow…</span>
          <span className="block text-small text-muted">{shown}</span>
        </span>
        <Icon name="forward" size="small" className="text-faint group-open/always:rotate-90" />
      </summary>
      <div className="px-(--gutter) pb-4 wide:px-4">
        <input type="hidden" form={answerFormId} name="pattern" value={pattern} />
        <RadioLines
          form={answerFormId}
          name="always"
          legend="How long a yes counts"
          value="once"
          choices={[
            { value: 'once', label: 'Only this once' },
            ...lengths
              .filter(({ value }) => value !== 'session' || forSession)
              .map(({ value, words }) => ({ value, label: words, id: idOf(value) })),
          ]}
        />
        <p className="pt-2 text-small text-muted">
          {isExact(pattern) ? 'Exactly this, and nothing else, runs' : 'Everything that fits this pattern runs'} without
          asking you
          {repoKey === undefined ? ', in every repository' : <RepositoryWords repoKey={repoKey} />}.
          {held && ' It will not be held again, although it cannot be undone.'} You can remove the rule in Policies.
        </p>
      </div>
    </details>
  );
}

function RepositoryWords({ repoKey }: { repoKey: string }) {
  return (
    <>
      , in <AgentText text={repoKey} className="mono" /> only
    </>
  );
}

const shownWhile = {
  session: 'group-has-[#always-session:checked]/decide:block',
  hour: 'group-has-[#always-hour:checked]/decide:block',
  forever: 'group-has-[#always-forever:checked]/decide:block',
};

/** Says beside the answers, while something longer is chosen, what a yes allows besides. */
export function AlsoAllows({ offer }: { offer: Offer }) {
  return lengths.map(({ value, until }) => (
    <p key={value} className={`hidden text-small wide:col-span-full wide:pl-1 ${shownWhile[value]}`}>
      A yes also allows <AgentText text={offer.pattern} className="mono" /> {until}.
    </p>
  ));
}

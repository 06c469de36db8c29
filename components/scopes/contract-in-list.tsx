import { coversEverything } from '@/components/scopes/pattern-remark';
import { AgentText } from '@/components/ui/agent-text';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icon-shapes';
import type { AllowedPathView, ScopeContractView } from '@/lib/scopes/view';

const shownEach = 4;
const shownCharacters = 120;

/** Whether a list shows all of a contract, so that one may agree to it there. */
export function fitsInList({ allowed, offLimits, promises, doneWhen, checksNothing }: ScopeContractView): boolean {
  const texts = [...allowed, ...offLimits].map(({ pattern }) => pattern).concat(promises, doneWhen);
  const counts = [allowed, offLimits, promises].map(({ length }) => length);
  return (
    !checksNothing &&
    allowed.length > 0 &&
    !allowed.some(coversEverything) &&
    Math.max(...counts) <= shownEach &&
    texts.every((text) => text.length <= shownCharacters && !text.includes('\n'))
  );
}

/** A contract under a question of a list: all of a short one, the beginning of a long one. */
export function ContractInList({ contract }: { contract: ScopeContractView }) {
  const { allowed, offLimits, promises, doneWhen, checksNothing } = contract;
  return (
    <div className="mt-2 text-small">
      {checksNothing && <p className="pb-1.5">It names no paths: nothing will be checked.</p>}
      <dl className="grid gap-1.5">
        <Patterns title="May change" icon="check" tone="text-accent" patterns={allowed} />
        <Patterns title="Will not touch" icon="cross" tone="text-danger" patterns={offLimits} />
        <Words title="Promised, not checked" texts={promises} />
        <Words title="Done when" texts={[doneWhen]} />
      </dl>
    </div>
  );
}

function Patterns(props: { title: string; icon: IconName; tone: string; patterns: AllowedPathView[] }) {
  const { title, icon, tone, patterns } = props;
  if (patterns.length === 0) return null;
  return (
    <div className="grid grid-cols-[16px_minmax(0,1fr)] gap-2">
      <dt className={`pt-0.5 ${tone}`}>
        <Icon name={icon} size="small" />
        <span className="sr-only">{title}</span>
      </dt>
      <dd>
        {patterns.slice(0, shownEach).map(({ pattern }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries never move, and two may be alike.
          <AgentText key={index} text={pattern} className="mono line-clamp-2" />
        ))}
        <More count={patterns.length - shownEach} />
      </dd>
    </div>
  );
}

function Words(props: { title: string; texts: string[] }) {
  const { title, texts } = props;
  if (texts.length === 0) return null;
  return (
    <div className="text-muted">
      <dt className="inline">{title}: </dt>
      <dd className="inline">
        {texts.slice(0, shownEach).map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries never move, and two may be alike.
          <span key={index}>
            {index > 0 && '; '}
            <AgentText text={cut(text)} />
          </span>
        ))}
        <More count={texts.length - shownEach} />
      </dd>
    </div>
  );
}

function More({ count }: { count: number }) {
  return count > 0 ? <span className="block text-muted">and {count} more</span> : null;
}

const cut = (text: string): string =>
  text.length > shownCharacters ? `${[...text].slice(0, shownCharacters).join('')}…` : text;

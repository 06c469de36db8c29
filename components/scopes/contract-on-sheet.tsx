import type { ReactNode } from 'react';
import { patternRemark } from '@/components/scopes/pattern-remark';
import { AgentText } from '@/components/ui/agent-text';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icon-shapes';
import type { AllowedPathView, ScopeContractView } from '@/lib/scopes/view';

/** A contract on the sheet of its question: every entry of it, however many there are. */
export function ContractOnSheet({ contract }: { contract: ScopeContractView }) {
  const { allowed, offLimits, promises, doneWhen } = contract;
  return (
    <div className="mt-5 grid gap-5">
      <Part title="May change" count={allowed.length}>
        {allowed.length > 0 ? (
          <Patterns patterns={allowed} icon="check" tone="text-accent" />
        ) : (
          <p className="pt-1.5">{offLimits.length > 0 ? 'Everything else in its repository.' : 'It names no path.'}</p>
        )}
      </Part>
      <Part title="Will not touch" count={offLimits.length}>
        {offLimits.length > 0 ? (
          <Patterns patterns={offLimits} icon="cross" tone="text-danger" />
        ) : (
          <p className="pt-1.5">It names nothing that is off limits.</p>
        )}
      </Part>
      {promises.length > 0 && (
        <section className="rounded-control border border-dashed border-edge px-3.5 pt-2.5 pb-3">
          <h2 className="text-small text-faint">
            Promised, but <b className="font-semibold text-ink">not checked</b>
          </h2>
          <ul>
            {promises.map((promise, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: promises never move, and two may be alike.
              <Line key={index} icon="promise" tone="text-faint">
                <AgentText text={promise} />
              </Line>
            ))}
          </ul>
          <p className="pt-1.5 text-small text-muted">Nod checks paths. It cannot check a promise.</p>
        </section>
      )}
      <Part title="Done when">
        <p className="pt-1.5">
          <AgentText text={doneWhen} />
        </p>
      </Part>
    </div>
  );
}

function Part(props: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-2.5">
      <header className="flex justify-between text-small text-faint">
        <h2>{props.title}</h2>
        {props.count !== undefined && props.count > 3 && <span className="tabular-nums">{props.count}</span>}
      </header>
      {props.children}
    </section>
  );
}

function Patterns(props: { patterns: AllowedPathView[]; icon: IconName; tone: string }) {
  return (
    <ul>
      {props.patterns.map((pattern, index) => {
        const remark = patternRemark(pattern);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: patterns never move, and two may be alike.
          <Line key={index} icon={props.icon} tone={props.tone}>
            <AgentText text={pattern.pattern} className="mono block leading-6" />
            {remark !== undefined && (
              <span className="block text-small text-muted">
                <AgentText text={remark} />
              </span>
            )}
          </Line>
        );
      })}
    </ul>
  );
}

function Line(props: { icon: IconName; tone: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)] gap-2.5 pt-2 wrap-anywhere">
      <span className={`pt-0.5 ${props.tone}`}>
        <Icon name={props.icon} />
      </span>
      <span>{props.children}</span>
    </li>
  );
}

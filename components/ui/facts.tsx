import { AgentText, NodText } from '@/components/ui/agent-text';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';

export type Fact = { label: string; value: string; detail?: string; mono?: boolean };

/** What the server knows, laid on the desk under the shield. `mono` sets the detail, or a value without one, as code. */
export function Facts(props: { title: string; facts: Fact[]; id?: string }) {
  return (
    <section id={props.id} className="mt-6 px-(--gutter) wide:mt-1.5 wide:px-0 wide:not-first:mt-7">
      <header className="mb-1.5 flex items-center gap-1.5 text-muted">
        <Icon name="shield" size="small" />
        <h2 className="text-small font-semibold">{props.title}</h2>
      </header>
      <dl>
        {props.facts.map((fact) => (
          <div
            key={fact.label}
            className="grid grid-cols-[84px_minmax(0,1fr)] gap-3 py-[7px] text-small wide:grid-cols-1 wide:gap-0 wide:border-t wide:border-line wide:py-2"
          >
            <dt className="text-faint">{fact.label}</dt>
            <dd className={classes('wrap-anywhere', fact.mono && fact.detail === undefined && 'mono')}>
              <NodText text={fact.value} />
              {fact.detail !== undefined && (
                <AgentText text={fact.detail} className={classes('block text-muted', fact.mono && 'mono')} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import { Button } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { type ActivityFilter, activityKinds } from '@/lib/contract/activity';
import { kindNames } from './kind-names';

/**
 * Search and filters in one form that the address holds, so that it works without JavaScript and can be sent to somebody. What is
 * chosen rarely is folded away.
 */
export function FilterForm(props: { filter: ActivityFilter; agents: string[] }) {
  const { filter, agents } = props;
  return (
    <form method="get" action="/activity" className="px-(--gutter) wide:px-0">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        <Field
          id="search"
          name="q"
          type="search"
          label="Search"
          hideLabel
          placeholder="Search"
          defaultValue={filter.q}
          maxLength={200}
          autoComplete="off"
        />
        <Button type="submit">Search</Button>
      </div>
      {filter.session !== undefined && <input type="hidden" name="session" value={filter.session} />}
      <details className="group">
        <summary className="-mx-1.5 inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-chip px-1.5 text-small font-medium text-accent [&::-webkit-details-marker]:hidden">
          <Icon name="sliders" />
          Filters
          <span className="group-open:rotate-90">
            <Icon name="forward" />
          </span>
        </summary>
        <div className="grid gap-3 pb-2 wide:grid-cols-3">
          <Select id="kind" name="kind" label="What" defaultValue={filter.kind ?? ''}>
            <option value="">Everything</option>
            {activityKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindNames[kind]}
              </option>
            ))}
          </Select>
          <Select id="agent" name="agent" label="Agent" defaultValue={filter.agent ?? ''}>
            <option value="">Any agent</option>
            {agents.map((agent) => (
              <option key={agent}>{agent}</option>
            ))}
          </Select>
          <Field id="day" name="day" type="date" label="Day" defaultValue={filter.day} />
        </div>
        <div className="pb-3">
          <Button type="submit">Apply filters</Button>
        </div>
      </details>
    </form>
  );
}

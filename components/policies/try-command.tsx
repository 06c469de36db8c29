import { TriedVerdict } from '@/components/policies/tried-verdict';
import { Button } from '@/components/ui/button';
import { Select, TextArea } from '@/components/ui/field';
import { Panel, Section } from '@/components/ui/rows';
import { SegmentField } from '@/components/ui/segment';
import { type TriedTool, triedLength } from '@/lib/contract/policy-forms';
import type { Tried } from '@/lib/policies/rules-page';

const tools: { value: TriedTool; label: string }[] = [
  { value: 'command', label: 'Command' },
  { value: 'edit', label: 'File edit' },
  { value: 'mcp', label: 'MCP tool' },
];

/** Judges a call that nobody makes: a form that only reads, so that its answer has an address. */
export function TryCommand(props: { tried: Tried; repositories: string[] }) {
  const { tried, repositories } = props;
  return (
    <Section title="Try a command" id="try">
      <Panel className="grid grid-cols-1 gap-3">
        <form method="get" action="/policies#try" className="grid grid-cols-1 gap-3">
          <TextArea
            // What is tried next stands in the address, not in what was typed before.
            key={JSON.stringify([tried.tool, tried.text])}
            id="command"
            name="command"
            label="Command, file or tool"
            hideLabel
            mono
            rows={1}
            maxLength={triedLength}
            placeholder="git status && rm -rf dist"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            defaultValue={tried.text}
            error={tried.problem}
            className="field-sizing-content max-h-60 resize-none!"
          />
          <div className="flex flex-wrap items-center gap-3">
            <div className="grow basis-72">
              <SegmentField name="tool" legend="What it is" options={tools} value={tried.tool} />
            </div>
            {repositories.length > 0 && (
              <div className="min-w-0 grow basis-36">
                <Select id="repo" name="repo" label="Repository" hideLabel defaultValue={tried.repoKey}>
                  <option value="">No repository</option>
                  {repositories.map((repository) => (
                    <option key={repository} value={repository}>
                      {repository}
                    </option>
                  ))}
                </Select>
              </div>
            )}
            <Button type="submit" className="max-wide:grow">
              Try it
            </Button>
          </div>
        </form>
        {tried.decision && <TriedVerdict decision={tried.decision} repoKey={tried.repoKey} />}
      </Panel>
    </Section>
  );
}

import type { AgentSetup } from '@/components/keys/agent-tabs';
import { NewKey } from '@/components/keys/new-key';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { KeepShown } from '@/components/ui/keep-shown';
import { TextLink } from '@/components/ui/text-button';

/** A key that was made on this page a moment ago. */
export type Made = { apiKey: string; setups: AgentSetup[] };

/** One line for a terminal that does it all; or a key with one button, and what to paste. */
export function AgentStep(props: {
  isConnected: boolean;
  newKey?: Made;
  canAct: boolean;
  onward: string;
  command: string;
}) {
  const { isConnected, newKey, canAct, onward, command } = props;
  return (
    <>
      <KeepShown>
        {newKey && (
          <div className="mt-2 mb-2">
            <NewKey {...newKey} seenAction="/setup/seen" />
          </div>
        )}
      </KeepShown>
      {!newKey && canAct && (
        <>
          <p className="text-muted">
            {isConnected
              ? 'An agent has used its key. The same line connects agents on another computer.'
              : 'Run this where your agents run. It finds them, shows what it would change, and asks you here for a key.'}
          </p>
          <div className="mt-3">
            <CodeBlock title="Run in a terminal" icon="terminal" text={command} copyLabel="Copy the command" />
          </div>
          <form method="post" action="/setup/key" className="mt-3 grid gap-2 wide:justify-start">
            <input type="hidden" name="name" value="First agent" />
            <p className="text-small text-muted">
              No terminal there, or another program? A key by hand comes with what to paste.
            </p>
            <Button type="submit" className="wide:justify-self-start">
              Make a key
            </Button>
          </form>
        </>
      )}
      <TextLink href={onward} className="mt-2">
        {newKey ? 'Go on' : 'Go on without'}
      </TextLink>
    </>
  );
}

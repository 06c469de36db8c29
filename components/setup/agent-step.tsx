import type { AgentSetup } from '@/components/keys/agent-tabs';
import { NewKey } from '@/components/keys/new-key';
import { Button } from '@/components/ui/button';
import { KeepShown } from '@/components/ui/keep-shown';
import { TextLink } from '@/components/ui/text-button';

/** A key that was made on this page a moment ago. */
export type Made = { apiKey: string; setups: AgentSetup[] };

/** A key with one button, and what to paste. */
export function AgentStep(props: { isConnected: boolean; newKey?: Made; canAct: boolean; onward: string }) {
  const { isConnected, newKey, canAct, onward } = props;
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
              ? 'An agent has used its key. Each further agent gets its own.'
              : 'A key lets it ask you. Nod shows it once, with what to paste.'}
          </p>
          <form method="post" action="/setup/key" className="mt-3 grid wide:justify-start">
            <input type="hidden" name="name" value="First agent" />
            <Button type="submit" look={isConnected ? 'default' : 'primary'}>
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

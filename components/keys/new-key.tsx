import { type AgentSetup, AgentTabs } from '@/components/keys/agent-tabs';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { TextLink } from '@/components/ui/text-button';

/** A key that was just made: the only time it can be read. `seenAction` is where the page is told that the person has it. */
export function NewKey(props: { apiKey: string; name?: string; setups: AgentSetup[]; seenAction: string }) {
  return (
    <section aria-labelledby="new-key-title">
      <h2 id="new-key-title" className="text-lead font-semibold">
        Copy this key now
      </h2>
      <p className="text-small text-muted">
        Nod keeps only its hash. After you leave this page nobody can read it again.
      </p>
      <div className="mt-3.5 mb-4.5 grid gap-3 rounded-answer bg-accent-soft p-3.5">
        <code className="mono wrap-anywhere select-all">{props.apiKey}</code>
        <div className="grid gap-2 wide:flex">
          <CopyButton text={props.apiKey} label="Copy key" words="Copy key" look="primary" />
          <form method="post" action={props.seenAction} className="grid">
            <Button type="submit">I have it</Button>
          </form>
        </div>
      </div>
      {props.setups.length > 0 ? (
        <AgentTabs setups={props.setups} />
      ) : (
        <p className="text-small text-muted">
          Send it as <code className="mono">Authorization: Bearer</code> to <TextLink href="/docs">the API</TextLink>.
        </p>
      )}
    </section>
  );
}

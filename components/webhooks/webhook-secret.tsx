import { AskFirst } from '@/components/ui/ask-first';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { Panel, Section } from '@/components/ui/rows';

/** What signs the webhooks: shown when a member asks for it, and rotated. */
export function WebhookSecret(props: {
  current?: { id: string; createdAt: string };
  earlierUntil?: string;
  /** The secrets themselves, for a member who asked to see them. */
  shown?: { real: string; sandbox: string };
  mayChange: boolean;
}) {
  const { current, earlierUntil, shown, mayChange } = props;
  return (
    <Section
      title="Secret"
      id="secret"
      foot="It signs every webhook, so that your server knows who sent it. Read it there from the environment, never from code."
    >
      <Panel>
        <p className="text-small text-muted">
          {current ? (
            <>
              Made <RelativeTime at={current.createdAt} />.
            </>
          ) : (
            'Not made yet: it is made when it is first shown or needed.'
          )}
          {earlierUntil && (
            <>
              {' '}
              The one before it stops signing <RelativeTime at={earlierUntil} words="until" />.
            </>
          )}
        </p>
        {shown !== undefined && <Shown {...shown} />}
        {mayChange && (
          <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2">
            {shown === undefined && (
              <form method="post" action="/webhooks/secret/show">
                <Button type="submit">Show secret</Button>
              </form>
            )}
            {current && (
              <AskFirst
                action={`/webhooks/secret/${current.id}/rotate`}
                words="Rotate secret"
                title="Rotate the webhook secret?"
                description="X-Pushary-Signature is by the new one at once. For 24 hours Nod-Signature carries a second signature by the old one, so that your servers can change over."
              />
            )}
          </div>
        )}
      </Panel>
    </Section>
  );
}

function Shown({ real: secret, sandbox }: { real: string; sandbox: string }) {
  return (
    <div className="mt-3 grid gap-3 rounded-answer bg-accent-soft p-3.5">
      <code className="mono wrap-anywhere select-all">{secret}</code>
      <p className="text-small text-muted">
        What sandbox keys open is signed with another one:{' '}
        <code className="mono wrap-anywhere select-all">{sandbox}</code>
      </p>
      <div className="grid gap-2 wide:flex">
        <CopyButton text={secret} label="Copy secret" words="Copy secret" look="primary" />
        <form method="post" action="/webhooks/secret/hide" className="grid">
          <Button type="submit">Hide it</Button>
        </form>
      </div>
    </div>
  );
}

import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';

/** An invite link that was just made: the only time it can be read. */
export function NewInvite(props: { link: string; days: number }) {
  return (
    <section aria-labelledby="new-invite-title">
      <h3 id="new-invite-title" className="text-lead font-semibold">
        Send this link
      </h3>
      <p className="text-small text-muted">
        Whoever opens it first joins. It works once, for {props.days} days, and is not shown again.
      </p>
      <div className="mt-3.5 grid gap-3 rounded-answer bg-accent-soft p-3.5">
        <code className="mono wrap-anywhere select-all">{props.link}</code>
        <div className="grid gap-2 wide:flex">
          <CopyButton text={props.link} label="Copy link" words="Copy link" look="primary" />
          <form method="post" action="/settings/invites/seen" className="grid">
            <Button type="submit">I have it</Button>
          </form>
        </div>
      </div>
    </section>
  );
}

import { type RoleName, roleWords } from '@/components/settings/role-words';
import { AgentText } from '@/components/ui/agent-text';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import { Row } from '@/components/ui/rows';
import { Tile } from '@/components/ui/tile';

/** An invite link that nobody used yet. Times are ISO strings. */
export type InviteEntry = { id: string; role: RoleName; invitedBy: string; createdAt: string; expiresAt: string };

/** An open invite among the people: for which role, and the way to take it back. */
export function InviteRow({ invite }: { invite: InviteEntry }) {
  return (
    <Row
      glyph={<Tile icon="send" />}
      title={`Invite for ${roleWords[invite.role].label.toLowerCase()}`}
      detail={
        <>
          Made <RelativeTime at={invite.createdAt} /> by <AgentText text={invite.invitedBy} />
        </>
      }
      end={
        <form method="post" action={`/settings/invites/${invite.id}/revoke`}>
          <Button type="submit" look="quiet" size="small">
            Take back
          </Button>
        </form>
      }
    />
  );
}

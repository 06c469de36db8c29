import { FoldRow } from '@/components/settings/fold-row';
import { RoleField } from '@/components/settings/role-field';
import { Button } from '@/components/ui/button';
import { Tile } from '@/components/ui/tile';

/** The way in for somebody else: a link that you send them yourself. */
export function InviteForm(props: { days: number }) {
  return (
    <FoldRow
      glyph={<Tile icon="plus" />}
      title="Invite somebody"
      detail={`With a link that works once, for ${props.days} days`}
    >
      <form method="post" action="/settings/invites/create" className="grid gap-3">
        <RoleField value="member" legend="Role of whoever uses the link" />
        <div className="grid wide:justify-start">
          <Button type="submit" look="primary">
            Make invite link
          </Button>
        </div>
      </form>
    </FoldRow>
  );
}

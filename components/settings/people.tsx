import { FoldRow } from '@/components/settings/fold-row';
import { InviteForm } from '@/components/settings/invite-form';
import { type InviteEntry, InviteRow } from '@/components/settings/invite-row';
import { NewInvite } from '@/components/settings/new-invite';
import { RoleField } from '@/components/settings/role-field';
import { type RoleName, roleWords } from '@/components/settings/role-words';
import { AgentText } from '@/components/ui/agent-text';
import { AskFirst } from '@/components/ui/ask-first';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { KeepShown } from '@/components/ui/keep-shown';
import { Monogram } from '@/components/ui/monogram';
import { Panel, Row, Rows, Section } from '@/components/ui/rows';

/** Somebody in the workspace. */
export type MemberEntry = { id: string; role: RoleName; name: string; email: string; isYou: boolean };

type Props = {
  members: MemberEntry[];
  invites: InviteEntry[];
  /** Whether the viewer of this page may change who is here. */
  isOwner: boolean;
  /** The link of an invite that was just made. */
  newLink?: string;
  inviteDays: number;
};

/** Who is in this workspace; for owners also their roles, and the way in for others. */
export function People(props: Props) {
  const { members, invites, isOwner, newLink } = props;
  const isOnlyOwner = members.filter(({ role }) => role === 'owner').length === 1;
  const foot = isOwner ? undefined : 'Owners invite people and change roles.';
  return (
    <Section title="People" id="people" foot={foot}>
      <KeepShown>
        {newLink !== undefined && (
          <Panel className="mb-3">
            <NewInvite link={newLink} days={props.inviteDays} />
          </Panel>
        )}
      </KeepShown>
      <Rows>
        {members.map((member) =>
          isOwner ? (
            <ManagedMember key={member.id} member={member} stays={isOnlyOwner && member.role === 'owner'} />
          ) : (
            <Row key={member.id} {...wordsOf(member)} />
          ),
        )}
        {invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite} />
        ))}
        {isOwner && <InviteForm days={props.inviteDays} />}
      </Rows>
    </Section>
  );
}

function wordsOf({ name, email, role, isYou }: MemberEntry) {
  return {
    glyph: <Monogram name={name || email} />,
    title: (
      <>
        <AgentText text={name || email} />
        {isYou && <span className="text-muted"> (you)</span>}
      </>
    ),
    detail: name ? email : undefined,
    end: <Badge>{roleWords[role].label}</Badge>,
  };
}

/** `stays` for the only owner, whom nobody can demote or remove. */
function ManagedMember({ member, stays }: { member: MemberEntry; stays: boolean }) {
  const called = member.isYou ? 'yourself' : member.name || member.email;
  if (stays) {
    return (
      <FoldRow {...wordsOf(member)}>
        <p className="text-small text-muted">The only owner. Make somebody else owner first to change that.</p>
      </FoldRow>
    );
  }
  return (
    <FoldRow {...wordsOf(member)}>
      <form method="post" action={`/settings/members/${member.id}/role`} className="grid gap-3">
        <RoleField value={member.role} legend={`Role of ${member.name || member.email}`} />
        <div className="grid wide:justify-start">
          <Button type="submit">Change role</Button>
        </div>
      </form>
      <div>
        <AskFirst
          action={`/settings/members/${member.id}/remove`}
          words={`Remove ${called}`}
          title={`Remove ${called}?`}
          description="Signed out everywhere at once. Their devices go silent, their keys end, and reminders for them are cancelled. What was asked and answered stays."
          danger
        />
      </div>
    </FoldRow>
  );
}

import type { Metadata } from 'next';
import { Frame, requireMember, standingOf } from '@/app/(app)/frame';
import { AboutThisNod } from '@/components/settings/about-this-nod';
import { DeliverySettings } from '@/components/settings/delivery-settings';
import { settingsDone, settingsProblems } from '@/components/settings/form-words';
import { People } from '@/components/settings/people';
import { SetUpLinks } from '@/components/settings/set-up-links';
import { WebSessionList } from '@/components/settings/web-session-list';
import { WorkspaceData } from '@/components/settings/workspace-data';
import { You } from '@/components/settings/you';
import { PageBody, PageHead } from '@/components/shell/page-head';
import { AgentText } from '@/components/ui/agent-text';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { ToastOnce } from '@/components/ui/toast';
import { describeDevice } from '@/lib/devices/describe';
import { env } from '@/lib/env';
import { keptFields } from '@/lib/http/kept-fields';
import { inviteLink, newInvite } from '@/lib/http/new-link';
import { inviteDays, listInvites } from '@/lib/members/invites';
import { workspaceLimits } from '@/lib/members/limits';
import { listMembers } from '@/lib/members/manage';
import { listWebSessions, sessionDays, type WebSessionView } from '@/lib/members/web-sessions';
import { timeZones } from '@/lib/time-zone';

export const metadata: Metadata = { title: 'Settings' };

/** Who you are here, who else is, where you are signed in, and what happens to the data. */
export default async function SettingsPage({ searchParams }: PageProps<'/settings'>) {
  const asked = await searchParams;
  const actor = await requireMember('/settings');
  const [delivery, members, invites, sessions, limits, inviteToken, typed] = await Promise.all([
    standingOf(actor),
    listMembers(actor),
    listInvites(actor),
    listWebSessions(actor),
    workspaceLimits(actor),
    newInvite().read(actor, asked.invite),
    keptFields(asked.code),
  ]);
  const isOwner = actor.role === 'owner';
  const problems = settingsProblems(asked);
  const done = settingsDone(asked, {
    urgentThrough: delivery.settings.urgentThrough,
    isResting: delivery.now.rest !== undefined,
  });
  return (
    <Frame actor={actor} current="settings">
      <PageBody>
        <PageHead title="Settings" detail={<AgentText text={`You, and the workspace ${actor.workspaceName}`} />} />
        {problems.page && <Notice tone="red" title="That did not work" detail={problems.page} announce />}
        <You
          name={actor.name}
          email={actor.email}
          role={actor.role}
          nameProblem={problems.at('name')}
          oldPasswordProblem={problems.at('password', 'unauthorized')}
          newPasswordProblem={problems.at('password', 'invalid_request')}
        />
        <DeliverySettings
          settings={delivery.settings}
          now={delivery.now}
          isOwner={isOwner}
          timeZones={timeZones()}
          problemAt={problems.at}
          typedAt={(form) => (asked.form === form && typed.size > 0 ? typed : undefined)}
        />
        <People
          members={members}
          invites={invites}
          isOwner={isOwner}
          newLink={inviteToken && inviteLink(inviteToken)}
          inviteDays={inviteDays}
        />
        <WebSessionList sessions={sessions.map(inWords)} days={sessionDays} />
        <form method="post" action="/sign-out" className="grid px-(--gutter) pt-4 wide:justify-start wide:px-0">
          <Button type="submit">Sign out here</Button>
        </form>
        <SetUpLinks />
        {isOwner && (
          <WorkspaceData
            name={actor.workspaceName}
            nameProblem={problems.at('workspace')}
            deleteProblem={problems.at('delete')}
          />
        )}
        <AboutThisNod limits={limits} url={env().url} />
        {done && !problems.page && <ToastOnce message={done} />}
      </PageBody>
    </Frame>
  );
}

function inWords({ userAgent, ...session }: WebSessionView) {
  const { name, channel } = describeDevice(userAgent);
  return { ...session, browser: name, isPhone: channel === 'mobile' };
}

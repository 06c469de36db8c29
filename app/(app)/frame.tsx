import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { KeepSubscribed } from '@/components/devices/keep-subscribed';
import { LiveUpdates } from '@/components/live/live-updates';
import type { PageName } from '@/components/shell/navigation';
import { Shell } from '@/components/shell/shell';
import type { MemberActor } from '@/lib/actor';
import { currentMember } from '@/lib/members/auth';
import { selectOthersWaiting } from '@/lib/questions/detail.sql';

/** The signed-in member, or off to sign in and back to `path`. */
export async function requireMember(path: string): Promise<MemberActor> {
  const member = await currentMember();
  if (!member) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  return member;
}

/** The frame of every signed-in page, with its live updates. */
export async function Frame(props: {
  actor: MemberActor;
  current?: PageName;
  tabBar?: boolean;
  skipTo?: { id: string; words: string };
  children: ReactNode;
}) {
  const { actor, current, tabBar, skipTo, children } = props;
  const { count } = await selectOthersWaiting(actor.workspaceId, null);
  return (
    <Shell workspaceName={actor.workspaceName} current={current} waitingCount={count} tabBar={tabBar} skipTo={skipTo}>
      {children}
      <LiveUpdates waitingCount={count} />
      <KeepSubscribed />
    </Shell>
  );
}

import { redirect } from 'next/navigation';
import { cache, type ReactNode } from 'react';
import { KeepSubscribed } from '@/components/devices/keep-subscribed';
import { LiveUpdates } from '@/components/live/live-updates';
import { PagePresence } from '@/components/live/page-presence';
import type { PageName } from '@/components/shell/navigation';
import { presenceWords } from '@/components/shell/presence-words';
import { Shell } from '@/components/shell/shell';
import { StandingNotice } from '@/components/shell/standing-notice';
import { type MemberActor, mayAnswer } from '@/lib/actor';
import { deliverySettings } from '@/lib/delivery/settings';
import { currentMember } from '@/lib/members/auth';

/** The signed-in member, or off to sign in and back to `path`. */
export async function requireMember(path: string): Promise<MemberActor> {
  const member = await currentMember();
  if (!member) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  return member;
}

/** How the member is reached, and what holds now; read once for a page and its frame. */
export const standingOf = cache(deliverySettings);

/** The frame of every signed-in page, with its live updates. */
export async function Frame(props: {
  actor: MemberActor;
  current?: PageName;
  tabBar?: boolean;
  skipTo?: { id: string; words: string };
  children: ReactNode;
}) {
  const { actor, current, tabBar, skipTo, children } = props;
  const { now } = await standingOf(actor);
  const { waiting } = now;
  return (
    <Shell
      workspaceName={actor.workspaceName}
      current={current}
      waitingCount={waiting}
      presence={presenceWords(now)}
      tabBar={tabBar}
      skipTo={skipTo}
    >
      {tabBar !== false && <StandingNotice now={now} mayLift={mayAnswer(actor)} />}
      {children}
      <LiveUpdates waitingCount={waiting} />
      <PagePresence />
      <KeepSubscribed />
    </Shell>
  );
}

import type { Metadata } from 'next';
import { Frame, requireMember } from '@/app/(app)/frame';
import { WebSessionList } from '@/components/settings/web-session-list';
import { PageBody, PageHead } from '@/components/shell/page-head';
import { AgentText } from '@/components/ui/agent-text';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { formProblem } from '@/components/ui/form-problem';
import { Icon } from '@/components/ui/icon';
import { Monogram } from '@/components/ui/monogram';
import { Notice } from '@/components/ui/notice';
import { Row, Rows, Section } from '@/components/ui/rows';
import { Tile } from '@/components/ui/tile';
import { ToastOnce } from '@/components/ui/toast';
import { describeDevice } from '@/lib/devices/describe';
import { env } from '@/lib/env';
import { type Limits, workspaceLimits } from '@/lib/members/limits';
import { listWebSessions, sessionDays, type WebSessionView } from '@/lib/members/web-sessions';

export const metadata: Metadata = { title: 'Settings' };

const roles = { owner: 'Owner', member: 'Member', viewer: 'Viewer: reads, does not answer' };

/** Who you are here, where you are signed in, and what this Nod allows. */
export default async function SettingsPage({ searchParams }: PageProps<'/settings'>) {
  const asked = await searchParams;
  const actor = await requireMember('/settings');
  const [sessions, limits] = await Promise.all([listWebSessions(actor), workspaceLimits(actor)]);
  const problem = formProblem(asked.code, { not_found: 'That browser is signed out already.' });
  return (
    <Frame actor={actor} current="settings">
      <PageBody>
        <PageHead title="Settings" detail={<AgentText text={`You, and the workspace ${actor.workspaceName}`} />} />
        {problem && <Notice tone="red" title="That did not work" detail={problem} announce />}
        <Section title="You">
          <Rows>
            <Row
              glyph={<Monogram name={actor.name || actor.email} />}
              title={<AgentText text={actor.name || actor.email} />}
              detail={actor.name ? actor.email : undefined}
              end={<Badge>{roles[actor.role]}</Badge>}
            />
          </Rows>
        </Section>
        <WebSessionList sessions={sessions.map(inWords)} days={sessionDays} />
        <form method="post" action="/sign-out" className="grid px-(--gutter) pt-4 wide:justify-start wide:px-0">
          <Button type="submit">Sign out here</Button>
        </form>
        <Section title="Set up">
          <Rows>
            <Row href="/keys" glyph={<Tile icon="key" />} title="Keys" detail="Agents ask with them" end={forward} />
            <Row
              href="/devices"
              glyph={<Tile icon="phone" />}
              title="Devices"
              detail="Questions reach them"
              end={forward}
            />
          </Rows>
        </Section>
        <LimitFacts limits={limits} />
        <Section title="This Nod">
          <Rows kind="flat">
            <Row
              title="Address"
              detail={<span className="mono">{env().url}</span>}
              end={env().url.startsWith('https:') ? undefined : 'Not https'}
            />
          </Rows>
        </Section>
        {asked.ended === '1' && !problem && <ToastOnce message="That browser is signed out." />}
      </PageBody>
    </Frame>
  );
}

const forward = (
  <span className="text-faint">
    <Icon name="forward" size="small" />
  </span>
);

function inWords({ userAgent, ...session }: WebSessionView) {
  const { name, channel } = describeDevice(userAgent);
  return { ...session, browser: name, isPhone: channel === 'mobile' };
}

function LimitFacts({ limits }: { limits: Limits }) {
  const facts = [
    ['Questions waiting at once', limits.pendingPerWorkspace],
    ['Of these, from one agent session', limits.pendingPerSession],
    ['Notifications in 5 minutes', limits.notificationsPerFiveMinutes],
    ['Calls with one key in a minute', limits.callsPerKeyAndMinute],
  ] as const;
  return (
    <Section title="Limits" foot="Over a limit, an agent is told which one it met and what frees a place.">
      <Rows kind="flat">
        {facts.map(([title, value]) => (
          <Row key={title} title={title} end={<span className="text-body tabular-nums text-ink">{value}</span>} />
        ))}
      </Rows>
    </Section>
  );
}

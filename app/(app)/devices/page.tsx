import type { Metadata } from 'next';
import { Frame, requireMember } from '@/app/(app)/frame';
import { DeviceList } from '@/components/devices/device-list';
import type { PairState } from '@/components/devices/pair-code';
import { PhoneGuide } from '@/components/devices/phone-guide';
import { ThisDevice } from '@/components/devices/this-device';
import { PageBody, PageHead } from '@/components/shell/page-head';
import { formProblem } from '@/components/ui/form-problem';
import { Notice } from '@/components/ui/notice';
import { Panel, Section } from '@/components/ui/rows';
import { ToastOnce } from '@/components/ui/toast';
import type { MemberActor } from '@/lib/actor';
import { listDevicesWithPushes } from '@/lib/devices/manage';
import { env } from '@/lib/env';
import { newPhoneCode, phoneLink } from '@/lib/http/new-link';
import { phoneCodeMinutes, phoneCodeState } from '@/lib/members/phone-codes';

export const metadata: Metadata = { title: 'Devices' };

const confirmations: Record<string, string> = {
  tested: 'The push service took the test.',
  saved: 'Saved.',
  removed: 'Removed.',
  paired: 'This device is signed in.',
};

/** This device on or off, all devices, test push, and how a phone gets here. */
export default async function DevicesPage({ searchParams }: PageProps<'/devices'>) {
  const actor = await requireMember('/devices');
  const { code, done, pair } = await searchParams;
  const [devices, pairing] = await Promise.all([listDevicesWithPushes(actor), pairStateOf(actor, pair)]);
  const problem = formProblem(code, {
    unreachable: `The push service did not take the test: ${devices.find((device) => device.lastFailure)?.lastFailure ?? 'it gave no reason'}.`,
  });
  const active = devices.filter((device) => device.status === 'active').length;
  const dead = devices.find((device) => device.status === 'expired');
  return (
    <Frame actor={actor} current="devices">
      <PageBody>
        <PageHead title="Devices" detail={reachSentence(active)} />
        {problem && <Notice tone="red" title="That did not work" detail={problem} announce />}
        {typeof done === 'string' && confirmations[done] && <ToastOnce message={confirmations[done]} />}
        {dead && !problem && (
          <Notice
            tone="red"
            title={`${dead.name} no longer receives anything`}
            detail="Its subscription ended. Open Nod there and turn it on again, or remove it below."
          />
        )}
        <Section title="This device">
          <Panel>
            <ThisDevice />
          </Panel>
        </Section>
        <DeviceList devices={devices} />
        <PhoneGuide url={env().url} port={env().port} pair={pairing} codeMinutes={phoneCodeMinutes} />
      </PageBody>
    </Frame>
  );
}

/** The code that this browser asked for: shown while it is open, and what became of it after. */
async function pairStateOf(actor: MemberActor, id: string | string[] | undefined): Promise<PairState> {
  if (typeof id !== 'string') return { state: 'none' };
  const [known, code] = await Promise.all([phoneCodeState(actor, id), newPhoneCode().read(actor, id)]);
  if (known?.state === 'used') return { state: 'used' };
  return known?.state === 'open' && code ? { state: 'open', link: phoneLink(code) } : { state: 'late' };
}

function reachSentence(active: number): string {
  if (active === 0) return 'Questions reach no device yet';
  return active === 1 ? 'Questions reach 1 device' : `Questions reach ${active} devices`;
}

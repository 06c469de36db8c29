import type { Metadata } from 'next';
import { Frame, requireMember } from '@/app/(app)/frame';
import { DeviceList } from '@/components/devices/device-list';
import { PhoneGuide } from '@/components/devices/phone-guide';
import { ThisDevice } from '@/components/devices/this-device';
import { PageBody, PageHead } from '@/components/shell/page-head';
import { formProblem } from '@/components/ui/form-problem';
import { Notice } from '@/components/ui/notice';
import { Panel, Section } from '@/components/ui/rows';
import { ToastOnce } from '@/components/ui/toast';
import { listDevices } from '@/lib/devices/manage';
import { env } from '@/lib/env';

export const metadata: Metadata = { title: 'Devices' };

const confirmations: Record<string, string> = {
  tested: 'The push service took the test.',
  saved: 'Saved.',
  removed: 'Removed.',
};

/** This device on or off, all devices, test push, and how a phone gets here. */
export default async function DevicesPage({ searchParams }: PageProps<'/devices'>) {
  const actor = await requireMember('/devices');
  const { code, done } = await searchParams;
  const devices = await listDevices(actor);
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
        <PhoneGuide url={env().url} />
      </PageBody>
    </Frame>
  );
}

function reachSentence(active: number): string {
  if (active === 0) return 'Questions reach no device yet';
  return active === 1 ? 'Questions reach 1 device' : `Questions reach ${active} devices`;
}

import { ThisDevice } from '@/components/devices/this-device';
import { OnAPhone } from '@/components/setup/on-a-phone';
import { TextLink } from '@/components/ui/text-button';

/** Turning notifications on: here by one tap, on a phone by opening Nod there. */
export function DeviceStep(props: { url: string; onward: string }) {
  return (
    <>
      <p className="text-muted">A question then rings here, even when no window of Nod is open.</p>
      <div className="mt-3 [&_button]:w-full [&_button]:px-3 [&_button]:whitespace-normal wide:[&_button]:w-auto wide:[&_button]:px-5">
        <ThisDevice />
      </div>
      <OnAPhone url={props.url} />
      <TextLink href={props.onward} className="mt-2">
        Go on without
      </TextLink>
    </>
  );
}

import { QrCode } from '@/components/devices/qr-code';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';

/** How the code for a phone stands: none asked for, shown, used, or too old. */
export type PairState = { state: 'none' } | { state: 'open'; link: string } | { state: 'used' } | { state: 'late' };

/** Signs a phone in without typing: a code to scan, made when asked for. Works without JavaScript. */
export function PairCode(props: { pair: PairState; minutes: number }) {
  const { pair, minutes } = props;
  if (pair.state === 'open') return <OpenCode link={pair.link} minutes={minutes} />;
  const said = {
    none: `Scan a code, and the phone is signed in as you. A code works once, for ${minutes} minutes.`,
    used: 'Your phone is signed in. Turn on questions there.',
    late: 'That code is too old, or another one took its place.',
  }[pair.state];
  return (
    <>
      <p role={pair.state === 'used' ? 'status' : undefined} className={pair.state === 'none' ? '' : 'font-medium'}>
        {said}
      </p>
      <form method="post" action="/devices/pair" className="grid wide:justify-start">
        <Button type="submit">{pair.state === 'none' ? 'Show a code' : 'Show another code'}</Button>
      </form>
    </>
  );
}

function OpenCode(props: { link: string; minutes: number }) {
  return (
    <div className="grid justify-items-center gap-4 wide:grid-cols-[auto_minmax(0,1fr)] wide:items-center wide:justify-items-start">
      <QrCode text={props.link} label="QR code that signs your phone in" />
      <div className="grid gap-3 justify-self-stretch">
        <p className="font-medium">Scan it with your phone’s camera, then open the link.</p>
        <p className="text-small text-muted">
          It signs that phone in as you: once, within {props.minutes} minutes. Show it to nobody else.
        </p>
        <code className="mono text-small wrap-anywhere select-all">{props.link}</code>
        <div className="grid gap-2 wide:flex">
          <CopyButton text={props.link} label="Copy the link" words="Copy link" />
        </div>
      </div>
    </div>
  );
}

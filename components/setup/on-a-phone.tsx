import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { TextLink } from '@/components/ui/text-button';

/** How a phone gets here: the address, then what each system wants. Plain http does not do for a phone, so that is said first. */
export function OnAPhone(props: { url: string }) {
  const isSecure = props.url.startsWith('https:');
  return (
    <section aria-labelledby="on-a-phone" className="mt-6">
      <h3 id="on-a-phone" className="font-semibold">
        And on your phone
      </h3>
      {isSecure ? (
        <ol className="mt-1.5 grid gap-2.5 text-small">
          <li className="flex items-center gap-1">
            <span className="min-w-0">
              Open <span className="mono wrap-anywhere">{props.url}</span> there and sign in.
            </span>
            <CopyButton text={props.url} label="Copy the address" className="-my-2.5" />
          </li>
          <li>
            Or sign it in{' '}
            <TextLink href="/devices#phone" className="-my-2.5">
              by a code to scan
            </TextLink>
          </li>
          <PerSystem />
        </ol>
      ) : (
        <>
          <p className="mt-1 text-small text-muted">
            A phone takes notifications only over https, and this Nod is at{' '}
            <span className="mono wrap-anywhere">{props.url}</span>. A tailnet, a reverse proxy or a tunnel changes that
            in a few minutes.
          </p>
          <TextLink href="/devices#phone">How to get https</TextLink>
        </>
      )}
    </section>
  );
}

function PerSystem() {
  return (
    <>
      <li>
        <b className="font-semibold">iPhone, iPad</b> Tap{' '}
        <Icon name="share" size="small" className="inline-block align-[-3px]" /> Share, then “Add to Home Screen”. Open
        Nod from there.
      </li>
      <li>
        <b className="font-semibold">Android</b> Open the menu, then “Install app”.
      </li>
      <li>
        Then tap <b className="font-semibold">Turn on questions</b> on the phone.
      </li>
    </>
  );
}

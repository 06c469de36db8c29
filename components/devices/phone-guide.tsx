import { PairCode, type PairState } from '@/components/devices/pair-code';
import { Facts } from '@/components/ui/facts';
import { Panel, Section } from '@/components/ui/rows';

/** How a phone gets here: over https, signed in by a code, installed where the system wants that, then turned on. */
export function PhoneGuide(props: { url: string; port: number; pair: PairState; codeMinutes: number }) {
  const { protocol, hostname } = new URL(props.url);
  // A code that leads to this machine alone would only disappoint, unless somebody asked for it all the same.
  const isOnlyHere = /^(localhost|127\.|\[::1\])/.test(hostname) && props.pair.state === 'none';
  return (
    <Section title="Add your phone" id="phone">
      <Panel className="grid gap-3">
        {protocol !== 'https:' && <HttpsFirst url={props.url} port={props.port} />}
        {!isOnlyHere && <PairCode pair={props.pair} minutes={props.codeMinutes} />}
      </Panel>
      <Facts
        title="On the phone"
        facts={[
          {
            label: 'iPhone, iPad',
            value:
              'In Safari tap Share, then “Add to Home Screen”. Open Nod from there, then turn on questions. iOS shows no buttons on the lock screen: a tap opens the question.',
          },
          {
            label: 'Android',
            value:
              'In Chrome open the menu, then “Install app”. Turn on questions. Yes and No are on the notification itself.',
          },
        ]}
      />
    </Section>
  );
}

/** `port` is where this Nod listens: the ways in lead there. */
function HttpsFirst(props: { url: string; port: number }) {
  return (
    <>
      <p>
        A phone gets notifications only over https. This Nod is at{' '}
        <span className="mono wrap-anywhere">{props.url}</span>, so give it an https address first; each of these takes
        a few minutes. Then set <span className="mono">NOD_URL</span> to it and restart.
      </p>
      <dl className="grid gap-2 text-small">
        <Way
          name="Tailnet"
          text={`tailscale serve --bg ${props.port}: https inside your own network, nothing is public.`}
        />
        <Way name="Reverse proxy" text={`Caddy or another in front of port ${props.port}, with a name of yours.`} />
        <Way
          name="Tunnel"
          text={`cloudflared tunnel --url http://localhost:${props.port}: a public address without opening a port.`}
        />
      </dl>
    </>
  );
}

function Way(props: { name: string; text: string }) {
  return (
    <div className="grid grid-cols-[96px_minmax(0,1fr)] gap-3">
      <dt className="text-faint">{props.name}</dt>
      <dd className="wrap-anywhere">{props.text}</dd>
    </div>
  );
}

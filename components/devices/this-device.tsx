'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { checkPush, type PushState, turnOffPush, turnOnPush } from '@/components/devices/push-client';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';

const words: Record<Exclude<PushState, 'checking' | 'off' | 'on'>, { title: string; detail: string }> = {
  insecure: {
    title: 'Notifications need https',
    detail:
      'This page was opened over plain http from another machine. Open Nod through https: a reverse proxy, a tailnet or a tunnel each do it in a few minutes.',
  },
  'needs-install': {
    title: 'Add Nod to the home screen first',
    detail: 'Tap Share, then “Add to Home Screen”. Open Nod from there and turn on questions.',
  },
  unsupported: {
    title: 'This browser cannot show notifications',
    detail: 'Open Nod in Chrome, Edge, Firefox or Safari on this device.',
  },
  denied: {
    title: 'Notifications are blocked for Nod',
    detail:
      'Allow them in this browser’s settings for this site (the sign beside the address), then load this page again.',
  },
};

/** Turns notifications on for this browser, or says why it cannot and what to do. Permission is asked only on the tap. */
export function ThisDevice() {
  const [state, setState] = useState<PushState>('checking');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const router = useRouter();
  const toast = useToast();

  useEffect(() => {
    checkPush()
      .then(setState)
      .catch((error: unknown) => {
        setState('off');
        setProblem(error instanceof Error ? error.message : 'This browser could not be checked.');
      });
  }, []);

  async function change(turn: () => Promise<PushState>, done: Partial<Record<PushState, string>>) {
    setBusy(true);
    setProblem(undefined);
    try {
      const next = await turn();
      setState(next);
      const message = done[next];
      if (message) toast(message);
      router.refresh();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'It could not be changed.');
    } finally {
      setBusy(false);
    }
  }
  const turnOn = () => change(turnOnPush, { on: 'Questions reach this device now.' });
  const turnOff = () => change(turnOffPush, { off: 'This device is off.' });

  return (
    <div data-push={state} className="grid min-h-12 content-center gap-2">
      {state === 'checking' && <p className="text-muted">Looking at this browser…</p>}
      {state === 'on' && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="font-medium">Questions reach this device.</p>
          <Button type="button" size="small" onClick={turnOff} disabled={busy}>
            Turn off
          </Button>
        </div>
      )}
      {state === 'off' && (
        <>
          <div>
            <Button type="button" look="primary" onClick={turnOn} disabled={busy}>
              {busy ? 'Turning on…' : 'Turn on questions here'}
            </Button>
          </div>
          <p className="text-small text-muted">The browser asks once whether Nod may notify you.</p>
        </>
      )}
      {state !== 'checking' && state !== 'on' && state !== 'off' && (
        <>
          <p className="font-medium">{words[state].title}</p>
          <p className="text-small text-muted">{words[state].detail}</p>
          {state === 'insecure' && (
            <p className="text-small">
              <Link href="/devices#phone" className="font-medium text-accent">
                How to get https
              </Link>
            </p>
          )}
        </>
      )}
      {problem && (
        <p role="alert" className="text-small text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

'use client';

import { useEffect, useState } from 'react';
import { checkEnrolment, type EnrolState, turnOffEnrolment, turnOnEnrolment } from '@/components/enrol/enrol-client';
import type { EnrolProps } from '@/components/enrol/enrol-sheet';
import { Button } from '@/components/ui/button';

const cannot: Partial<Record<EnrolState, { title: string; detail: string }>> = {
  insecure: {
    title: 'Notifications need https',
    detail:
      'This page was opened over plain http, so no browser shows notifications of it. Ask for a link that begins with https.',
  },
  'needs-install': {
    title: 'Add this page to the home screen first',
    detail: 'Tap Share, then “Add to Home Screen”. Open it from there and turn on questions.',
  },
  unsupported: {
    title: 'This browser cannot show notifications',
    detail: 'Open this link in Chrome, Edge, Firefox or Safari on this device.',
  },
  denied: {
    title: 'Notifications are blocked here',
    detail:
      'Allow them in this browser’s settings for this site (the sign beside the address), then load this page again.',
  },
};

const usedUp = {
  title: 'This link was used',
  detail: 'It connects one browser, once. Ask for a new link to turn on questions here.',
};

/** Turns questions on for this browser, or says why it cannot and what to do. Permission is asked only on the tap. */
export function EnrolBrowser({ workspaceId, workspaceName, token, state: link }: EnrolProps) {
  const [state, setState] = useState<EnrolState>('checking');
  const [wasOn, setWasOn] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    checkEnrolment(workspaceId, token)
      .then(setState)
      .catch((error: unknown) => {
        setState('off');
        setProblem(error instanceof Error ? error.message : 'This browser could not be checked.');
      });
  }, [workspaceId, token]);

  async function change(turn: () => Promise<EnrolState>) {
    setBusy(true);
    setProblem(undefined);
    try {
      const next = await turn();
      setState(next);
      if (next === 'on') setWasOn(true);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'It could not be changed.');
    } finally {
      setBusy(false);
    }
  }

  const words = state === 'off' && (link === 'used' || wasOn) ? usedUp : cannot[state];
  return (
    <div data-enrol={state} className="grid min-h-24 content-start gap-2" aria-live="polite">
      {state === 'checking' && <p className="text-muted">Looking at this browser…</p>}
      {state === 'on' && (
        <>
          <p className="font-medium">On: questions from {workspaceName} reach this browser.</p>
          <p className="text-small text-muted">You can close this page.</p>
          <div>
            <Button
              type="button"
              size="small"
              onClick={() => change(() => turnOffEnrolment(workspaceId))}
              disabled={busy}
            >
              Turn off
            </Button>
          </div>
        </>
      )}
      {state === 'off' && !words && (
        <>
          <div>
            <Button
              type="button"
              look="primary"
              onClick={() => change(() => turnOnEnrolment(workspaceId, token))}
              disabled={busy}
            >
              {busy ? 'Turning on…' : 'Turn on questions'}
            </Button>
          </div>
          <p className="text-small text-muted">The browser asks once whether this site may notify you.</p>
        </>
      )}
      {words && (
        <>
          <p className="font-medium">{words.title}</p>
          <p className="text-small text-muted">{words.detail}</p>
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

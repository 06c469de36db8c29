'use client';

import { useEffect } from 'react';
import { isReachable } from '@/components/live/is-reachable';
import { PublicFrame } from '@/components/shell/public-frame';
import { Button } from '@/components/ui/button';

const lookAgainMs = 3000;

/** Loads the page again by itself when the server was away and is back. */
function useReloadOnReturn(): void {
  useEffect(() => {
    let wasAway = false;
    const look = async () => {
      const isHere = await isReachable();
      if (isHere && wasAway) location.reload();
      if (!isHere) wasAway = true;
    };
    void look();
    const timer = setInterval(look, lookAgainMs);
    return () => clearInterval(timer);
  }, []);
}

/** What stands in place of a page that failed. The digest finds the cause in the server's log; the cause itself is not shown. */
export function ErrorPage(props: { error: Error & { digest?: string } }) {
  const { digest } = props.error;
  useReloadOnReturn();
  return (
    <PublicFrame
      title="This page failed"
      lead="Nod could not make it. No answer of yours is lost: what was recorded stays recorded."
      narrow
    >
      <Button look="primary" onClick={() => location.reload()}>
        Try again
      </Button>
      {digest !== undefined && (
        <p className="mt-5 text-small text-muted">
          If it stays, give this to whoever runs Nod: <span className="mono text-ink">{digest}</span>
        </p>
      )}
    </PublicFrame>
  );
}

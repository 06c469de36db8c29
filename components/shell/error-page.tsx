'use client';

import { PublicFrame } from '@/components/shell/public-frame';
import { Button } from '@/components/ui/button';

/** What stands in place of a page that failed. The digest finds the cause in the server's log; the cause itself is not shown. */
export function ErrorPage(props: { error: Error & { digest?: string }; reset: () => void }) {
  const { digest } = props.error;
  return (
    <PublicFrame
      title="This page failed"
      lead="Nod could not make it. No answer of yours is lost: what was recorded stays recorded."
      narrow
    >
      <Button look="primary" onClick={props.reset}>
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

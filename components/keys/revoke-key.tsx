'use client';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextButton } from '@/components/ui/text-button';

/** Asks before a key ends. Without JavaScript the button stands there by itself. */
export function RevokeKey(props: { action: string; name: string }) {
  const form = (
    <form method="post" action={props.action} className="grid">
      <Button type="submit" look="danger">
        Revoke key
      </Button>
    </form>
  );
  return (
    <>
      <Dialog
        trigger={
          <TextButton tone="danger" className="noscript:hidden">
            Revoke key
          </TextButton>
        }
        title={`Revoke “${props.name}”?`}
        description="Whatever uses it can no longer ask you anything, from now on. Questions that it asked stay. A revoked key cannot be brought back."
      >
        {form}
      </Dialog>
      <noscript>
        <div className="py-2">{form}</div>
      </noscript>
    </>
  );
}

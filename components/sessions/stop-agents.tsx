'use client';

import type { ReactNode } from 'react';
import { Button, buttonClass } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { SegmentField } from '@/components/ui/segment';

const lengths = [
  { value: '1', label: '1 hour' },
  { value: '4', label: '4 hours' },
  { value: '24', label: '24 hours' },
];

const consequence =
  'What waits for you is cancelled, and what is asked until then is refused. You can lift it earlier.';

/**
 * Asks once, and for how long, before agents are stopped. Without JavaScript the same question folds open in place. `children` are the
 * words of the button; `title` asks and `confirm` names the outcome. A red one stands at a page's head, where the folded question lies
 * over the page: beside it the title would have no room.
 */
export function StopAgents(props: {
  action: string;
  title: string;
  confirm: string;
  tone?: 'red';
  children: ReactNode;
}) {
  const isHead = props.tone === 'red';
  const look = isHead ? 'text-refuse' : undefined;
  const words = (
    <>
      <Icon name="stop" size="small" className="text-refuse" />
      <span>{props.children}</span>
    </>
  );
  const form = (
    <form method="post" action={props.action} className="grid gap-4">
      <SegmentField name="hours" legend="For how long" options={lengths} value="1" />
      <Button type="submit" look="danger">
        {props.confirm}
      </Button>
    </form>
  );
  return (
    <>
      <Dialog
        trigger={
          <Button look="quiet" size="small" className={`${look ?? ''} noscript:hidden`}>
            {words}
          </Button>
        }
        title={props.title}
        description={consequence}
      >
        {form}
      </Dialog>
      <noscript>
        <details className={isHead ? 'relative' : undefined}>
          <summary className={buttonClass({ look: 'quiet', size: 'small' })}>{words}</summary>
          <div
            className={
              isHead ? 'absolute right-0 z-20 mt-1 w-64 rounded-answer bg-raised p-3 shadow-pop' : 'w-56 pt-3 text-left'
            }
          >
            <p className="pb-3 text-small text-muted">{consequence}</p>
            {form}
          </div>
        </details>
      </noscript>
    </>
  );
}

/** Lets stopped agents ask again. */
export function LiftStop(props: { action: string; children: ReactNode }) {
  return (
    <form method="post" action={props.action}>
      <Button type="submit" look="quiet" size="small">
        {props.children}
      </Button>
    </form>
  );
}

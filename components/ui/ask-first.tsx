'use client';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextButton } from '@/components/ui/text-button';

/** A form of one button that asks before it acts. Without JavaScript the button stands there by itself. */
export function AskFirst(props: {
  action: string;
  /** What the button does, on the page and in the dialog: a verb and an object. */
  words: string;
  title: string;
  description: string;
  danger?: boolean;
}) {
  const form = (
    <form method="post" action={props.action} className="grid">
      <Button type="submit" look={props.danger ? 'danger' : 'primary'}>
        {props.words}
      </Button>
    </form>
  );
  return (
    <>
      <Dialog
        trigger={
          <TextButton tone={props.danger ? 'danger' : 'accent'} className="noscript:hidden">
            {props.words}
          </TextButton>
        }
        title={props.title}
        description={props.description}
      >
        {form}
      </Dialog>
      <noscript>
        <div className="py-2">{form}</div>
      </noscript>
    </>
  );
}

'use client';

import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { useHold } from '@/components/ui/use-hold';
import { useOpened } from '@/components/ui/use-opened';

const look =
  'relative inline-flex min-h-(--tap-answer) w-full touch-none items-center justify-center overflow-hidden rounded-answer px-1 text-lead leading-tight font-semibold text-balance select-none wide:min-h-13 noscript:hidden [-webkit-touch-callout:none]';
const ready = 'bg-danger-soft text-danger inset-ring-[1.5px] inset-ring-danger';
const off = 'bg-tile text-muted cursor-default';

function isInside(event: PointerEvent<HTMLElement>): boolean {
  const box = event.currentTarget.getBoundingClientRect();
  const { clientX, clientY } = event;
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

/**
 * Press and hold for 1.5 s, with a pointer or with Enter or Space; letting go empties it. When full it submits its form to
 * `action` with `?held=1`, and with `answer` as the answer. `opensFirst` is the id of a cut text that must be opened before.
 * Without JavaScript a box to tick (`read=1`) and a plain button take its place.
 */
export function HoldButton(props: {
  action: string;
  answer?: string;
  words: string;
  hintId?: string;
  opensFirst?: string;
}) {
  const submitter = useRef<HTMLButtonElement>(null);
  const opened = useOpened(props.opensFirst);
  const { holding, start, stop } = useHold(() => submitter.current?.form?.requestSubmit(submitter.current));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (!event.repeat && opened) start();
  };
  const words = opened ? props.words : 'Open it all first';
  const face = (
    <span className="text-center">
      <Icon name="hand" className="mr-2 -mt-1 inline align-middle" />
      {words}
    </span>
  );
  return (
    <div>
      {/* A plain button: a tap before the page is alive must not approve anything. */}
      <button
        type="button"
        aria-disabled={!opened}
        aria-describedby={props.hintId}
        data-holding={holding}
        onPointerDown={(event) => event.button === 0 && opened && start()}
        onPointerMove={(event) => holding && !isInside(event) && stop()}
        onPointerUp={stop}
        onPointerCancel={stop}
        onPointerLeave={stop}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={onKeyDown}
        onKeyUp={stop}
        onBlur={stop}
        className={classes(look, opened ? ready : off)}
      >
        {face}
        <span
          aria-hidden="true"
          className="hold-fill absolute inset-0 flex items-center justify-center bg-danger-fill px-1 text-on-danger"
        >
          {face}
        </span>
      </button>
      <button
        ref={submitter}
        type="submit"
        hidden
        formAction={`${props.action}?held=1`}
        name={props.answer && 'answer'}
        value={props.answer}
      />
      <noscript>
        <label className="mb-2 flex min-h-11 items-center gap-2 text-small font-medium">
          <input type="checkbox" name="read" value="1" required className="size-5.5" />I have read it
        </label>
        <button
          type="submit"
          name={props.answer && 'answer'}
          value={props.answer}
          className={classes('min-h-(--tap-answer) w-full rounded-answer font-semibold wide:min-h-13', ready)}
        >
          {props.words.replace(/^Hold to (.)/, (_, letter: string) => letter.toUpperCase())}
        </button>
      </noscript>
    </div>
  );
}

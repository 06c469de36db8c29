'use client';

import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { buttonClass } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';

const ownAnswer = 'your own answer';

/** What a form would send, in the words of its options; null while that is nothing. */
function readChoice(form: HTMLFormElement): string | null {
  const words: string[] = [];
  for (const control of Array.from(form.elements)) {
    if (control instanceof HTMLTextAreaElement && control.name === 'answer' && control.value.trim() !== '')
      return ownAnswer;
    if (!(control instanceof HTMLInputElement) || !control.checked) continue;
    if (control.name !== 'answer' && control.name !== 'choice') continue;
    if (control.value !== '') words.push(`“${control.dataset.words ?? control.value}”`);
    else if (new FormData(form).get('other')?.toString().trim()) words.push(ownAnswer);
  }
  return words.length === 0 ? null : words.join(', ');
}

/**
 * Send, which is off until something is chosen and then repeats the choice. Without JavaScript it is on and the browser asks
 * for what is missing.
 */
export function SendButton(props: { empty: string; className?: string }) {
  const button = useRef<HTMLButtonElement>(null);
  // Undefined until the page is alive: without JavaScript the button is on.
  const [choice, setChoice] = useState<string | null>();
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    const read = () => setChoice(readChoice(form));
    read();
    // Controls may lie outside the form's element, so their events do not pass through it.
    document.addEventListener('input', read);
    return () => document.removeEventListener('input', read);
  }, []);
  const refuseNothing = (event: MouseEvent) => {
    if (button.current?.form && readChoice(button.current.form) === null) event.preventDefault();
  };
  const off = 'bg-tile! text-muted! hover:bg-tile! active:scale-100 noscript:bg-accent-fill! noscript:text-on-accent!';
  return (
    <button
      ref={button}
      type="submit"
      aria-disabled={choice === null || undefined}
      onClick={refuseNothing}
      className={classes(buttonClass({ look: 'primary', size: 'answer' }), !choice && off, props.className)}
    >
      {!choice ? (
        <>
          <span className="noscript:hidden">{props.empty}</span>
          <noscript>Send the answer</noscript>
        </>
      ) : (
        <span className="min-w-0 truncate">Send {choice}</span>
      )}
    </button>
  );
}

import { redactDeeply } from '@/lib/redact';
import { redactCommand } from '@/lib/redact-command';

/** Characters that the server refuses, because they make a text read differently from what it does (lib/contract/text.ts). */
const unprintable = /(?![\n\r\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

const written = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Text as it may leave the machine: without secrets, and with what cannot be shown written out, so that it is seen. */
export const plainText = (text: string): string => redactDeeply(text).replace(unprintable, written);

/** {@link plainText} of a command: what a secret could hide is left in, because the person says yes to all of it. */
export const plainCommand = (command: string): string => redactCommand(command).replace(unprintable, written);

/** {@link plainText} in one line. */
export const plainLine = (text: string): string => oneLine(plainText(text));

/** Text without line breaks and runs of blanks. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Cuts at a number of characters, never inside of one, and shows that it did. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

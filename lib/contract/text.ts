import { z } from 'zod';

/**
 * Characters that text on the wire may not hold. Line feed, carriage return and tab are fine. The rest of C0 and C1 has no meaning
 * in a question and PostgreSQL refuses U+0000; bidi embeddings, overrides and isolates make a command read differently from what
 * it does. Other invisible characters are let through and shown as a mark (components/ui/agent-text).
 */
const forbidden = /(?![\n\r\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

/** Names the first forbidden character of a text and where it stands (counted from 1), or undefined. */
export function forbiddenCharacter(value: string): string | undefined {
  const found = forbidden.exec(value);
  if (!found) return undefined;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `has the control, bidi or broken character U+${code} at position ${found.index + 1}: remove it`;
}

/** How many characters (code points) a text has, as JSON Schema counts them. */
export const characters = (value: string): number => {
  let count = 0;
  for (const _ of value) count++;
  return count;
};

interface TextRules {
  /** Most characters; longer text is refused. */
  max?: number;
  /** Let empty text through (it then counts as not given). */
  mayBeEmpty?: boolean;
  /** Refuse line breaks and tabs: for names and ids. */
  oneLine?: boolean;
}

/** A string field with the limits of spec 2.9; its JSON Schema advertises the same limits. */
export function text(rules: TextRules = {}) {
  const { max, mayBeEmpty = false, oneLine = false } = rules;
  const schema = z.string().superRefine((value, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if (!mayBeEmpty && value.trim() === '') refuse('must not be empty');
    // Length in UTF-16 units is never less than in characters, so the exact count is needed only above it.
    if (max !== undefined && value.length > max && characters(value) > max) {
      refuse(`has ${characters(value)} characters, at most ${max} are allowed`);
    }
    const bad = forbiddenCharacter(value);
    if (bad) refuse(bad);
    if (oneLine && /[\n\r\t]/.test(value)) refuse('must be one line, without tabs');
  });
  return schema.meta({ ...(mayBeEmpty ? {} : { minLength: 1 }), ...(max === undefined ? {} : { maxLength: max }) });
}

/** A list of tags or ids: at most 100 entries of 256 characters (spec 2.9). */
export const targets = () => z.array(text({ max: 256, oneLine: true })).max(100);

/** An absolute http or https address. */
export const webAddress = () =>
  text({ max: 2048, oneLine: true }).refine((value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, username, password } = new URL(value);
    return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  }, 'must be a full http or https address without a user name');

/** Cuts at a number of characters, never inside one. */
export function cut(value: string, max: number): string {
  if (value.length <= max) return value;
  return [...value].slice(0, max).join('');
}

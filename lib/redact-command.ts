import { redact, redactDeeply, secretMark } from '@/lib/redact';

/** One word, as a shell would still read it where a secret stood. */
const mark = 'secret-removed';
/** Every mark of a secret that was taken out: what holds one is not what would run. */
export const secretMarks: string[] = [secretMark, mark];

/**
 * A command without each secret that is a plain word, or part of one. What could be more than a secret stays: a command that is judged, or
 * that a person says yes to, is the one that runs.
 */
export function withoutPlainSecrets(text: string): string {
  const pieces = redact(text).split(secretMark);
  if (pieces.length === 1) return text;
  let result = '';
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    // The last piece ends the text: what is before it was removed, however often the piece stands elsewhere.
    const start = index === 0 ? 0 : index === pieces.length - 1 ? text.length - piece.length : text.indexOf(piece, at);
    if (start < at || (index > 0 && piece === '' && index < pieces.length - 1)) return text;
    const secret = text.slice(at, start);
    if (index > 0) result += isPlainSecret(secret, text.slice(Math.max(0, at - longestBefore), at)) ? mark : secret;
    result += piece;
    at = start + piece.length;
  }
  return result;
}

/** As much of what stands before a secret as says what it is. */
const longestBefore = 100;
const inWord = /^[\w.~+/=:@%,-]+$/;
const quotedWord = /^(["'])[\w.~+/=:@%,-]+\1$/;
/** A word of its own that is neither an option nor the name of anything that is judged: those have no digits. */
const ownWord = /^(?:(?:basic|bearer|token|digest) )?(?=\S*\d)[A-Za-z0-9][\w.~+/=:@%,-]{7,}$/i;

/** It cannot hide a command: it holds nothing that a shell acts on, and is either the rest of a word or plainly a value. */
function isPlainSecret(secret: string, before: string): boolean {
  // A way up leads a path elsewhere.
  if (/(?:^|\/)\.\.(?:\/|$)/.test(secret)) return false;
  if (inWord.test(secret) || quotedWord.test(secret)) if (before !== '' && !/\s$/.test(before)) return true;
  if (ownWord.test(secret) && /(?:\s--[\w-]+|bearer|:)[ \t]+$/i.test(before)) return true;
  // A secret wherever it stands.
  return inWord.test(secret) && redact(secret) === secretMark;
}

/** Not the start of a path, nor what follows a variable: what a command does its work on is to be seen. */
const longRun = /(?<![\w/.@+$~{}*?-])[A-Za-z0-9+_-][A-Za-z0-9+/_-]{63,}={0,2}(?![\w/.-])/g;

/** Like {@link withoutPlainSecrets}, and also without long runs of base64, which hold nothing that a shell acts on. */
export const redactCommand = (command: string): string =>
  withoutPlainSecrets(command).replace(longRun, (run) => (redactDeeply(run) === secretMark ? mark : run));

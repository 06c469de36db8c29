import type { Word, WordPart } from 'unbash';
import type { ShellWord } from '@/lib/policies/shell-command';

/** Stands for what only running tells. */
export const unknown = '\0';
/** As many words as braces may make of one. */
const mostWords = 64;

interface Piece {
  shape: string;
  glob: boolean;
}

const literal = (shape: string): Piece => ({ shape, glob: false });

/** The words that the shell makes of one: braces are written out, everything else stays one word. */
export function shellWords(word: Word, source: string): ShellWord[] {
  const alternatives = piecesOf(word);
  const known = { written: source.slice(word.pos, word.end), start: word.pos, end: word.end };
  const quoted = /["'\\]/.test(known.written);
  return alternatives
    .map(({ shape, glob }) => ({ ...known, text: shape.includes(unknown) ? null : shape, shape, glob }))
    .filter(({ shape }) => shape !== '' || quoted || alternatives.length === 1);
}

function piecesOf(word: Word): Piece[] {
  if (!word.parts) return [braced(word.text) || isPathOf(word.value) ? literal(unknown) : literal(word.value)];
  let pieces: Piece[] = [literal('')];
  for (const part of word.parts) {
    const choices = piecesOfPart(part);
    if (pieces.length * choices.length > mostWords) return [literal(unknown)];
    pieces = pieces.flatMap((before) =>
      choices.map((after) => ({ shape: before.shape + after.shape, glob: before.glob || after.glob })),
    );
  }
  return pieces.map((piece) => (isPathOf(piece.shape) ? { ...piece, shape: unknown } : piece));
}

/** In zsh `=ls` is the path of ls. */
const isPathOf = (text: string): boolean => /^=[\w./]/.test(text);

const braced = (text: string): boolean => /^[^'"\\]*\{[^{}]*(?:,|\.\.)[^{}]*\}/.test(text);

function piecesOfPart(part: WordPart): Piece[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [literal(part.value)];
    case 'Glob':
      return [{ shape: part.text.includes('$') || part.text.includes('`') ? unknown : part.value, glob: true }];
    case 'DoubleQuoted':
    case 'LocaleString':
      return [literal(part.parts.map((inner) => piecesOfPart(inner)[0]?.shape ?? unknown).join(''))];
    case 'BraceExpansion':
      return braces(part.text);
    case 'ProcessSubstitution':
      // A name such as /dev/fd/63: what is read through it is judged as a command of its own.
      return [literal(part.operator === '<' ? '/dev/fd/63' : unknown)];
    default:
      return [literal(unknown)];
  }
}

/** `{a,b}` of plain words; anything else in braces is not known. */
function braces(text: string): Piece[] {
  const inner = /^\{([\w./@:+-]*(?:,[\w./@:+-]*)+)\}$/.exec(text)?.[1];
  return inner === undefined ? [literal(unknown)] : inner.split(',').map(literal);
}

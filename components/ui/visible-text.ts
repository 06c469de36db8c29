/** A stretch of text, a risky word in it, or one character that nobody could see. */
export type TextPart =
  | { kind: 'plain'; text: string }
  | { kind: 'risky'; text: string }
  | { kind: 'hidden'; text: string; code: string; name: string };

const names: Record<string, string> = {
  'U+00A0': 'no-break space',
  'U+00AD': 'soft hyphen',
  'U+061C': 'Arabic letter mark',
  'U+200B': 'zero-width space',
  'U+200C': 'zero-width non-joiner',
  'U+200D': 'zero-width joiner',
  'U+200E': 'left-to-right mark',
  'U+200F': 'right-to-left mark',
  'U+202A': 'left-to-right embedding',
  'U+202B': 'right-to-left embedding',
  'U+202C': 'end of direction change',
  'U+202D': 'left-to-right override',
  'U+202E': 'right-to-left override',
  'U+2060': 'word joiner',
  'U+2066': 'left-to-right isolate',
  'U+2067': 'right-to-left isolate',
  'U+2068': 'first strong isolate',
  'U+2069': 'end of isolate',
  'U+FEFF': 'zero-width no-break space',
};

// Controls, format characters (bidi, zero-width, tags), lone surrogates, line and paragraph separators, everything that
// Unicode says a renderer may leave out, and the blank Braille cell. Newline and tab stay as they are.
const hiddenInProse = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]/u;
// In code a space that is not a space changes what a command does, so it is shown too.
const hiddenInCode = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{DI}\u2800]/u;

function hiddenPart(character: string): TextPart {
  const codePoint = character.codePointAt(0) ?? 0;
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  return { kind: 'hidden', text: character, code, name: names[code] ?? 'invisible character' };
}

function escapeForPattern(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Splits text so that every risky word and every character that cannot be seen is a part of its own, in order. */
export function visibleParts(
  text: string,
  { riskyWords = [], code = false }: { riskyWords?: string[]; code?: boolean } = {},
): TextPart[] {
  const hidden = code ? hiddenInCode : hiddenInProse;
  // A carriage return that belongs to a line end is not hidden: it is the line end.
  const lines = text.replaceAll('\r\n', '\n');
  const words = riskyWords.filter((word) => word !== '').sort((one, other) => other.length - one.length);
  const marks = new RegExp([...words.map(escapeForPattern), `(?:${hidden.source})`].join('|'), 'gu');
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of lines.matchAll(marks)) {
    // The selector that turns a symbol into its emoji is part of that symbol.
    if (match[0] === '\uFE0F' && /\p{Extended_Pictographic}$/u.test(lines.slice(0, match.index))) continue;
    if (match.index > end) parts.push({ kind: 'plain', text: lines.slice(end, match.index) });
    parts.push(words.includes(match[0]) ? { kind: 'risky', text: match[0] } : hiddenPart(match[0]));
    end = match.index + match[0].length;
  }
  if (end < lines.length) parts.push({ kind: 'plain', text: lines.slice(end) });
  return parts;
}

/** Divides parts after about `limit` characters, never inside a risky word or a character. */
export function divideParts(parts: TextPart[], limit: number): { shown: TextPart[]; rest: TextPart[] } {
  const shown: TextPart[] = [];
  let used = 0;
  for (const [index, part] of parts.entries()) {
    if (used + part.text.length <= limit) {
      shown.push(part);
      used += part.text.length;
      continue;
    }
    if (part.kind !== 'plain') return { shown, rest: parts.slice(index) };
    const head = [...part.text.slice(0, limit - used + 1)].slice(0, -1).join('');
    const tail: TextPart = { kind: 'plain', text: part.text.slice(head.length) };
    return { shown: [...shown, { kind: 'plain', text: head }], rest: [tail, ...parts.slice(index + 1)] };
  }
  return { shown, rest: [] };
}

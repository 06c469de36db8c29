/** The lines of a text that comes in pieces. Only a line feed ends one: JSON may hold the other ends of lines that Unicode knows. */
export async function* linesOf(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/**
 * What a line says besides what was read of it, in words that follow "Line 3"; undefined when it is exactly what an export writes. Nothing
 * hashes another member, and of one that stands twice JSON keeps the last while a person may read the first.
 */
export function strayOf(line: string, found: object, read: object): string | undefined {
  if (line === JSON.stringify(read)) return undefined;
  const stray = Object.keys(found).find((name) => !Object.hasOwn(read, name));
  if (stray !== undefined) return `holds ${named(stray)}, which no export of Nod has and no hash is of.`;
  // A quotation mark inside of a text has a backslash before it, so that this finds members only.
  const twice = Object.keys(read).find((name) => line.split(new RegExp(`"${name}"\\s*:`)).length > 2);
  return twice ? `holds "${twice}" twice.` : 'is not written as an export of Nod writes it.';
}

/** The name goes to a terminal: one that could do something there is not shown. */
const named = (member: string): string => (/^[\w .-]{1,40}$/.test(member) ? `"${member}"` : 'a member');

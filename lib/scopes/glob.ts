/**
 * Globs of scopes: `*` and `?` stay within a folder, `**` crosses folders, `[abc]` is one character, `{a,b}` one of several texts. They come
 * from agents, so none of them becomes a RegExp: a glob is a list of states, and a text is matched by walking through it once with all the
 * states it can be in. The work is the product of both lengths at most, whatever the glob, and a budget ends it.
 */
type State =
  | { kind: 'split'; next: number[] }
  | { kind: 'one'; takes: (character: string) => boolean; next: number[] }
  | { kind: 'end' };

export interface Glob {
  states: State[];
  start: number;
}

/** How many steps may still be made, over all globs that are tried for one thing. */
export interface MatchBudget {
  steps: number;
}

/** Reads a glob; every text is one. What is not closed, `[` or `{`, stands for itself. */
export function readGlob(pattern: string): Glob {
  return new Reader([...pattern]).read();
}

/**
 * Whether a glob matches a whole path, or with `below` the path or one of the folders above it. Undefined when the budget is spent before
 * that is known.
 */
export function matchesGlob(glob: Glob, path: string, budget: MatchBudget, below = false): boolean | undefined {
  const characters = [...path];
  const seen = new Int32Array(glob.states.length).fill(-1);
  let now = follow(glob, [glob.start], seen, -2, budget);
  for (let at = 0; ; at++) {
    const isOver = at === characters.length;
    const isFolder = below && at > 0 && characters[at] === '/';
    if ((isOver || isFolder) && now.some((state) => glob.states[state]?.kind === 'end')) return true;
    if (budget.steps <= 0) return undefined;
    if (isOver || now.length === 0) return false;
    const character = characters[at] ?? '';
    const next: number[] = [];
    for (const index of now) {
      const state = glob.states[index];
      if (state?.kind === 'one' && state.takes(character)) next.push(...state.next);
    }
    now = follow(glob, next, seen, at, budget);
  }
}

/** All states that are reached from these without taking a character, each once. */
function follow({ states }: Glob, from: number[], seen: Int32Array, mark: number, budget: MatchBudget): number[] {
  const reached: number[] = [];
  const open = [...from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (seen[index] === mark) continue;
    seen[index] = mark;
    budget.steps--;
    const state = states[index];
    if (state?.kind === 'split') open.push(...state.next);
    else reached.push(index);
  }
  return reached;
}

const anything = () => true;
const withinFolder = (character: string) => character !== '/';

/** A part of a glob: where it ends, and how its states are made before those that follow; gives the first. */
interface Piece {
  end: number;
  build: (next: number) => number;
}

/** Reads from the end to the start: each part then knows the state that follows it. */
class Reader {
  private readonly states: State[] = [{ kind: 'end' }];
  private readonly braces: Map<number, { closes: number; commas: number[] }>;

  constructor(private readonly text: string[]) {
    this.braces = pairBraces(text);
  }

  read(): Glob {
    return { start: this.part(0, this.text.length, 0), states: this.states };
  }

  private add(state: State): number {
    return this.states.push(state) - 1;
  }

  private literal(characters: string[], next: number): number {
    let after = next;
    for (const character of characters.toReversed())
      after = this.add({ kind: 'one', takes: (one) => one === character, next: [after] });
    return after;
  }

  /** Any number of the characters that `takes` takes, then `next`. */
  private many(takes: (character: string) => boolean, next: number): number {
    const loop = this.add({ kind: 'split', next: [next] });
    const one = this.add({ kind: 'one', takes, next: [loop] });
    this.states[loop] = { kind: 'split', next: [one, next] };
    return loop;
  }

  private either(...next: number[]): number {
    return this.add({ kind: 'split', next });
  }

  /** The states of the text between two places, before `next`; gives the first. */
  private part(from: number, to: number, next: number): number {
    let after = next;
    for (const build of this.pieces(from, to).toReversed()) after = build(after);
    return after;
  }

  private pieces(from: number, to: number): Piece['build'][] {
    const pieces: Piece['build'][] = [];
    for (let at = from; at < to; ) {
      const piece = this.choice(at, to) ?? this.folderAndBelow(at) ?? this.stars(at, to) ?? this.character(at, to);
      pieces.push(piece.build);
      at = piece.end;
    }
    return pieces;
  }

  /** `{a,b}` */
  private choice(at: number, to: number): Piece | undefined {
    const brace = this.braces.get(at);
    if (!brace || brace.closes >= to) return undefined;
    const places = [at, ...brace.commas, brace.closes];
    const build = (next: number) =>
      this.either(...places.slice(1).map((end, index) => this.part((places[index] ?? 0) + 1, end, next)));
    return { end: brace.closes + 1, build };
  }

  /** A double star at the end: the folder itself belongs to what is below it. */
  private folderAndBelow(at: number): Piece | undefined {
    const { text } = this;
    if (text[at] !== '/' || text[at + 1] !== '*' || text[at + 2] !== '*' || !this.isEnd(at + 3)) return undefined;
    return { end: at + 3, build: (next) => this.either(next, this.literal(['/'], this.many(anything, next))) };
  }

  /** `*` and `**`; a double star that is a whole segment also stands for none. */
  private stars(at: number, to: number): Piece | undefined {
    const { text } = this;
    let end = at;
    while (text[end] === '*' && end < to) end++;
    if (end === at) return undefined;
    const crosses = end - at > 1;
    const beginsSegment = at === 0 || '/{,'.includes(text[at - 1] ?? '');
    if (!crosses || !beginsSegment || text[end] !== '/' || end >= to)
      return { end, build: (next) => this.many(crosses ? anything : withinFolder, next) };
    const build = (next: number) => this.either(next, this.many(anything, this.literal(['/'], next)));
    return { end: end + 1, build };
  }

  /** `?`, `[abc]` or what stands for itself. */
  private character(at: number, to: number): Piece {
    const character = this.text[at] ?? '';
    if (character === '?')
      return { end: at + 1, build: (next) => this.add({ kind: 'one', takes: withinFolder, next: [next] }) };
    const found = character === '[' ? classAt(this.text, at, to) : undefined;
    if (!found) return { end: at + 1, build: (next) => this.literal([character], next) };
    const { closes, takes } = found;
    const named = this.text.slice(at, closes + 1);
    // Folders may be called [id], and who writes app/[id]/page.tsx means that one.
    const build = (next: number) =>
      this.either(this.add({ kind: 'one', takes, next: [next] }), this.literal(named, next));
    return { end: closes + 1, build };
  }

  /** Whether nothing more follows, but for the rest of braces that close at the end. */
  private isEnd(from: number): boolean {
    let at = from;
    while (at < this.text.length) {
      const around = [...this.braces].find(
        ([opens, { closes, commas }]) => opens < at && (closes === at || commas.includes(at)),
      );
      if (!around) return false;
      at = around[1].closes + 1;
    }
    return true;
  }
}

/** Braces within braces within so many braces mean nothing to anybody. */
const deepest = 10;

/** Which `{` is closed by which `}`, and the commas between them. Braces without a comma stand for themselves. */
function pairBraces(text: string[]): Map<number, { closes: number; commas: number[] }> {
  const pairs = new Map<number, { closes: number; commas: number[] }>();
  const open: { at: number; commas: number[] }[] = [];
  for (const [at, character] of text.entries()) {
    if (character === '{') open.push({ at, commas: [] });
    else if (character === ',') open.at(-1)?.commas.push(at);
    else if (character === '}') {
      const last = open.pop();
      if (last && last.commas.length > 0 && open.length < deepest)
        pairs.set(last.at, { closes: at, commas: last.commas });
    }
  }
  return pairs;
}

/** The class that opens here, as a test of one character; undefined when it is not closed within its folder. */
function classAt(text: string[], at: number, to: number) {
  const isNegated = text[at + 1] === '!' || text[at + 1] === '^';
  const first = at + (isNegated ? 2 : 1);
  const closes = text.indexOf(']', first + 1);
  if (closes < 0 || closes >= to) return undefined;
  const members = text.slice(first, closes);
  if (members.includes('/')) return undefined;
  const ranges: [string, string][] = [];
  for (let index = 0; index < members.length; index++) {
    const low = members[index] ?? '';
    const isRange = members[index + 1] === '-' && index + 2 < members.length;
    if (isRange) index += 2;
    ranges.push([low, isRange ? (members[index] ?? low) : low]);
  }
  const point = (character: string) => character.codePointAt(0) ?? 0;
  const isMember = (character: string) =>
    ranges.some(([low, high]) => point(low) <= point(character) && point(character) <= point(high));
  return { closes, takes: (character: string) => character !== '/' && isMember(character) !== isNegated };
}

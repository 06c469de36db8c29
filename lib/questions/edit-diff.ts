import { type LineChange, lineChanges } from '@/lib/questions/line-changes';

/**
 * Writes what an editing tool would change as the text that the decision page shows as a diff (lib/questions/read-diff.ts reads it). Hooks
 * use it where the agent runs, so it imports nothing of the server.
 *
 * The format is the unified diff with two conventions: a hunk whose place in the file is unknown starts at line 0 (`@@ -0,2 +0,3 @@`), and
 * lines that begin with `\ ` are remarks, as in `\ No newline at end of file`.
 */
export interface FileEdit {
  path: string;
  /** In the order in which they are made. Secrets are to be removed from them first: afterwards the counts of lines would be wrong. */
  pieces: EditPiece[];
  isNewFile?: boolean;
}

export interface EditPiece {
  before: string;
  after: string;
  /** The line of the file at which `before` starts, from 1; left out when it is not known. */
  startLine?: number;
  /** It is replaced wherever it stands in the file. */
  everywhere?: boolean;
}

interface Hunk {
  /** Line numbers from 1, or 0 when the place is not known. */
  oldStart: number;
  newStart: number;
  lines: LineChange[];
  remark?: string;
}

const contextLines = 3;
/** Of what goes away, this much is shown when not everything can be: what comes instead matters more. */
const keptRemovals = 6;
const number = new Intl.NumberFormat('en');

/** The edits of one tool call as a diff of at most `maxCharacters`; a cut is marked as a remark that says how much is missing. */
export function editDiff(edits: FileEdit[], maxCharacters = 4000): string {
  const files = edits.map((edit) => ({ head: headOf(edit), hunks: edit.pieces.flatMap(hunksOf) }));
  const whole = files.map(({ head, hunks }) => [head, ...hunks.map(hunkText)].join('\n')).join('\n');
  if (whole.length <= maxCharacters) return whole;
  return withinLimit(
    files.map(({ head, hunks }) => ({ head, hunks: hunks.flatMap(shortenRemovals) })),
    maxCharacters,
  );
}

/** A patch that is a text already, such as that of apply_patch, cut at a line in the same visible way. */
export function cutPatch(patch: string, maxCharacters = 4000): string {
  if (patch.length <= maxCharacters) return patch;
  const head = patch.slice(0, maxCharacters - cutReserve);
  const end = Math.max(head.lastIndexOf('\n'), 0);
  return `${head.slice(0, end)}\n${cutRemark(linesOf(patch.slice(end + 1)).length)}`;
}

function headOf({ path, isNewFile }: FileEdit): string {
  // A line break in a file's name would begin a line of its own.
  const name = path.replace(/[\r\n\t]/g, (character) => JSON.stringify(character).slice(1, -1));
  return `--- ${isNewFile ? '/dev/null' : name}\n+++ ${name}`;
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Line ends of Windows are not what an edit is about, unless it changes them. */
function plainLineEnds({ before, after }: EditPiece): { before: string; after: string } {
  const isWindows = (text: string) => !/(?:^|[^\r])\n/.test(text);
  if (!isWindows(before) || !isWindows(after)) return { before, after };
  return { before: before.replaceAll('\r\n', '\n'), after: after.replaceAll('\r\n', '\n') };
}

function hunksOf(piece: EditPiece): Hunk[] {
  const { before, after } = plainLineEnds(piece);
  const changes = lineChanges(linesOf(before), linesOf(after));
  const hunks = changedStretches(changes).map(({ from, to }) => hunkAt(changes, from, to, piece.startLine));
  const first = hunks[0];
  if (!first) {
    const remark = before === after ? 'Nothing changes' : 'Only the line break at the end changes';
    return [{ oldStart: 0, newStart: 0, lines: [], remark }];
  }
  if (piece.everywhere)
    hunks.push({ oldStart: 0, newStart: 0, lines: [], remark: 'Replaced wherever it stands in the file' });
  return hunks;
}

/** Where something changes, with the lines around it; stretches that touch are one. */
function changedStretches(changes: LineChange[]): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = [];
  for (const [index, { sign }] of changes.entries()) {
    if (sign === ' ') continue;
    const from = Math.max(0, index - contextLines);
    const to = Math.min(changes.length, index + contextLines + 1);
    const last = stretches.at(-1);
    if (last && from <= last.to) last.to = to;
    else stretches.push({ from, to });
  }
  return stretches;
}

function hunkAt(changes: LineChange[], from: number, to: number, startLine: number | undefined): Hunk {
  const lines = changes.slice(from, to);
  if (startLine === undefined) return { oldStart: 0, newStart: 0, lines };
  const earlier = changes.slice(0, from);
  return { oldStart: startLine + countOf(earlier, '+'), newStart: startLine + countOf(earlier, '-'), lines };
}

/** How many lines there are without those of one sign. */
const countOf = (lines: LineChange[], without: '-' | '+'): number =>
  lines.filter(({ sign }) => sign !== without).length;

function hunkText({ oldStart, newStart, lines, remark }: Hunk): string {
  const side = (start: number, without: '-' | '+'): string => {
    const count = countOf(lines, without);
    // By convention an empty side names the line before it.
    return `${count === 0 && start > 0 ? start - 1 : start},${count}`;
  };
  const head = lines.length === 0 ? [] : [`@@ -${side(oldStart, '+')} +${side(newStart, '-')} @@`];
  const rest = remark === undefined ? [] : [`\\ ${remark}`];
  return [...head, ...lines.map(({ sign, text }) => sign + text), ...rest].join('\n');
}

/** Leaves out the end of long runs of removed lines, with a remark in their place. */
function shortenRemovals(hunk: Hunk): Hunk[] {
  const hunks: Hunk[] = [];
  let rest = hunk;
  for (;;) {
    const run = longRemoval(rest.lines);
    if (!run) return [...hunks, rest];
    const shown = rest.lines.slice(0, run.from + keptRemovals);
    const left = run.to - run.from - keptRemovals;
    hunks.push({ ...rest, lines: shown, remark: `${number.format(left)} more removed lines are not shown` });
    const gone = rest.lines.slice(0, run.to);
    const isPlaced = rest.oldStart > 0;
    rest = {
      oldStart: isPlaced ? rest.oldStart + countOf(gone, '+') : 0,
      newStart: isPlaced ? rest.newStart + countOf(gone, '-') : 0,
      lines: rest.lines.slice(run.to),
      ...(rest.remark === undefined ? {} : { remark: rest.remark }),
    };
  }
}

function longRemoval(lines: LineChange[]): { from: number; to: number } | undefined {
  let from = 0;
  for (let at = 0; at <= lines.length; at++) {
    if (lines[at]?.sign === '-') continue;
    if (at - from > keptRemovals + 2) return { from, to: at };
    from = at + 1;
  }
  return undefined;
}

const cutReserve = 100;
function cutRemark(missing: number, withinLine = false): string {
  const lines = `${number.format(missing)} more ${missing === 1 ? 'line' : 'lines'}`;
  const what = [withinLine && 'the rest of this line', missing > 0 && lines].filter(Boolean).join(' and ');
  return `\\ Cut here: ${what} not shown`;
}

/** As many lines as fit, then how many are missing. */
function withinLimit(files: { head: string; hunks: Hunk[] }[], maxCharacters: number): string {
  const written: string[] = [];
  let room = maxCharacters - cutReserve;
  let missing = files.flatMap(({ hunks }) => hunks).reduce((sum, { lines }) => sum + lines.length, 0);
  const write = (text: string): void => {
    written.push(text);
    room -= text.length + 1;
  };
  for (const { head, hunks } of files) {
    if (head.length > room) return [...written, cutRemark(missing)].join('\n');
    write(head);
    for (const hunk of hunks) {
      const text = hunkText(hunk);
      missing -= hunk.lines.length;
      if (text.length < room) {
        write(text);
        continue;
      }
      const { lines, withinLine } = linesThatFit(hunk.lines, room - 40);
      if (lines.length > 0) write(hunkText({ ...hunk, lines, remark: undefined }));
      return [...written, cutRemark(missing + hunk.lines.length - lines.length, withinLine)].join('\n');
    }
  }
  return written.join('\n');
}

function linesThatFit(lines: LineChange[], room: number): { lines: LineChange[]; withinLine: boolean } {
  const fitting: LineChange[] = [];
  let left = room;
  for (const line of lines) {
    if (line.text.length + 2 > left) {
      // Half a character would not be one.
      const text = line.text.slice(0, Math.max(0, left - 2)).replace(/[\uD800-\uDBFF]$/, '');
      if (text.length < 40) return { lines: fitting, withinLine: false };
      return { lines: [...fitting, { ...line, text }], withinLine: true };
    }
    fitting.push(line);
    left -= line.text.length + 2;
  }
  return { lines: fitting, withinLine: false };
}

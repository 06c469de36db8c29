/** What a diff does to one file, as the decision page shows it. */
export interface FileDiff {
  /** Where it ends up: the name in its heading. */
  path: string;
  /** Where it was before, when that is elsewhere. */
  movedFrom?: string;
  fate: 'changed' | 'new' | 'deleted';
  rows: DiffRow[];
}

export interface DiffRow {
  /** A gap lies between two places of a file, a remark is about the diff itself. */
  change: 'added' | 'removed' | 'same' | 'gap' | 'remark';
  /** The line of the file, when it is known. */
  number?: number;
  text: string;
}

/**
 * Reads a text as a diff: a unified one (lib/questions/edit-diff.ts writes those) or the body of apply_patch. Undefined when it is neither,
 * or when a single line of it would not be shown: a person approves the text, so nothing of it may get lost in a nicer view. A text that
 * was cut may end within a hunk.
 */
export function readDiff(text: string, { cut = false } = {}): FileDiff[] | undefined {
  // Line ends of Windows, unless only some lines have them: then they may be what changes, and are shown.
  const isWindows = !/(?:^|[^\r])\n/.test(text);
  const lines = (isWindows ? text.replaceAll('\r\n', '\n') : text).replace(/\n+$/, '').split('\n');
  const files = lines[0] === '*** Begin Patch' ? readPatch(lines, cut) : readUnified(lines, cut);
  return files && files.length > 0 && files.some(({ rows }) => rows.length > 0) ? files : undefined;
}

const hunkHead = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?(.*)$/;
/** What git writes about a file before its names. */
const preamble =
  /^(?:old mode|new mode|deleted file mode|new file mode|similarity index|dissimilarity index|rename from|rename to|copy from|copy to|Binary files) /;

function readUnified(lines: string[], cut: boolean): FileDiff[] | undefined {
  const files: FileDiff[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const file = files.at(-1);
    const head = hunkHead.exec(line);
    if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ')) {
      nameFile(files, line.slice(4), lines[at + 1]?.slice(4) ?? '');
      at += 2;
    } else if (line.startsWith('diff --git ')) {
      files.push({ path: line.slice('diff --git '.length), fate: 'changed', rows: [] });
      at += 1;
    } else if (file && head) {
      const end = readHunk(file, head, lines, at + 1, cut);
      if (end === undefined) return undefined;
      at = end;
    } else if (file && line.startsWith('\\ ')) {
      file.rows.push({ change: 'remark', text: line.slice(2) });
      at += 1;
    } else if (file && (preamble.test(line) || /^index [0-9a-f]/.test(line))) {
      if (!line.startsWith('index ')) file.rows.push({ change: 'remark', text: line });
      at += 1;
    } else if (file && line === '') at += 1;
    else return undefined;
  }
  return files;
}

/** Begins a file by its two names, or names the one that git announced. */
function nameFile(files: FileDiff[], before: string, after: string): void {
  const isNew = before === '/dev/null';
  const isDeleted = after === '/dev/null';
  const hasLetters = (isNew || before.startsWith('a/')) && (isDeleted || after.startsWith('b/'));
  const [from, to] = hasLetters ? [before.replace(/^a\//, ''), after.replace(/^b\//, '')] : [before, after];
  const named: Omit<FileDiff, 'rows'> = {
    path: isDeleted ? from : to,
    fate: isNew ? 'new' : isDeleted ? 'deleted' : 'changed',
    ...(isNew || isDeleted || from === to ? {} : { movedFrom: from }),
  };
  const announced = files.at(-1);
  const isAnnounced = announced?.rows.every(({ change }) => change === 'remark') && announced.path.startsWith('a/');
  if (announced && isAnnounced) Object.assign(announced, named);
  else files.push({ ...named, rows: [] });
}

/** Reads as many lines as a hunk's head promises, so that no line of a file can pass for a head. Gives where it ends. */
function readHunk(
  file: FileDiff,
  head: RegExpExecArray,
  lines: string[],
  start: number,
  cut: boolean,
): number | undefined {
  const [, oldStart = '0', oldCount = '1', newStart = '0', newCount = '1', section = ''] = head;
  let [oldLeft, newLeft] = [Number(oldCount), Number(newCount)];
  let [oldLine, newLine] = [Number(oldStart), Number(newStart)];
  // A place that is not known is line 0, though there are lines.
  const isPlaced = (oldLine > 0 || oldLeft === 0) && (newLine > 0 || newLeft === 0);
  const numbered = (line: number) => (isPlaced ? { number: line } : {});
  if (section !== '' || file.rows.some(({ change }) => change !== 'remark'))
    file.rows.push({ change: 'gap', text: section });
  let at = start;
  while (oldLeft > 0 || newLeft > 0) {
    const line = lines[at];
    if (line === undefined) return cut ? at : undefined;
    const text = line.slice(1);
    if (line.startsWith('-') && oldLeft > 0) {
      file.rows.push({ change: 'removed', ...numbered(oldLine++), text });
      oldLeft--;
    } else if (line.startsWith('+') && newLeft > 0) {
      file.rows.push({ change: 'added', ...numbered(newLine++), text });
      newLeft--;
    } else if ((line === '' || line.startsWith(' ')) && oldLeft > 0 && newLeft > 0) {
      file.rows.push({ change: 'same', ...numbered(newLine++), text });
      oldLine++;
      oldLeft--;
      newLeft--;
    } else if (line.startsWith('\\ ')) file.rows.push({ change: 'remark', text: line.slice(2) });
    else return undefined;
    at++;
  }
  return at;
}

const patchFile = /^\*\*\* (Update|Add|Delete) File: (.+)$/;
const fates = { Update: 'changed', Add: 'new', Delete: 'deleted' } as const;
const patchChanges: Record<string, DiffRow['change']> = { '+': 'added', '-': 'removed', ' ': 'same', '': 'same' };

/** The body of apply_patch: every line of a file has its sign, so that none can pass for one of the patch's own. */
function readPatch(lines: string[], cut: boolean): FileDiff[] | undefined {
  const files: FileDiff[] = [];
  const last = lines.lastIndexOf('*** End Patch');
  if ((last < 0 && !cut && !lines.at(-1)?.startsWith('\\ ')) || (last >= 0 && last !== lines.length - 1))
    return undefined;
  for (const line of lines.slice(1, last < 0 ? undefined : last)) {
    const [, verb, path] = patchFile.exec(line) ?? [];
    const file = files.at(-1);
    if (verb && path) {
      files.push({ path, fate: fates[verb as keyof typeof fates], rows: verb === 'Delete' ? [deletion] : [] });
    } else if (!file) return undefined;
    else if (line.startsWith('*** Move to: ')) Object.assign(file, { movedFrom: file.path, path: line.slice(13) });
    else if (line === '@@' || line.startsWith('@@ ')) file.rows.push({ change: 'gap', text: line.slice(3) });
    else if (line === '*** End of File') file.rows.push({ change: 'remark', text: 'At the end of the file' });
    else if (line.startsWith('\\ ')) file.rows.push({ change: 'remark', text: line.slice(2) });
    else {
      const change = patchChanges[line.slice(0, 1)];
      if (!change) return undefined;
      file.rows.push({ change, text: line.slice(1) });
    }
  }
  return files;
}

const deletion: DiffRow = { change: 'remark', text: 'The whole file is deleted' };

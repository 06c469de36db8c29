import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type Machine, makeMachine, nod, nodJson } from './run-nod';

// An exported ledger is verified without any server: whoever has the file and the command can. The chain is made here once more, by the
// five lines that docs/agents.md names, so that the command does not only agree with itself.

let machine: Machine;
test.beforeAll(async () => {
  machine = await makeMachine();
});
test.afterAll(() => machine.remove());

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

interface Entry {
  seq: number;
  at: string;
  event: string;
  subject: string | null;
  detail: string;
  previousHash: string;
  hash: string;
}

function makeLedger(): string[] {
  const entries: Entry[] = [];
  for (const event of ['proposed', 'ratified', 'widened', 'denied', 'stopped']) {
    const seq = entries.length + 1;
    const previousHash = entries.at(-1)?.hash ?? sha256('nod');
    const [at, subject] = [`2026-11-30T12:00:0${seq}.000Z`, seq === 5 ? null : `subject ${seq}`];
    const detail = `{"path": "a\u2028b ${seq}"}`;
    const hash = sha256([previousHash, seq, at, `${event} ${subject ?? '-'}`, detail].join('\n'));
    entries.push({ seq, at, event, subject, detail, previousHash, hash });
  }
  const header = {
    ledger: 'nod',
    format: 1,
    workspace: 'w',
    exportedAt: '2026-11-30T13:00:00.000Z',
    entries: 5,
    head: entries[4]?.hash,
  };
  return [header, ...entries].map((line) => JSON.stringify(line));
}

async function store(lines: string[]): Promise<string> {
  const file = path.join(machine.home, 'ledger.jsonl');
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

test('a good export is unbroken, from a file and from stdin', async () => {
  const lines = makeLedger();
  const file = await store(lines);
  const head = JSON.parse(lines[5] ?? '').hash;
  const good = { code: 0, stderr: '', stdout: expect.stringContaining(`Unbroken: 5 entries`) };
  expect(await nod(machine, ['ledger', 'verify', file])).toMatchObject(good);
  const piped = await nod(machine, ['ledger', 'verify', '-'], { input: lines.join('\n') });
  expect(piped).toMatchObject(good);
  expect(piped.stdout).toContain(head);
  expect(await nodJson(machine, ['ledger', 'verify', file])).toMatchObject({
    code: 0,
    value: { unbroken: true, entries: 5, header: { head } },
  });
});

test('a row that was changed, removed, swapped or cut off is named, and the exit code is 1', async () => {
  const lines = makeLedger();
  const changed = lines.map((line, at) => (at === 2 ? line.replace('ratified', 'declined') : line));
  const swapped = [0, 1, 3, 2, 4, 5].map((at) => lines[at] ?? '');
  const table: [string, string[], string][] = [
    ['changed', changed, 'Entry 2 was changed'],
    ['removed', lines.filter((_, at) => at !== 3), 'Entry 3 was removed'],
    ['moved', swapped, 'swapped'],
    ['cut', lines.slice(0, -1), 'The end is missing'],
    ['unreadable', [...lines.slice(0, 3), '{', ...lines.slice(4)], 'Line 4'],
    ['not_an_export', ['hello'], 'The first line'],
  ];
  for (const [kind, broken, sentence] of table) {
    const file = await store(broken);
    const ended = await nod(machine, ['ledger', 'verify', file]);
    expect(ended, kind).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(sentence) });
    expect(await nodJson(machine, ['ledger', 'verify', file])).toMatchObject({
      code: 1,
      value: { unbroken: false, problem: { kind }, code: 'failed' },
    });
  }
});

test('a file that cannot be read is named', async () => {
  for (const file of ['/no/such/file', machine.home])
    expect(await nod(machine, ['ledger', 'verify', file])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(file),
    });
});

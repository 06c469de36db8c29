// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are commands for a shell.
import { expect, test } from 'vitest';
import { decide } from '@/lib/policies/decide';
import { readShell } from '@/lib/policies/shell';
import { chainOf, type ShellCommand } from '@/lib/policies/shell-command';
import { cpuMsOf } from '@/lib/testing/cpu-time';

const commandsIn = (line: string): ShellCommand[] => {
  const read = readShell(line);
  if ('unreadable' in read) throw new Error(`${line}: ${read.unreadable}`);
  return read.commands;
};
/** Words as programs get them; `?` for one that is not known. */
const said = (line: string): string[] =>
  commandsIn(line).map(({ words, opaque }) => `${words.map(({ text }) => text ?? '?').join(' ')}${opaque ? ' !' : ''}`);

test.each<[line: string, commands: string[]]>([
  ['ls -la', ['ls -la']],
  ['a; b\nc & d', ['a', 'b', 'c', 'd']],
  ['a && b || c', ['a', 'b', 'c']],
  ['a | b |& c', ['a', 'b', 'c']],
  ['(a; b)', ['a', 'b']],
  ['{ a; b; }', ['a', 'b']],
  ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
  ['for x in 1 2; do a $x; done', ['a ?']],
  ['while a; do b; done', ['a', 'b']],
  ['until a; do b; done', ['a', 'b']],
  ['case $x in y) a;; *) b;; esac', ['a', 'b']],
  ['select x in y; do a; done', ['a']],
  ['f() { a; }', ['a', ' !']],
  ['function f { a; }', ['a', ' !']],
  ['for PATH in a; do b; done', ['b', '']],
  ['coproc a', ['a']],
  ['time a', ['a']],
  ['! a', ['a']],
  ['echo $(a) `b`', ['a', 'b', 'echo ? ?']],
  ['echo "x $(a "$(b)") y"', ['b', 'a ?', 'echo ?']],
  ['x=$(a)', ['a', '']],
  ['x=(1 $(a))', ['a', '']],
  ['export x=$(a)', ['a', 'export ?']],
  ['cat <(a) >(b)', ['a', 'b', 'cat /dev/fd/63 ?']],
  ['cat <<E\n$(a)\nE', ['a', 'cat']],
  ["cat <<'E'\n$(a)\nE", ['cat']],
  ['cat <<< "$(a)"', ['a', 'cat']],
  ['[[ $(a) = x ]]', ['a']],
  ['echo $((1 + $(a)))', ['a', ' !', 'echo ?']],
  ['echo ${x:-$(a)}', ['a', 'echo ?']],
  ['a > $(b)', ['b', 'a']],
  ["r''m \"-r\"f \\x $'\\x79'", ['rm -rf x y']],
  ['a {b,c}d e{f,g}', ['a bd cd ef eg']],
  ['a {1..3} {b,$c}', ['a ? ?']],
  ['a "{b,c}"', ['a {b,c}']],
  ['a # b; c', ['a']],
  ['a "#" b', ['a # b']],
  ['env -i X=1 a b', ['a b']],
  ['env -u X a', ['a']],
  ['command -p a', ['a']],
  ['command -v a', ['command -v a']],
  ['timeout -k 5 --signal KILL 10s a', ['a']],
  ['nice -n 5 nohup stdbuf -oL a', ['a']],
  ['sudo -u me X=1 a', ['a']],
  ['doas a', ['a']],
  ['xargs -n 1 -P 4 a b', ['a b ?']],
  ['xargs -I% a % b', ['a ? b ?']],
  // A single ; ends the command, as in a shell.
  ['find . -exec a {} ; -exec b {} +', ['find . -exec a {}', 'a ?', '-exec b {} +']],
  ['find . -exec a {} \\; -exec b {} +', ['find . -exec a {} ; -exec b {} +', 'a ?', 'b ?']],
  ['bash -c "a; b"', ['a', 'b']],
  ["sh -euxc 'a' name arg", ['a']],
  ['bash -o pipefail -c a', ['a']],
  ['bash script.sh', ['bash script.sh']],
  ['bash', ['bash !']],
  ['eval a b', ['a b']],
  ['eval "$x"', ['eval ? !']],
  ['exec a', ['a']],
  ['watch -n 1 "a | b"', ['a', 'b']],
  ['ssh -p 22 me@host "a; b"', ['a', 'b']],
  ['docker exec -it -u root c a b', ['a b']],
  ['docker run --rm -v a:b image a', ['a']],
  ['kubectl exec pod -c x -- a b', ['a b']],
  ['npx -y a b', ['a b']],
  ['pnpm exec a', ['a']],
  ['npm run a', ['npm run a']],
  ['echo "a; b" | sh', ['echo a; b', 'a', 'b']],
  ['echo $x | sh', ['echo ?', 'sh !']],
  ['constructor x', ['constructor x']],
  ['__proto__', ['__proto__']],
])('%s', (line, commands) => {
  expect(said(line)).toEqual(commands);
});

test('what is set and what is written belongs to the command', () => {
  const [command] = commandsIn('A=1 B="$x" ls > out 2>> err < in 2>&1 > /dev/null');
  expect(command).toMatchObject({
    assignments: [
      { name: 'A', value: '1' },
      { name: 'B', value: null },
    ],
    writes: [{ text: 'out' }, { text: 'err' }],
    reads: [{ text: 'in' }],
  });
  expect(commandsIn('{ ls; } > out').some(({ writes }) => writes.length > 0)).toBe(true);
});

test('what runs a command is remembered, from the inside out', () => {
  const [command] = commandsIn("sudo timeout 5 bash -c 'rm x'");
  expect(chainOf(command as ShellCommand).map(({ written }) => written)).toEqual([
    'rm x',
    "bash -c 'rm x'",
    "timeout 5 bash -c 'rm x'",
    "sudo timeout 5 bash -c 'rm x'",
  ]);
});

test.each([
  '$(',
  '"$(',
  '(',
  '`',
  '\\`',
  '<(',
  '$((',
  '((',
  '[[ (',
  '{',
  '{ ',
  '{a,',
  '{a,b}',
  '${a:-',
  '"${a:-"',
  'if a; then ',
  'case x in a) ',
  'f() ',
  'f() { ',
  '<<E ',
  '<<E\n',
  'a | ',
  'a && ',
  'a; ',
  'a & ',
  '> ',
  'time ',
  '! ',
  'a[',
  'a=(',
  '$[',
  '@(a|',
  '*',
  '[',
  '"',
  "'",
  '\\',
  "$'\\x",
  'a ',
  '\n',
  '=',
  '#',
  'eval ',
  'bash -c ',
  'sudo ',
  'env ',
  'xargs ',
  'timeout 1 ',
  'find -exec ',
  'git -c a=! ',
  '{a,b}{c,d}',
  '$x ',
  'echo "$(',
  "bash -c '",
])('64 kB of %j end in a verdict soon, and are never allowed by being long', (part) => {
  for (const length of [300, 64_000]) {
    const line = part.repeat(Math.ceil(length / part.length));
    const call = { tool: 'Bash', kind: 'shell' as const, inputs: [{ command: line }] };
    expect(
      cpuMsOf(() => decide(call, { preset: 'balanced', rules: [] })),
      `${length}`,
    ).toBeLessThan(3000);
  }
});

test('texts within texts end somewhere', () => {
  let line = 'ls';
  for (let level = 0; level < 12; level += 1) line = `bash -c ${JSON.stringify(line)}`;
  expect(readShell(line.slice(0, 60_000))).toHaveProperty('unreadable');
});

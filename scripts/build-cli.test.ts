import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nod-bundle-'));
  file = join(folder, 'nod.cjs');
  const { status, stderr } = spawnSync(process.execPath, ['scripts/bundle-cli.mjs', file]);
  if (status !== 0) throw new Error(stderr.toString());
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the bundle with its modules telling that they are evaluated; gives their names. */
function modulesRun(args: string[], input: string): string[] {
  const told = join(folder, 'told.json');
  const telling = readFileSync(file, 'utf8')
    .replace(/(init_\w+)=(?:\/\* @__PURE__ \*\/ ?)?__esmMin\(\(\(\)=>\{/g, '$&evaluated.push("$1");')
    .replace(/(require_\w+)=(?:\/\* @__PURE__ \*\/ ?)?__commonJSMin\(\(\(\w*,?\w*\)=>\{/g, '$&evaluated.push("$1");')
    .replace(
      '\n',
      `\nconst evaluated=[];process.on("exit",()=>require("node:fs").writeFileSync(${JSON.stringify(told)},JSON.stringify(evaluated)));\n`,
    );
  const telltale = join(folder, 'telling.cjs');
  writeFileSync(telltale, telling);
  const env = { PATH: process.env.PATH, HOME: folder, NOD_URL: 'http://127.0.0.1:9', NOD_API_KEY: 'pk_1.2' };
  spawnSync(process.execPath, [telltale, ...args], { env: env as unknown as NodeJS.ProcessEnv, input });
  return JSON.parse(readFileSync(told, 'utf8')) as string[];
}

const call = {
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: '/',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};

test('a hook evaluates nothing of the other commands, no schemas, and no slow modules of Node', () => {
  const ran = modulesRun(['hook', 'claude-code'], JSON.stringify(call));
  // So that the names are known to be told at all.
  expect(ran).toContain('require__builtin_node_http');
  expect(modulesRun(['help'], '')).toContain('init_commands');
  const slow = /zod|schemas|json_?c|toml|uqr|commands|setup|output|arguments|unbash|https|child_process|readline|util$/;
  expect(ran.filter((name) => slow.test(name))).toEqual([]);
});

test('the bundle is one file that needs nothing but Node', () => {
  const required = [...readFileSync(file, 'utf8').matchAll(/\brequire\((["'`])([^"'`]+)\1\)/g)].map(
    (match) => match[2],
  );
  expect(required.length).toBeGreaterThan(3);
  expect(required.filter((name) => !isBuiltin(name ?? ''))).toEqual([]);
  const run = (...args: string[]) => {
    const env = { PATH: process.env.PATH, HOME: folder } as unknown as NodeJS.ProcessEnv;
    const { stdout, stderr } = spawnSync(process.execPath, [file, ...args], { env });
    return `${stdout}${stderr}`;
  };
  expect(run('version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  // Between them they load every package that is bundled.
  expect(run('doctor')).toContain('You are not signed in.');
  expect(run('setup', '--dry-run', '--server', 'http://127.0.0.1:9', '--agent', 'codex')).toContain('dry run');
});

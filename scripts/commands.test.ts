import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';

/** Runs a command of ours as a person would; gives its exit code and what it complained of. */
function run(script: string, args: string[], variables: Record<string, string>) {
  return new Promise<{ code: unknown; complaint: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...variables } as unknown as NodeJS.ProcessEnv;
    execFile(process.execPath, [`scripts/${script}`, ...args], { env }, (error, _, complaint) =>
      resolve({ code: error?.code ?? 0, complaint }),
    );
  });
}

test('npm run up names a port that is taken before it does anything', async () => {
  const other = createServer().listen(0);
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { code, complaint } = await run('up.mjs', [], { PORT: String(port) });
  other.close();
  expect(code).toBe(1);
  expect(complaint).toContain(`Port ${port} (the setting PORT) is already in use.`);
});

test('npm run up names a PORT that is no port', async () => {
  for (const port of ['80000', 'http']) {
    const { code, complaint } = await run('up.mjs', [], { PORT: port });
    expect(code).toBe(1);
    expect(complaint).toContain(`PORT must be a number from 1 to 65535, and it is "${port}".`);
  }
});

test('npm run demo says which step is missing: a key, or a Nod that runs', async () => {
  const withoutKey = await run('demo.mjs', [], {});
  expect(withoutKey).toMatchObject({ code: 1, complaint: expect.stringContaining('Open http://localhost:3000/keys') });
  const withoutNod = await run('demo.mjs', ['--key', 'pk_1.2', '--url', 'http://127.0.0.1:1'], {});
  expect(withoutNod).toMatchObject({ code: 1, complaint: expect.stringContaining('Start Nod with: npm run up') });
});

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A person's machine as far as an agent sees it: an empty home, and a repository with a folder that may be lost. */
export interface Workplace {
  home: string;
  project: string;
  /** What every program in it gets of the environment, and nothing else. */
  environment: Record<string, string>;
  /** Whether a path of the project is there. */
  has(name: string): boolean;
  /** Adds what is to be done before it goes. */
  whenLeft(act: () => Promise<void>): void;
  /** Ends what still runs in it, and removes it. */
  remove(): Promise<void>;
}

export async function makeWorkplace(): Promise<Workplace> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'nod-agent-')));
  const [home, project] = [path.join(folder, 'home'), path.join(folder, 'shop')];
  await mkdir(home);
  await mkdir(path.join(project, 'build'), { recursive: true });
  await writeFile(path.join(project, 'build/old.txt'), 'old\n');
  await run('git', ['init', '-q', project]);
  const leave: (() => Promise<void>)[] = [];
  return {
    home,
    project,
    environment: {
      HOME: home,
      PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
      LANG: 'C.UTF-8',
      // Whatever a program would fetch besides what it is for, it gets no further than this machine.
      HTTPS_PROXY: 'http://127.0.0.1:9',
      NO_PROXY: '127.0.0.1,localhost',
    },
    has: (name) => existsSync(path.join(project, name)),
    whenLeft: (act) => void leave.push(act),
    remove: async () => {
      await Promise.all(leave.map((act) => act()));
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

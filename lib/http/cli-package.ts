import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packTar } from 'modern-tar';
import { env } from '@/lib/env';
import { version } from '@/package.json';

export interface CliPackage {
  bytes: Uint8Array<ArrayBuffer>;
  /** A strong one: equal bytes, equal tag, in every process. */
  etag: string;
}

let made: { from: number; package: Promise<CliPackage> } | undefined;

/** The npm package of this server's own CLI, made once for each build; undefined when the CLI was not built. */
export async function cliPackage(): Promise<CliPackage | undefined> {
  // turbopackIgnore: read at run time from the checkout; the build must not bundle it.
  const file = path.join(/*turbopackIgnore: true*/ process.cwd(), 'cli/dist/nod.cjs');
  const builtAt = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  if (builtAt === undefined) return undefined;
  if (made?.from !== builtAt) made = remembered(builtAt, makePackage(file));
  return made.package;
}

/** One that failed is made anew for the next who asks. */
function remembered(from: number, making: Promise<CliPackage>): NonNullable<typeof made> {
  making.catch(() => {
    if (made?.package === making) made = undefined;
  });
  return { from, package: making };
}

async function makePackage(file: string): Promise<CliPackage> {
  const server = env().url;
  const manifest = {
    name: 'nod-cli',
    version,
    description: 'The command line tool of Nod, and the hooks of coding agents',
    license: 'MIT',
    bin: { nod: 'nod.cjs' },
    engines: { node: '>=20' },
    nod: { server },
  };
  const tar = await packTar([
    entry('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`),
    entry('nod.cjs', await readFile(file), 0o755),
    entry('README.md', readme(server)),
  ]);
  const bytes = new Uint8Array(await promisify(gzip)(tar));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

/** npm wants everything below one folder. The time is fixed, so that equal files make an equal package. */
function entry(name: string, content: string | Uint8Array<ArrayBuffer>, mode = 0o644) {
  const body = Buffer.from(content as string);
  const header = { name: `package/${name}`, size: body.length, mode, mtime: new Date(0), type: 'file' as const };
  return { header, body: new Uint8Array(body) };
}

const readme = (server: string): string => `# nod

The command line tool of the Nod at ${server}, and what its hooks run. It comes from that server, always in its version:

    npx ${server}/nod.tgz setup

\`nod help\` lists the commands.
`;

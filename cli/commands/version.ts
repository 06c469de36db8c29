import { readArguments } from '@/cli/arguments';
import { finish } from '@/cli/output';
import { version } from '@/package.json';

/** The version of this CLI, which is that of the server that hands it out. */
export { version };

export function printVersion(args: string[]): void {
  readArguments(args, { command: 'version' });
  finish({ version }, version);
}

import { readArguments } from '@/cli/arguments';
import { credentialsFile, readCredentials, removeCredentials } from '@/cli/config';
import { finish } from '@/cli/output';

/** Forgets the key on this machine. The server keeps it valid until somebody revokes it there. */
export async function logout(args: string[]): Promise<void> {
  readArguments(args, { command: 'logout' });
  const server = serverOfKey();
  const removed = removeCredentials();
  if (!removed) return finish({ removed }, 'There is no key on this machine.');
  const where = server ? `on ${server}/keys` : 'on the page Keys of Nod';
  finish(
    { removed, ...(server ? { revokeAt: `${server}/keys` } : {}) },
    `Removed ${credentialsFile()}. The key itself still works: to end it, revoke it ${where}.`,
  );
}

/** A damaged file must not keep anybody from removing it. */
function serverOfKey(): string | undefined {
  try {
    return readCredentials()?.server;
  } catch {
    return undefined;
  }
}

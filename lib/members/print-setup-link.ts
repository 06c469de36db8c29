import { env } from '@/lib/env';
import { isSetUp, newSetupToken } from '@/lib/members/first-run';

/** While nobody has an account, the way in: a link that works once. Printed where the operator looks, never logged. */
export async function printSetupLink(): Promise<void> {
  if (await isSetUp()) return;
  process.stdout.write(
    `\nOpen this link to make the owner account (works once, for a day):\n  ${env().url}/setup?token=${await newSetupToken()}\n\n`,
  );
}

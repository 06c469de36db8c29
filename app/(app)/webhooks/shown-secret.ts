import type { MemberActor } from '@/lib/actor';
import { shownOnce } from '@/lib/http/shown-once';
import { readSecret } from '@/lib/webhooks/secret-on-page';
import { sandboxSecret } from '@/lib/webhooks/sign';

/** That this browser asked to see the secret; the cookie names it and does not hold it. */
export const askedToSee = () => shownOnce('nod_webhook_secret', '/webhooks', 120);

/** Remembers that the member asked to see the secret; gives the page that shows it. */
export async function showSecret(actor: MemberActor, id: string): Promise<string> {
  await askedToSee().keep(actor, id, 'shown');
  return `/webhooks?secret=${id}#secret`;
}

/** The secret and that of the sandbox, when this browser asked for it a moment ago and it is still the one in use. */
export async function secretAskedFor(
  actor: MemberActor,
  id: string | string[] | undefined,
): Promise<{ real: string; sandbox: string } | undefined> {
  if ((await askedToSee().read(actor, id)) === undefined) return undefined;
  const secret = await readSecret(actor);
  return secret.id === id ? { real: secret.value, sandbox: sandboxSecret(secret.value) } : undefined;
}

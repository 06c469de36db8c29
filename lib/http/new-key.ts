import type { MemberActor } from '@/lib/actor';
import { shownOnce } from '@/lib/http/shown-once';
import { withForm } from '@/lib/http/with-form';
import { createKey } from '@/lib/keys/create';
import { rotateKey } from '@/lib/keys/rotate';

/** The pages that show a new key. The cookie goes to that page alone. */
type Page = '/keys' | '/setup';

const shownSeconds = 120;
const newKeyOf = (page: Page) => shownOnce('nod_new_key', page, shownSeconds);

async function show(page: Page, actor: MemberActor, { id, apiKey }: { id: string; apiKey: string }): Promise<string> {
  await newKeyOf(page).keep(actor, id, apiKey);
  return `${page}?new=${id}`;
}

/** Makes a key and leads back to the page that shows it once. */
export const createKeyForm = (page: Page) =>
  withForm({ back: () => page }, async ({ actor, form }) =>
    show(page, actor, await createKey(actor, { name: form.get('name') ?? '', kind: form.get('kind') ?? 'agent' })),
  );

/** Gives a key a new secret, which /keys shows once. */
export const rotateKeyForm = withForm({ back: () => '/keys' }, async ({ actor, params }) =>
  show('/keys', actor, await rotateKey(actor, params.id ?? '')),
);

/** The person has the key: nothing shows it any more. Leads on to `next`. */
export const forgetKeyForm = (page: Page, next: string = page) =>
  withForm({ back: () => page }, async () => {
    await newKeyOf(page).forget();
    return next;
  });

/** The key that this web session made a moment ago, if the address names it; undefined for anybody else and later. */
export const justMadeKey = (actor: MemberActor, id: string | string[] | undefined): Promise<string | undefined> =>
  newKeyOf('/keys').read(actor, id);

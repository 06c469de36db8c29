import { cookies } from 'next/headers';
import type { MemberActor } from '@/lib/actor';
import { env } from '@/lib/env';
import { withForm } from '@/lib/http/with-form';
import { createKey } from '@/lib/keys/create';

/** The pages that show a new key. The cookie goes to that page alone. */
type Page = '/keys' | '/setup';

const cookieName = 'nod_new_key';
/** How long a page that is loaded again still shows a new key, in seconds. */
const shownSeconds = 120;

const cookieFor = (page: Page) => ({
  path: page,
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: env().url.startsWith('https:'),
});

/**
 * Makes a key and leads back to the page that shows it once. The key travels neither in an address (history, logs) nor in the database,
 * but in a cookie that scripts cannot read, that goes to this page only, and that is gone after two minutes.
 */
export const createKeyForm = (page: Page) =>
  withForm({ back: () => page }, async ({ actor, form }) => {
    const { id, apiKey } = await createKey(actor, { name: form.get('name') ?? '', kind: form.get('kind') ?? 'agent' });
    const jar = await cookies();
    jar.set(cookieName, [actor.webSessionId, id, apiKey].join(' '), { ...cookieFor(page), maxAge: shownSeconds });
    return `${page}?new=${id}`;
  });

/** The person has the key: nothing shows it any more. Leads on to `next`. */
export const forgetKeyForm = (page: Page, next: string = page) =>
  withForm({ back: () => page }, async () => {
    const jar = await cookies();
    jar.set(cookieName, '', { ...cookieFor(page), maxAge: 0 });
    return next;
  });

/** The key that this web session made a moment ago, if the address names it; undefined for anybody else and later. */
export async function justMadeKey(actor: MemberActor, id: string | string[] | undefined): Promise<string | undefined> {
  const [madeBy, madeId, apiKey] = (await cookies()).get(cookieName)?.value.split(' ') ?? [];
  return madeBy === actor.webSessionId && madeId === id ? apiKey : undefined;
}

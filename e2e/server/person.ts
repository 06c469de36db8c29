import type { NodServer } from './start-server';

/** What a signed-in browser sends along. */
export interface PersonSession {
  cookie: string;
}

/** Signs in by the form, as a browser without JavaScript does. Throws when no session cookie comes back. */
export async function signIn(
  server: NodServer,
  email = server.ownerEmail,
  password = server.ownerPassword,
): Promise<PersonSession> {
  const response = await postForm(server, '/sign-in/submit', { email, password, next: '/' });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  if (!/session/.test(cookie))
    throw new Error(`Signing in gave ${response.status} to ${response.headers.get('location')} and no session.`);
  return { cookie };
}

/** A form post from one of the server's own pages; redirects are not followed. */
export function postForm(
  server: NodServer,
  address: string,
  fields: Record<string, string>,
  session?: PersonSession,
): Promise<Response> {
  return fetch(server.url + address, {
    method: 'POST',
    headers: {
      origin: server.url,
      'sec-fetch-site': 'same-origin',
      ...(session ? { cookie: session.cookie } : {}),
    },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

/** Answers a question from its page, sending back what the page showed. Throws when the answer was not recorded. */
export async function answer(
  server: NodServer,
  session: PersonSession,
  correlationId: string,
  value: string,
  note = '',
): Promise<void> {
  const [row] = await server.query<{ content_digest: string }>('SELECT content_digest FROM question WHERE id = $1', [
    correlationId,
  ]);
  if (!row) throw new Error(`There is no question ${correlationId}.`);
  const fields = { digest: row.content_digest, answer: value, note, surface: 'decide_page' };
  const response = await postForm(server, `/q/${correlationId}/answer`, fields, session);
  const next = response.headers.get('location');
  if (response.status !== 303 || !next?.includes(`answered=${correlationId}`))
    throw new Error(`The answer was not recorded: ${response.status}, on to ${next}.`);
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './repository';
import type { NodServer } from './start-server';
import { firstWorkspace } from './workspace';

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
  const response = signsInByForm
    ? await postForm(server, '/sign-in/submit', { email, password, next: '/' })
    : await signInByLibrary(server, email, password);
  const cookie = cookiesOf(response);
  if (!/session/.test(cookie)) throw new Error(`Signing in gave ${response.status} and no session.`);
  return { cookie };
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

const signsInByForm = existsSync(path.join(repositoryRoot, 'app/sign-in/submit/route.ts'));

async function signInByLibrary(server: NodServer, email: string, password: string): Promise<Response> {
  const greeting = await fetch(`${server.url}/api/auth/csrf`);
  const { csrfToken } = (await greeting.json()) as { csrfToken: string };
  return postForm(
    server,
    '/api/auth/callback/credentials',
    { csrfToken, email, password },
    { cookie: cookiesOf(greeting) },
  );
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

/** Answers a question from its page, showing what the page showed. Throws when the answer was not recorded. */
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
  if (!answersByForm) return answerByStatement(server, correlationId, value, note);
  const response = await postForm(server, `/q/${correlationId}/answer`, fields, session);
  if (response.status !== 303) throw new Error(`The answer got ${response.status}: ${await response.text()}`);
}

const answersByForm = existsSync(path.join(repositoryRoot, 'app/q/[id]/answer/route.ts'));

async function answerByStatement(server: NodServer, id: string, value: string, note: string): Promise<void> {
  const { memberId } = await firstWorkspace(server.query);
  const rows = await server.query(
    `WITH settled AS (
       UPDATE question SET state = 'answered', settled_at = nod_now(), answer_value = $2, answer_note = nullif($3, ''),
              answer_source = 'decide_page', answered_by = $4
        WHERE id = $1 AND state = 'pending' RETURNING id, workspace_id
     ) SELECT nod_tell(workspace_id, id, 'answered') FROM settled`,
    [id, value, note, memberId],
  );
  if (rows.length === 0) throw new Error('The answer was not recorded.');
}

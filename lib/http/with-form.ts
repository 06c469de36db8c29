import type { MemberActor } from '@/lib/actor';
import { AppError } from '@/lib/errors';
import { publicError } from '@/lib/http/errors';
import { refuseForeignForm } from '@/lib/http/origin';
import { enforceRate } from '@/lib/http/rate-limit';
import { readText } from '@/lib/http/read-body';
import { newId } from '@/lib/ids';
import { currentMember } from '@/lib/members/auth';

export interface FormGiven {
  actor: MemberActor;
  form: URLSearchParams;
  params: Record<string, string>;
  request: Request;
}

interface FormRules {
  /** Where the person goes when it failed: the page with the form. Its code is added as `?code=`. */
  back: (params: Record<string, string>) => string;
}

type Context = { params?: Promise<Record<string, string>> };

/**
 * The one wrapper of plain form posts (they work without JavaScript): checks that the page is ours, who is signed in, and the size; then
 * the handler says where to go next (a path of ours). Errors go back to the form by code. Answers with 303.
 */
export function withForm(
  rules: FormRules,
  handler: (given: FormGiven) => Promise<string>,
): (request: Request, context: Context) => Promise<Response> {
  return async (request, context) => {
    const params = (await context.params) ?? {};
    try {
      refuseForeignForm(request);
      const actor = await currentMember();
      if (!actor) return seeOther(`/sign-in?next=${encodeURIComponent(rules.back(params))}`);
      enforceRate(`member ${actor.memberId}`, { limit: 600, windowMs: 60_000 });
      return seeOther(await handler({ actor, form: await readForm(request), params, request }));
    } catch (error) {
      return backWithError(rules.back(params), error);
    }
  };
}

/** Reads a url-encoded form of at most 256 kB. Throws AppError `invalid_request` for other kinds, `too_large` above. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) {
    throw new AppError('invalid_request', 'The form must be sent as application/x-www-form-urlencoded.');
  }
  return new URLSearchParams(await readText(request, 262_144));
}

/** A form's fields as one object, for its schema; of a field that comes twice, the last. */
export const fieldsOf = (form: URLSearchParams): Record<string, string> => Object.fromEntries(form);

/** Sends the browser to a path of ours; a relative Location, so that no proxy can lead it elsewhere. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { location: safePath(path), 'cache-control': 'no-store' } });
}

export function backWithError(path: string, thrown: unknown): Response {
  // Only the code: words in an address could come from anybody's link.
  const { error } = publicError(thrown, newId());
  const separator = path.includes('?') ? '&' : '?';
  return seeOther(`${path}${separator}code=${error.code}`);
}

/** A path on this server, whatever was asked for: never another origin, and nothing that a Location header cannot hold. */
export function safePath(path: string | null | undefined): string {
  if (!path || !/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes('\\')) return '/';
  return path;
}

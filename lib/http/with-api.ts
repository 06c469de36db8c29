import type { z } from 'zod';
import type { KeyActor, KeyKind, MemberActor } from '@/lib/actor';
import { AppError } from '@/lib/errors';
import { errorResponse } from '@/lib/http/errors';
import { isAllowedHost, isSameOriginPost } from '@/lib/http/origin';
import { countCall, enforceRate, hookRate, keyRate, type RateLimit } from '@/lib/http/rate-limit';
import { readJson } from '@/lib/http/read-body';
import { newId } from '@/lib/ids';
import { authenticateKey, bearerOf, presentedKey } from '@/lib/keys/authenticate';
import { currentMember } from '@/lib/members/auth';
import { parseOrThrow } from '@/lib/parse';

/**
 * Who may call: keys of these kinds (`hook`: the hook API, counted apart; `admit`: reads more than the key in the same query, so it is called
 * once the body is read), a signed-in member, or anybody. Then the body itself carries the authority, and calls are counted
 * by what it names (`per`): a limit that strangers share would let one of them stop everybody's answers.
 */
type Access =
  | { key: readonly KeyKind[]; hook?: true; admit?: (presented: string, body: never) => Promise<KeyActor | undefined> }
  | { member: true }
  | { anybody: RateLimit; per?: string };
type ActorOf<A extends Access> = A extends { admit: (...call: never[]) => Promise<infer Admitted> }
  ? NonNullable<Admitted>
  : A extends { key: readonly KeyKind[] }
    ? KeyActor
    : A extends { member: true }
      ? MemberActor
      : undefined;

interface Declared<A extends Access, Body extends z.ZodType> {
  access: A;
  body?: Body;
  /** Most bytes of a body. */
  maxBytes?: number;
  /** Of a success; 200 unless said. */
  status?: number;
}

interface Given<A extends Access, Body extends z.ZodType> {
  actor: ActorOf<A>;
  body: z.output<Body>;
  params: Record<string, string>;
  request: Request;
  requestId: string;
}

type Context = { params?: Promise<Record<string, string>> };

/** The one wrapper of JSON routes: authenticates, limits, parses, catches. The handler gives plain data, which becomes a 200. */
export function withApi<const A extends Access, Body extends z.ZodType>(
  declared: Declared<A, Body>,
  handler: (given: Given<A, Body>) => Promise<unknown>,
): (request: Request, context: Context) => Promise<Response> {
  return async (request, context) => {
    const requestId = newId();
    let headers: Record<string, string> = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
    try {
      refuseForeignHost(request);
      const readBody = async () =>
        declared.body
          ? parseOrThrow(declared.body, (await readJson(request, declared.maxBytes ?? 65_536)) ?? {})
          : undefined;
      const { actor, rate, body: early } = await admit(declared.access, request, readBody);
      headers = { ...headers, ...rate };
      const body = early ? early.body : await readBody();
      if ('anybody' in declared.access) headers = { ...headers, ...countByName(declared.access, request, body) };
      const params = (await context.params) ?? {};
      const result = await handler({
        actor: actor as ActorOf<A>,
        body: body as z.output<Body>,
        params,
        request,
        requestId,
      });
      return Response.json(result ?? {}, {
        status: declared.status ?? 200,
        headers: { ...headers, 'x-request-id': requestId },
      });
    } catch (error) {
      return errorResponse(
        error,
        requestId,
        headers['x-ratelimit-limit'] ? headers : { ...headers, ...countStranger() },
      );
    }
  };
}

/** Every response says where a limit stands (spec 6.1); who is not known is counted with all strangers, generously. */
const countStranger = (): Record<string, string> => countCall('strangers', { limit: 6000, windowMs: 60_000 }).headers;

/** Throws AppError `forbidden` when the request was sent to a name that is not ours (DNS rebinding). */
export function refuseForeignHost(request: Request): void {
  if (!isAllowedHost(request.headers.get('host')))
    throw new AppError('forbidden', 'This is Nod, but not under this name (NOD_URL).');
}

/** Counts a call without an account by the thing that its body names. */
function countByName(
  { anybody, per }: { anybody: RateLimit; per?: string },
  request: Request,
  body: unknown,
): Record<string, string> {
  const named = per === undefined ? '' : String((body as Record<string, unknown>)[per]);
  return enforceRate(`${new URL(request.url).pathname} ${named}`, { ...anybody, named: true }).headers;
}

interface Admitted {
  actor: KeyActor | MemberActor | undefined;
  rate: Record<string, string>;
  /** The body, where it had to be read to know who calls. */
  body?: { body: unknown };
}

async function admit(access: Access, request: Request, readBody: () => Promise<unknown>): Promise<Admitted> {
  if ('anybody' in access) return { actor: undefined, rate: {} };
  if ('member' in access) return admitMember(request);
  const refused = () => new AppError('unauthorized', 'This API key is not valid.');
  const presented = bearerOf(request.headers.get('authorization'));
  if (!presented || !presentedKey(presented)) throw refused();
  const early = access.admit ? { body: await readBody() } : undefined;
  const actor =
    access.admit && early ? await access.admit(presented, early.body as never) : await authenticateKey(presented);
  if (!actor) throw refused();
  if (!access.key.includes(actor.keyKind))
    throw new AppError('forbidden', `A key of kind ${actor.keyKind} may not do this.`);
  const rate = access.hook
    ? enforceRate(`hook ${actor.keyId}`, hookRate())
    : enforceRate(`key ${actor.keyId}`, keyRate());
  return { actor, rate: rate.headers, ...(early ? { body: early } : {}) };
}

async function admitMember(request: Request): Promise<Admitted> {
  if (request.method !== 'GET' && !isSameOriginPost(request))
    throw new AppError('forbidden', 'This did not come from a page of Nod.');
  const member = await currentMember();
  if (!member) throw new AppError('unauthorized', 'Sign in first.', { hint: 'Open Nod and sign in.' });
  return { actor: member, rate: enforceRate(`member ${member.memberId}`, { limit: 600, windowMs: 60_000 }).headers };
}

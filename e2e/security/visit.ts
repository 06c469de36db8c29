import type { Route } from './routes';

/** What somebody got, as far as it can tell them anything. */
export interface Got {
  status: number;
  /** Cookies' names, where it leads and the body, with what differs from one request to the next taken out. */
  told: string;
}

export type Method = 'GET' | 'GET rsc' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A page has one more way in, the client-side navigation, and takes every other method for a GET. */
export const methodsOf = (file: string): Method[] =>
  file.endsWith('page.tsx') ? ['GET', 'GET rsc', 'POST'] : ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The names and values that stand in a route's address and body. */
export type Names = Record<string, string>;

const filled = (text: string, names: Names): string => text.replace(/\{(\w+)\}/g, (_, name) => names[name] ?? 'none');

/** Makes one request as somebody. A stream that stays open is read for its first event only. */
export async function visit(
  server: string,
  address: string,
  method: Method,
  route: Route,
  names: Names,
  headers: Record<string, string>,
): Promise<Got> {
  const [verb, rsc] = method.split(' ');
  const { body, type } = method.startsWith('GET') ? {} : bodyOf(route, names);
  const leave = new AbortController();
  // The framework answers a client-side navigation only with its parameter.
  const response = await fetch(server + filled(address, names) + (rsc ? '?_rsc' : ''), {
    method: verb,
    headers: {
      accept: 'application/json, text/event-stream, text/html',
      origin: server,
      'sec-fetch-site': 'same-origin',
      ...(type ? { 'content-type': type } : {}),
      ...(rsc ? { rsc: '1' } : {}),
      ...headers,
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([leave.signal, AbortSignal.timeout(10_000)]),
  });
  const text = await textOf(response);
  leave.abort();
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
  const location = response.headers.get('location') ?? '';
  return {
    status: response.status,
    told: withoutChance(
      `${cookies.join()} ${location} ${text}`,
      [...Object.values(names)],
      response.headers.get('content-security-policy'),
    ),
  };
}

function bodyOf(route: Route, names: Names): { body: string; type: string } {
  const fill = (value: unknown) => (typeof value === 'string' ? filled(value, names) : value);
  const fields = Object.entries(route.form ?? route.json ?? {}).map(([name, value]) => [name, fill(value)]);
  return route.form
    ? {
        body: new URLSearchParams(fields as [string, string][]).toString(),
        type: 'application/x-www-form-urlencoded',
      }
    : { body: JSON.stringify(Object.fromEntries(fields)), type: 'application/json' };
}

async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const { value } = (await response.body?.getReader().read()) ?? {};
  return new TextDecoder().decode(value);
}

/** Takes out ids that were sent, nonces, tokens of forms, request ids and times. */
function withoutChance(text: string, sent: string[], policy: string | null): string {
  const nonce = policy?.match(/'nonce-([^']+)'/)?.[1];
  const same = [...sent, ...(nonce ? [nonce] : [])].reduce((rest, part) => rest.replaceAll(part, '…'), text);
  return (
    same
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '…')
      // That a page is not there stands in its status; where the framework repeats it in the stream is chance.
      .replace(/(\\n|\n)[0-9a-f]+:E\{[^{}]*NEXT_HTTP_ERROR_FALLBACK;404[^{}]*\}/g, '')
      // The framework's own marks for what it streams later.
      .replace(/"[\w-]{21}[a-z]"/g, '"…"')
      .replace(/"csrfToken":"\w+"/g, '"csrfToken":"…"')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')
  );
}

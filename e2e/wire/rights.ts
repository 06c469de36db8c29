import type { Caller } from './callers';
import type { Verb } from './client';

/** One call of the REST API and what each holder of a key may get for it; whoever is not named gets 403. */
export interface Right {
  call: string;
  /** `{name}` stands for a thing of the first workspace, or for one that never was. */
  path: string;
  verb: Verb;
  json?: Record<string, unknown>;
  gets: Partial<Record<Caller, readonly number[]>>;
  /** Changes what others of the table need: tried after all the rest. */
  last?: true;
}

const ok = [200, 201];
const gone = [404];
const everybody = { connector: ok, agent: ok, full: ok, bound: ok, 'other bound': ok, sandbox: ok, foreign: ok };
const operators = { connector: ok, agent: ok, full: ok, foreign: ok };
const hooks = { agent: ok, full: ok, foreign: ok };
const fullOnly = { full: ok, foreign: ok };
/** A thing of the first workspace, which another workspace never sees. */
const fullOwns = { full: ok, foreign: gone };
const operatorsOwn = { connector: ok, agent: ok, full: ok, foreign: gone };
/** A thing of one end user: its own bound key sees it; another's, the sandbox's and another workspace's do not. */
const ofOneEndUser = { full: ok, bound: ok, 'other bound': gone, sandbox: gone, foreign: gone };
/** Naming the end user of another key: it looks as if that one never was. */
const notTheirs = [403, 404];

const question = 'Refund EUR 48?';
const ask = { question: 'Deploy?', type: 'confirm', wait: false };

/** Every route of /api/v1/server and of the hook API, by spec 6.6. */
export const rights: Right[] = [
  right('GET /site', everybody),
  right(
    'POST /decisions',
    { ...everybody, connector: [403], agent: [403], 'other bound': notTheirs },
    { question, externalId: '{externalId}' },
  ),
  right('GET /decisions', { full: ok, bound: ok, 'other bound': ok, sandbox: ok, foreign: ok }),
  right('GET /decisions?externalId={externalId}', {
    full: ok,
    bound: ok,
    'other bound': [200, ...notTheirs],
    sandbox: ok,
    foreign: ok,
  }),
  right('GET /decisions/{decision}', ofOneEndUser),
  right('GET /decisions/{decision}?wait=0', ofOneEndUser),
  { ...right('DELETE /decisions/{cancellable}', ofOneEndUser), last: true },
  { ...right('POST /decisions/{decision}', fullOwns, { answer: 'yes' }), last: true },
  right('POST /enroll', { full: ok, bound: ok, 'other bound': notTheirs, foreign: ok }, { externalId: '{externalId}' }),
  right('GET /reachability?externalId={externalId}', { full: ok, bound: ok, 'other bound': notTheirs, foreign: ok }),
  right('POST /keys', fullOnly, { externalId: '{externalId}' }),
  right('GET /keys', fullOnly),
  // An unknown prefix reads `revoked: false`, so another workspace's does too.
  { ...right('DELETE /keys/{keyPrefix}', fullOnly), last: true },
  right('GET /webhook-secret', fullOnly),
  { ...right('POST /webhook-secret', fullOnly, {}), last: true },
  right('POST /send', fullOnly, { title: 'Done', body: 'All of it.' }),
  right('GET /subscribers', fullOnly),
  right('GET /subscribers/count', fullOnly),
  right('GET /subscribers/{device}', fullOwns),
  { ...right('PATCH /subscribers/{device}', fullOwns, { tags: ['stranger'] }), last: true },
  { ...right('DELETE /subscribers/{device}', fullOwns), last: true },
  right('POST /ask', operators, ask),
  right('GET /ask/{asked}', operatorsOwn),
  right('GET /reminders', operators),
  right('POST /reminders', operators, { body: 'Look at the build.', inMinutes: 5, env: 'test' }),
  right('POST /api/agent/gate', hooks, { toolName: 'Bash', toolInputs: [{ command: 'ls' }] }),
  right('POST /api/agent/event', hooks, { event: 'user_prompt', sessionId: 'wire' }),
  right('POST /api/agent/hook', hooks, { envelopes: [] }),
  right('POST /api/agent/command/ack', hooks, {}),
  right('GET /api/mcp/mode', hooks),
  right('GET /api/mcp/policy', hooks),
];

/** Reads `VERB /path`; the hook API lies beside /api/v1/server. */
function right(call: string, gets: Right['gets'], json?: Record<string, unknown>): Right {
  const [verb, path] = call.split(' ') as [Verb, string];
  return {
    call,
    verb,
    path: path.startsWith('/api/') ? path : `/api/v1/server${path}`,
    gets,
    ...(json ? { json } : {}),
  };
}

import { expect, test } from '@playwright/test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, makeKey, openPage } from '../server/workspace';
import { addDevice } from './people';

interface Example {
  summary: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  bearer?: string;
  gives?: Record<string, string>;
}
interface Operation {
  operationId: string;
  responses: Record<string, { content: { 'application/json': { schema: object } } }>;
  'x-keys'?: string[];
  'x-examples': Example[];
  'x-order': number;
}
interface Described {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: object };
}

let server: NodServer;
let sandboxKey: string;

test.beforeAll(async () => {
  server = await startServer({ env: { NOD_ALLOW_PRIVATE_CALLBACKS: '1' } });
  const workspace = await firstWorkspace(server.query);
  sandboxKey = await makeKey(server.query, workspace, 'sandbox');
  // A page is open, so what is asked of the people of the workspace reaches somebody.
  await openPage(server.query, workspace);
  await addDevice(server.query, workspace, { memberId: workspace.memberId });
});
test.afterAll(stopEverything);

/** Values as an example before gave them; whatever is in braces and was not given fails the test. */
function filled<Value>(value: Value, given: Map<string, unknown>): Value {
  if (value === undefined) return value;
  const text = JSON.stringify(value).replace(/\{([a-z][A-Za-z]*)\}/g, (_, name: string) => {
    if (!given.has(name)) throw new Error(`No example before gave ${name}.`);
    return String(given.get(name));
  });
  return JSON.parse(text) as Value;
}

const keyFor = ({ body }: Example): string =>
  JSON.stringify(body ?? {}).includes('"sandboxOutcome"') ? sandboxKey : server.apiKey;

const at = (answer: unknown, field: string): unknown =>
  field.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], answer);

function schemasOf({ components }: Described): (schema: object) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const throughDefs = (schema: object) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"nod#/$defs/'));
  ajv.addSchema({ $id: 'nod', $defs: throughDefs(components.schemas) });
  return (schema) => ajv.compile(throughDefs(schema));
}

test('every example of the description works, one after the other, and is answered as the description says', async () => {
  const described = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Described;
  const validator = schemasOf(described);
  const given = new Map<string, unknown>();
  let calls = 0;
  for (const { method, path, operation } of inOrder(described)) {
    const [status = '', success] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? [];
    for (const example of operation['x-examples']) {
      await test.step(`${operation.operationId}: ${example.summary}`, async () => {
        const { params = {}, query = {}, body, bearer } = filled(example, given);
        const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
        const key = bearer ?? (operation['x-keys'] ? keyFor(example) : undefined);
        const response = await fetch(`${server.url}${address}?${new URLSearchParams(query)}`, {
          method: method.toUpperCase(),
          headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const answer: unknown = await response.json();
        expect(String(response.status), JSON.stringify(answer)).toBe(status);
        const validate = validator(success?.content['application/json'].schema ?? {});
        expect(validate(answer), JSON.stringify({ answer, errors: validate.errors })).toBe(true);
        for (const [name, field] of Object.entries(example.gives ?? {})) {
          expect(at(answer, field), `${name} is given`).toBeDefined();
          given.set(name, at(answer, field));
        }
        calls++;
      });
    }
  }
  expect(calls).toBeGreaterThan(30);
});

/** The document lists calls by their path; the examples build on each other in an order of their own. */
const inOrder = ({ paths }: Described) =>
  Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, path, operation })))
    .toSorted((one, other) => one.operation['x-order'] - other.operation['x-order']);

test('the description comes with a mark by which a client sees that nothing has changed', async () => {
  const first = await fetch(`${server.url}/api/openapi.json`);
  expect(first.headers.get('content-type')).toBe('application/json');
  expect(first.headers.get('x-ratelimit-limit')).not.toBeNull();
  const again = await fetch(`${server.url}/api/openapi.json`, {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
});

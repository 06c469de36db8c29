import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { operations } from '@/lib/contract/operations';
import { type ErrorCode, errorTable } from '@/lib/errors';
import { openApiDocument } from '@/lib/openapi/document';
import { tagDescriptions } from '@/lib/openapi/words';

const url = 'https://nod.example.com';
const document = openApiDocument({ url, version: '1.2.3' });
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ name: `${method} ${path}`, path, method, call })),
);

/** Formats are words for people here; `x-…` and examples are not JSON Schema. */
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, validateFormats: false });
const throughDefs = (schema: unknown) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"nod#/$defs/'));
ajv.addSchema({ $id: 'nod', $defs: throughDefs(document.components.schemas) });
const validator = (schema: unknown) => ajv.compile(throughDefs(schema));

test('the document says which version it is, where the server is, and what OpenAPI 3.1 demands', () => {
  expect(document).toMatchObject({
    openapi: '3.1.1',
    info: { title: 'Nod', version: '1.2.3' },
    servers: [{ url }],
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  });
  for (const { path, method, call, name } of calls) {
    expect(path).toMatch(/^\/[\w\-./{}]*$/);
    expect(['get', 'post', 'patch', 'delete']).toContain(method);
    expect(call.operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(call.summary.length, name).toBeGreaterThan(5);
    expect(call.summary, name).not.toMatch(/\.$|\n/);
    expect(Object.keys(call.responses)).toContainEqual(expect.stringMatching(/^20[01]$/));
    for (const [status, response] of Object.entries(call.responses)) {
      expect(status).toMatch(/^[2-5]\d\d$/);
      expect(response.description, `${name} ${status}`).not.toBe('');
    }
    const names = (call.parameters ?? []).map((one) => `${one.in} ${one.name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(call.requestBody === undefined || ['post', 'patch'].includes(method), name).toBe(true);
  }
});

test('every reference leads to something', () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, ref = '']) => ref);
  expect(refs.length).toBeGreaterThan(50);
  for (const ref of refs) {
    const found = ref.split('/').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], document);
    expect(found, ref).toBeDefined();
  }
});

test('every schema is JSON Schema 2020-12 without a keyword that it does not know', () => {
  for (const { call, name } of calls) {
    for (const { schema, name: parameter } of call.parameters ?? [])
      expect(() => validator(schema), `${name} ${parameter}`).not.toThrow();
    if (call.requestBody)
      expect(() => validator(call.requestBody?.content['application/json'].schema), name).not.toThrow();
    for (const { content } of Object.values(call.responses))
      expect(() => validator(content['application/json'].schema), name).not.toThrow();
  }
});

test('every call has an example that its own schemas allow', () => {
  for (const { call, name, path } of calls) {
    expect(call['x-examples'].length, name).toBeGreaterThan(0);
    for (const { body, query = {}, params = {}, summary } of call['x-examples']) {
      const named = (call.parameters ?? []).map((one) => one.name);
      expect(named, `${name}: ${summary}`).toEqual(expect.arrayContaining(Object.keys({ ...query, ...params })));
      for (const [, needed = ''] of path.matchAll(/\{(\w+)\}/g)) expect(Object.keys(params), name).toContain(needed);
      if (body === undefined) continue;
      const validate = validator(call.requestBody?.content['application/json'].schema);
      expect(validate(body), `${name}: ${summary}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
  }
});

test('what an example needs was given by one before it', () => {
  const given = new Set<string>();
  for (const { id, examples = [] } of operations) {
    for (const example of examples) {
      const { gives = {}, ...sent } = example;
      for (const [, name = ''] of JSON.stringify(sent).matchAll(/\{([a-z][A-Za-z]*)\}/g))
        expect([...given], `${id} needs ${name}`).toContain(name);
      for (const name of Object.keys(gives)) given.add(name);
    }
  }
});

test('an error is said with its code, its hint and the schema of errors, from the one table', () => {
  const seen = new Set<ErrorCode>();
  for (const { call, path } of calls) {
    if (!path.startsWith('/api/')) continue;
    for (const [status, response] of Object.entries(call.responses)) {
      expect(Object.keys(response.headers ?? {})).toEqual(
        expect.arrayContaining(['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
      );
      for (const code of response['x-codes'] ?? []) {
        seen.add(code);
        expect(errorTable[code].status).toBe(Number(status));
        expect(response.description).toContain(errorTable[code].hint);
      }
    }
  }
  // A digest is only shown by pages, so no program is ever told `changed`; what a call has not, it does not describe.
  expect((Object.keys(errorTable) as ErrorCode[]).filter((code) => !seen.has(code))).toEqual([
    'method_not_allowed',
    'changed',
  ]);
});

test('a call that needs a key says which kinds, and what anybody may call says so', () => {
  for (const { id, keys, method, path } of operations) {
    const call = document.paths[path]?.[method.toLowerCase() as 'get'];
    expect([id, call?.['x-keys']]).toEqual([id, keys === 'anybody' ? undefined : keys]);
    expect(call?.security).toEqual(keys === 'anybody' ? [] : [{ key: [] }]);
  }
});

test('every tag is described, and calls of one tag stand together', () => {
  for (const { name } of document.tags) expect(tagDescriptions[name], name).toBeDefined();
  const runs = operations.map(({ tag }) => tag).filter((tag, index, all) => tag !== all[index - 1]);
  expect(runs).toEqual([...new Set(runs)]);
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '@/lib/contract/operations';
import { openApiDocument } from '@/lib/openapi/document';

const described = ['app/api/v1', 'app/api/agent', 'app/api/mcp', 'app/api/openapi.json', 'app/healthz', 'app/readyz'];

/** For Nod's own pages and service worker, with cookies or one-use tokens: no part of the API that others build on. */
const internal = /^app\/api\/(events|presence|push)\//;
/** Answers 404 for whatever is not there, and the transport of MCP, which describes itself. */
const notOperations = ['app/api/mcp/[transport]/route.ts', 'app/api/v1/server/[[...path]]/route.ts'];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const routeFilesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'route.ts')
    .map((file) => path.join(folder, file));

/** The methods that a route file exports, in whichever way. */
function methodsOf(source: string): string[] {
  const declared = [...source.matchAll(/export (?:const|async function|function) (\w+)/g)].map(([, name]) => name);
  const listed = [...source.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names = '']) =>
    names
      .split(',')
      .filter((name) => !name.includes('noSuchMethod'))
      .map((name) => name.trim().split(/ as /).at(-1)),
  );
  return methods.filter((method) => [...declared, ...listed].includes(method));
}

const callsOf = (file: string): string[] => {
  const address = path
    .dirname(file)
    .replace(/^app/, '')
    .replace(/\[(\w+)\]/g, '{$1}');
  return methodsOf(readFileSync(file, 'utf8')).map((method) => `${method} ${address}`);
};

const inTheDocument = Object.entries(openApiDocument({ url: 'https://nod.example.com', version: '1' }).paths).flatMap(
  ([address, calls]) => Object.keys(calls).map((method) => `${method.toUpperCase()} ${address}`),
);

test('every route that programs call is in the document, and everything in the document has a route', () => {
  const files = described.flatMap(routeFilesUnder).filter((file) => !notOperations.includes(file));
  expect(inTheDocument.toSorted()).toEqual(files.flatMap(callsOf).toSorted());
});

test('a route under /api is described, or is one of the few that only Nod itself calls', () => {
  const undescribed = routeFilesUnder('app/api').filter((file) => !described.some((folder) => file.startsWith(folder)));
  expect(undescribed.filter((file) => !internal.test(file))).toEqual([]);
});

test('no two operations share an id, or a method and a path', () => {
  const ids = operations.map(({ id }) => id);
  const calls = operations.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(calls).size).toBe(calls.length);
});

test('what a path has in braces is what its params declare', () => {
  for (const operation of operations) {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const { paths } = openApiDocument({ url: '', version: '1' });
    const method = operation.method.toLowerCase() as 'get';
    const declared = (paths[operation.path]?.[method]?.parameters ?? []).filter((one) => one.in === 'path');
    expect([operation.id, declared.map(({ name }) => name)]).toEqual([operation.id, inPath]);
  }
});

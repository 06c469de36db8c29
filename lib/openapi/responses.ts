import type { Operation } from '@/lib/contract/operation';
import { errorsOf, isOfTheApi } from '@/lib/contract/operations/every';
import { type ErrorCode, errorTable } from '@/lib/errors';
import { schemaOf } from '@/lib/openapi/schema';
import type { Content, ResponseObject } from '@/lib/openapi/types';

const everyHeader = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** The headers that answers carry, as components. */
export const headerComponents = {
  'X-Request-Id': { description: 'Names this request; the operator finds it in the log.', schema: { type: 'string' } },
  'X-RateLimit-Limit': { description: 'Calls that are allowed in a window.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Calls that are left in this window.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'When the next window begins, in Unix seconds.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds until a call is possible again.', schema: { type: 'integer' } },
} as const;

/** One answer for each error code, as components. */
export const errorExamples = Object.fromEntries(
  Object.entries(errorTable).map(([code, { hint }]) => {
    const sentence = 'One sentence that says what was wrong.';
    return [code, { summary: code, value: { error: sentence, message: sentence, code, hint } }];
  }),
);

const refsTo = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Every answer that a call can give, by its status. */
export function responsesOf(operation: Operation): Record<string, ResponseObject> {
  const { response, status = 200 } = operation;
  const headers = isOfTheApi(operation) ? { headers: refsTo(everyHeader) } : {};
  const success = {
    description: operation.keys === 'anybody' ? 'Done.' : 'Done, for this key.',
    ...headers,
    content: { 'application/json': { schema: schemaOf(response, 'output') } },
  };
  return { [status]: success, ...failuresOf(operation) };
}

function failuresOf(operation: Operation): Record<string, ResponseObject> {
  const codes = errorsOf(operation);
  const statuses = [...new Set(codes.map((code) => errorTable[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => errorTable[code].status === status);
      return [status, failure(operation, status, ofStatus)];
    }),
  );
}

function failure(operation: Operation, status: number, codes: ErrorCode[]): ResponseObject {
  // Probes say no with the fields that they say yes with.
  if (!isOfTheApi(operation)) {
    const schema = schemaOf(operation.response, 'output');
    return { description: 'Not now.', content: { 'application/json': { schema } }, 'x-codes': [] };
  }
  const content: Content = {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].hint}`).join(' '),
    headers: refsTo(status === 429 ? [...everyHeader, 'Retry-After'] : everyHeader),
    content,
    'x-codes': codes,
  };
}

import { expect, test } from 'vitest';
import { fieldOf, fieldsOf } from '@/lib/openapi/fields';
import type { JsonSchema } from '@/lib/openapi/types';

const schemas: Record<string, JsonSchema> = {
  Thing: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'], description: 'A thing.' },
};
const told = (schema: JsonSchema) => {
  const { type, limits } = fieldOf('x', schema, false, schemas);
  return limits === '' ? type : `${type}; ${limits}`;
};

test.each<[JsonSchema, string]>([
  [{ type: 'string', minLength: 1, maxLength: 8000 }, 'text; 1 to 8,000 characters'],
  [{ type: 'string', minLength: 1 }, 'text'],
  [{ type: 'string', maxLength: 200 }, 'text; at most 200 characters'],
  [{ type: 'number', minimum: 1, maximum: 500, default: 100 }, 'number; 1 to 500, default 100'],
  [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'whole number; at least 0'],
  [{ type: 'boolean', default: false }, 'true or false; default false'],
  [{ enum: ['yes', 'no', 'later'] }, 'yes, no or later'],
  [{ const: 'test' }, '"test"'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'text or null'],
  [{ type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 20 }, 'list of text; 2 to 20 entries'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Thing' } }, 'list of object'],
  [
    { type: 'object', additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] }, maxProperties: 32 },
    'object of names, each with text or number; at most 32 names',
  ],
  [
    { oneOf: [{ properties: { kind: { const: 'a' }, unit: {} } }, { properties: { kind: { const: 'b' } } }] },
    '{kind: a, unit?} or {kind: b}',
  ],
  [{}, 'anything'],
])('%j is told as %s', (schema, words) => expect(told(schema)).toBe(words));

test('what lies inside an object, a list, or an object that may be null is told with it', () => {
  const thing = { $ref: '#/components/schemas/Thing' };
  const inside = [{ name: 'id', required: true, type: 'text', limits: '', description: '', fields: [] }];
  const given = {
    properties: { one: thing, many: { type: 'array', items: thing }, none: { anyOf: [thing, { type: 'null' }] } },
  };
  for (const field of fieldsOf(given, schemas)) expect([field.name, field.fields]).toEqual([field.name, inside]);
  expect(fieldOf('one', { ...thing, description: 'That one.' }, true, schemas).description).toBe('That one.');
});

test('a reference to nothing is not passed over', () => {
  expect(() => fieldOf('x', { $ref: '#/components/schemas/Nothing' }, false, schemas)).toThrow('Nothing');
});

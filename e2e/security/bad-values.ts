import type { Schema } from '../mcp/compare-schemas';

/** Arguments that must be refused, and the field that the refusal must name. */
export interface BadArguments {
  why: string;
  field: string;
  args: Record<string, unknown>;
}

/** The least that each tool takes, with what some types of question need. */
export const goodArguments: Record<string, Record<string, unknown>> = {
  ask_user: { question: 'May I?', wait: false },
  wait_for_answer: { correlationId: '0190a0a0-0000-7000-8000-000000000000', timeoutMs: 0 },
  cancel_question: { correlationId: '0190a0a0-0000-7000-8000-000000000000' },
  send_notification: { title: 'Done', body: 'All of it.' },
  schedule_reminder: { body: 'Look at the build.', inMinutes: 5, env: 'test' },
  list_sessions: {},
  propose_scope: { sessionId: 'session', doneWhen: 'The tests pass.', allowedPaths: ['src/**'], timeoutMs: 0 },
  create_decision: { question: 'Refund?', type: 'select', options: ['Refund', 'Keep'] },
  get_decision: { decisionId: '0190a0a0-0000-7000-8000-000000000000' },
  cancel_decision: { decisionId: '0190a0a0-0000-7000-8000-000000000000' },
  enroll_end_user: { externalId: 'ada' },
  list_subscribers: {},
  get_subscriber: { subscriberId: '0190a0a0-0000-7000-8000-000000000000' },
  count_subscribers: {},
};

/** Fields that are passed through to the byte: only what cannot be stored is refused. */
const passedThrough = new Set(['create_decision.context']);

const badCharacters = {
  'U+0000': '\u0000',
  'a bidi override': '\u202e',
  'a bidi isolate': '\u2066',
  'a control': '\u0007',
};

interface Bad {
  why: string;
  value: unknown;
  /** Where inside the value, as a refusal names it. */
  inside?: string;
}

/** Every way in which the advertised schema of a tool can be broken, one at a time. */
export function badArgumentsOf(tool: string, schema: Schema): BadArguments[] {
  const good = goodArguments[tool];
  if (!good) throw new Error(`Say what ${tool} takes in goodArguments.`);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, property]) =>
    badValuesOf(property, passedThrough.has(`${tool}.${field}`)).map(({ why, value, inside = '' }) => ({
      why: `${field}${inside}: ${why}`,
      field: `${field}${inside}`,
      args: { ...good, [field]: value },
    })),
  );
  const missing = (schema.required ?? []).map((field) => ({
    why: `${field}: missing`,
    field,
    args: Object.fromEntries(Object.entries(good).filter(([name]) => name !== field)),
  }));
  return [...fields, ...missing, { why: 'unknown field', field: 'timeout', args: { ...good, timeout: 5 } }];
}

function badValuesOf(schema: Schema, isPassedThrough = false): Bad[] {
  const wrongType: Bad[] = [wrongTypes[schema.type ?? ''] ?? { why: 'a list in its place', value: [1] }].flat();
  switch (schema.type) {
    case 'string':
      return [...wrongType, ...badTexts(schema, isPassedThrough)];
    case 'array':
      return [...wrongType, ...badLists(schema)];
    case 'object':
      return [...wrongType, ...badObjects(schema)];
    default:
      return wrongType;
  }
}

const wrongTypes: Record<string, Bad[]> = {
  string: [
    { why: 'a number', value: 7 },
    { why: 'null', value: null },
    { why: 'an object', value: { toString: 'x' } },
  ],
  number: [
    { why: 'a text', value: '5' },
    { why: 'null', value: null },
  ],
  boolean: [
    { why: 'a text', value: 'true' },
    { why: 'a number', value: 1 },
  ],
  array: [
    { why: 'a text', value: 'one,two' },
    { why: 'an object', value: { 0: 'one', 1: 'two' } },
  ],
  object: [
    { why: 'a text', value: '{}' },
    { why: 'a list', value: [] },
  ],
};

function badTexts(
  { enum: choices, const: only, format, pattern, minLength, maxLength }: Schema,
  isPassedThrough: boolean,
): Bad[] {
  if (choices || only !== undefined) return [{ why: 'not one of the choices', value: 'something else' }];
  if (format || pattern) return [{ why: 'of another form', value: 'something else' }];
  return [
    ...(minLength ? [{ why: 'empty', value: '' }] : []),
    ...(minLength ? [{ why: 'only spaces', value: '  ' }] : []),
    ...(maxLength ? [{ why: 'one character too long', value: 'x'.repeat(maxLength + 1) }] : []),
    ...Object.entries(badCharacters)
      .filter(([, character]) => !isPassedThrough || character === '\u0000')
      .map(([why, character]) => ({ why: `with ${why}`, value: `a${character}b` })),
  ];
}

function badLists({ items, minItems = 0, maxItems }: Schema): Bad[] {
  const length = Math.max(minItems, 1);
  const listOf = (count: number, first?: unknown): unknown[] =>
    Array.from({ length: count }, (_, index) => (index === 0 && first !== undefined ? first : goodValue(items, index)));
  return [
    ...(minItems > 0 ? [{ why: 'too few entries', value: listOf(minItems - 1) }] : []),
    ...(maxItems ? [{ why: 'too many entries', value: listOf(maxItems + 1) }] : []),
    ...badValuesOf(items ?? {}).map(({ why, value, inside = '' }) => ({
      why: `an entry ${why}`,
      value: listOf(length, value),
      inside: `[0]${inside}`,
    })),
  ];
}

function badObjects({ properties = {}, required = [] }: Schema): Bad[] {
  const good = Object.fromEntries(required.map((name) => [name, goodValue(properties[name], 0)]));
  return [
    ...Object.entries(properties).flatMap(([name, property]) =>
      badValuesOf(property).map(({ why, value, inside = '' }) => ({
        why,
        value: { ...good, [name]: value },
        inside: `.${name}${inside}`,
      })),
    ),
    ...required.map((name) => ({ why: 'missing', value: { ...good, [name]: undefined }, inside: `.${name}` })),
    { why: 'unknown field', value: { ...good, surprise: 1 }, inside: '.surprise' },
  ];
}

/** A value that fits; different for each place in a list. */
function goodValue(schema: Schema | undefined, index: number): unknown {
  switch (schema?.type) {
    case 'boolean':
      return true;
    case 'number':
      return 1;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, (_, at) => goodValue(schema.items, at));
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, goodValue(schema.properties?.[name], index)]),
      );
    default:
      return `entry ${index}`;
  }
}

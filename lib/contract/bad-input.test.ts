import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SendNotification } from '@/lib/contract/notification';
import { AskUser, CancelQuestion, WaitForAnswer } from '@/lib/contract/question';
import { ProposeScope } from '@/lib/contract/scope';
import { AppError } from '@/lib/errors';
import { parseOrThrow } from '@/lib/parse';

type Json = Record<string, unknown>;

/** A value for every field that is good, so that each bad one stands alone. */
const good: Record<string, { schema: z.ZodType; input: Json }> = {
  AskUser: {
    schema: AskUser,
    input: {
      question: 'Ship it?',
      type: 'select',
      options: ['yes', 'no'],
      placeholder: 'p',
      context: 'c',
      intent: 'i',
      action: 'a',
      blocker: 'b',
      actionBody: 'ls',
      wait: true,
      timeoutMs: 1,
      waitEndsAt: '2031-01-01T00:00:00+02:00',
      agentName: 'Codex - nod',
      sessionId: 's',
      machineId: 'm',
      repoKey: 'r',
      toolName: 'Bash',
      toolTarget: 'ls',
      toolPath: '/bin/ls',
      toolUseId: 't',
      requestId: 'r',
      sessionToolAware: true,
      localSurfaceAvailable: false,
      scopePath: '/etc',
      callbackUrl: 'https://example.test/',
      env: 'test',
      questions: [
        {
          header: 'h',
          question: 'q',
          multiSelect: false,
          allowOther: true,
          options: [{ label: 'a', description: 'd' }, { label: 'b' }],
        },
      ],
      tags: ['a'],
      externalIds: ['a'],
      subscriberIds: ['a'],
    },
  },
  WaitForAnswer: { schema: WaitForAnswer, input: { correlationId: 'c', timeoutMs: 1 } },
  CancelQuestion: { schema: CancelQuestion, input: { correlationId: 'c', handoff: true } },
  ProposeScope: {
    schema: ProposeScope,
    input: {
      sessionId: 's',
      doneWhen: 'd',
      allowedPaths: ['src/**'],
      offLimitsPaths: ['.env*'],
      promises: ['p'],
      agentName: 'Codex - nod',
      machineId: 'm',
      timeoutMs: 1,
    },
  },
  SendNotification: {
    schema: SendNotification,
    input: {
      title: 'Done',
      body: 'All green.',
      url: 'https://example.test/',
      iconUrl: 'https://example.test/i.png',
      imageUrl: 'https://example.test/i.png',
      agentName: 'Codex - nod',
      sessionId: 's',
      machineId: 'm',
      env: 'test',
      context: {
        type: 'error',
        summary: 's',
        details: ['d'],
        filesChanged: ['f'],
        errorMessage: 'e',
        errorFile: 'f',
        nextSteps: 'n',
        askQuestion: { question: 'q', type: 'select', options: ['a', 'b'], placeholder: 'p' },
      },
      tags: ['a'],
      externalIds: ['a'],
      subscriberIds: ['a'],
    },
  },
};

/** The limits of spec 2.9, written down again: a schema that forgets one is found here. Characters, not UTF-16 units. */
const limits: Record<string, number> = {
  'AskUser question': 8000,
  'AskUser options[0]': 200,
  'AskUser placeholder': 200,
  'AskUser context': 2000,
  'AskUser intent': 500,
  'AskUser action': 500,
  'AskUser blocker': 500,
  'AskUser agentName': 200,
  'AskUser sessionId': 200,
  'AskUser machineId': 200,
  'AskUser repoKey': 200,
  'AskUser toolPath': 4096,
  'AskUser toolUseId': 200,
  'AskUser requestId': 200,
  'AskUser scopePath': 1024,
  'AskUser callbackUrl': 2048,
  'AskUser tags[0]': 256,
  'AskUser externalIds[0]': 256,
  'AskUser subscriberIds[0]': 256,
  'AskUser questions[0].header': 40,
  'AskUser questions[0].question': 500,
  'AskUser questions[0].options[0].label': 100,
  'AskUser questions[0].options[0].description': 500,
  'WaitForAnswer correlationId': 200,
  'CancelQuestion correlationId': 200,
  'ProposeScope sessionId': 200,
  'ProposeScope doneWhen': 1000,
  'ProposeScope allowedPaths[0]': 500,
  'ProposeScope offLimitsPaths[0]': 500,
  'ProposeScope promises[0]': 200,
  'ProposeScope agentName': 200,
  'ProposeScope machineId': 200,
  'SendNotification title': 100,
  'SendNotification body': 500,
  'SendNotification url': 2048,
  'SendNotification iconUrl': 2048,
  'SendNotification imageUrl': 2048,
  'SendNotification agentName': 200,
  'SendNotification sessionId': 200,
  'SendNotification machineId': 200,
  'SendNotification tags[0]': 256,
  'SendNotification externalIds[0]': 256,
  'SendNotification subscriberIds[0]': 256,
  'SendNotification context.summary': 2000,
  'SendNotification context.details[0]': 500,
  'SendNotification context.filesChanged[0]': 500,
  'SendNotification context.errorMessage': 2000,
  'SendNotification context.errorFile': 500,
  'SendNotification context.nextSteps': 2000,
  'SendNotification context.askQuestion.question': 8000,
  'SendNotification context.askQuestion.options[0]': 200,
  'SendNotification context.askQuestion.placeholder': 200,
};

/** Fields that are cut instead of refused. */
const cut = ['AskUser actionBody', 'AskUser toolName', 'AskUser toolTarget'];
/** Text that chooses from a list or has a form of its own: no limit needed. */
const closed = [
  'AskUser type',
  'AskUser env',
  'AskUser waitEndsAt',
  'SendNotification env',
  'SendNotification context.type',
  'SendNotification context.askQuestion.type',
];

type Path = (string | number)[];
const written = (path: Path): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part),
    '',
  );

/** Every place in a good input that holds a value, the objects and lists included. */
function placesIn(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  const here = path.length > 0 ? [{ path, value }] : [];
  if (typeof value !== 'object' || value === null) return here;
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...here, ...entries.flatMap(([key, inner]) => placesIn(inner, [...path, key]))];
}

function withValue(input: Json, path: Path, value: unknown): Json {
  const copy = structuredClone(input);
  let target = copy as Record<string | number, unknown>;
  for (const part of path.slice(0, -1)) target = target[part] as typeof target;
  target[path.at(-1) as string] = value;
  return copy;
}

/** What a tool says about an input: the fields it names, or undefined when it takes it. Anything else thrown fails the test. */
function refused(schema: z.ZodType, input: unknown): string[] | undefined {
  try {
    parseOrThrow(schema, input);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe('invalid_request');
    expect(error.issues?.length).toBeGreaterThan(0);
    for (const { field, message } of error.issues ?? []) {
      expect(field).not.toBe('');
      expect(message).not.toBe('');
    }
    return error.issues?.map(({ field }) => field);
  }
}

const places = Object.entries(good).flatMap(([name, { schema, input }]) =>
  placesIn(input).map((place) => ({
    name,
    schema,
    input,
    ...place,
    field: written(place.path),
    full: `${name} ${written(place.path)}`,
  })),
);
const textPlaces = places.filter(({ value }) => typeof value === 'string');

test('the good inputs are good, so that each test below is about the one thing it changes', () => {
  for (const [name, { schema, input }] of Object.entries(good)) expect(refused(schema, input), name).toBeUndefined();
});

test('every field of every tool is tried, and every text has its limit written down', () => {
  for (const [name, { schema, input }] of Object.entries(good)) {
    const properties = Object.keys((z.toJSONSchema(schema, { io: 'input' }) as { properties: Json }).properties);
    expect(Object.keys(input).sort(), name).toEqual(properties.sort());
  }
  const known = new Set([...Object.keys(limits), ...cut, ...closed]);
  const unknown = textPlaces.filter(({ full }) => !known.has(full.replace(/\[\d+\]/g, '[0]')));
  expect(unknown.map(({ full }) => full)).toEqual([]);
});

describe('text at and over its limit', () => {
  test.each(Object.entries(limits))('%s: %d characters', (full, limit) => {
    const place = places.find((each) => each.full === full);
    if (!place) throw new Error(`There is no ${full}.`);
    const isAddress = /url$/i.test(full);
    const fill = (length: number, character: string): string => {
      const start = isAddress ? 'https://example.test/' : full.endsWith('toolPath') ? '/' : '';
      return start + character.repeat(length - start.length);
    };
    for (const character of ['x', '🙂', 'ß']) {
      expect(
        refused(place.schema, withValue(place.input, place.path, fill(limit, character))),
        character,
      ).toBeUndefined();
      expect(
        refused(place.schema, withValue(place.input, place.path, fill(limit + 1, character))),
        character,
      ).toContain(place.field);
    }
  });

  test.each(cut)('%s is taken at any length', (full) => {
    const place = places.find((each) => each.full === full);
    expect(place && refused(place.schema, withValue(place.input, place.path, 'x'.repeat(50_000)))).toBeUndefined();
  });
});

describe('a wrong type', () => {
  test.each(places.map((place) => [place.full, place] as const))(
    '%s',
    (_full, { schema, input, path, field, value }) => {
      const wrong: unknown[] = [
        null,
        7,
        'seven',
        true,
        [],
        {},
        [[]],
        { length: 3 },
        Number.NaN,
        Number.POSITIVE_INFINITY,
      ];
      const kind = (each: unknown) => (Array.isArray(each) ? 'list' : each === null ? 'null' : typeof each);
      for (const other of wrong) {
        if (kind(other) === kind(value) && !(typeof other === 'number' && !Number.isFinite(other))) continue;
        expect(refused(schema, withValue(input, path, other)), String(JSON.stringify(other))).toContain(field);
      }
    },
  );

  test.each([null, undefined, 'text', 7, true, [], [{}], Number.NaN])('instead of the arguments: %j', (input) => {
    for (const { schema } of Object.values(good)) expect(refused(schema, input)).toBeDefined();
  });
});

describe('characters that nobody should see', () => {
  const forbidden: [string, string][] = [
    ['U+0000', '\u0000'],
    ['escape', '\u001b[31m'],
    ['backspace', '\u0008'],
    ['delete', '\u007f'],
    ['C1', '\u0085'],
    ['right-to-left override', '\u202e'],
    ['left-to-right embedding', '\u202a'],
    ['isolate', '\u2066'],
    ['lone high surrogate', '\ud83d'],
    ['lone low surrogate', '\ude42'],
    ['swapped surrogates', '\ude42\ud83d'],
  ];
  test.each(forbidden)('%s is refused in every text, at its beginning, inside and at its end', (_name, character) => {
    for (const { schema, input, path, field, full, value } of textPlaces) {
      for (const bad of [`${character}${value}`, `${String(value)[0]}${character}x`, `${value}${character}`]) {
        expect(refused(schema, withValue(input, path, bad)), full).toContain(field);
      }
    }
  });

  test('line breaks and tabs pass where several lines make sense, and are refused in names, ids and addresses', () => {
    const oneLine =
      /(options|label|agentName|sessionId|machineId|repoKey|Paths|toolName|toolPath|toolUseId|requestId|scopePath|correlationId|title|[uU]rl|tags|Ids)(\[\d\])?$/;
    for (const { schema, input, path, field, full, value } of textPlaces) {
      if (closed.includes(full)) continue;
      const answer = refused(schema, withValue(input, path, `${value}\n\tmore`));
      if (oneLine.test(full)) expect(answer, full).toContain(field);
      else expect(answer, full).toBeUndefined();
    }
  });

  test('letters of every script, emoji with joiners and combining marks pass', () => {
    for (const text of ['Grüße, Łódź', 'مرحبا', '你好', 'नमस्ते', '👩‍👩‍👧‍👦', 'e\u0301', '\ufeff', '\u200b']) {
      const { schema, input } = good.AskUser as (typeof good)[string];
      expect(refused(schema, withValue(input, ['context'], text)), text).toBeUndefined();
    }
  });
});

describe('what is empty', () => {
  const mayBeEmpty =
    /(placeholder|context|intent|action|blocker|actionBody|agentName|toolName|toolTarget|header|description|summary|details\[0\]|filesChanged\[0\]|errorMessage|errorFile|nextSteps)$/;
  test.each(['', '   ', '\u00a0'])('%j is refused where a text is needed, and passes where none is', (empty) => {
    for (const { schema, input, path, field, full } of textPlaces) {
      const answer = refused(schema, withValue(input, path, empty));
      if (mayBeEmpty.test(full)) expect(answer, full).toBeUndefined();
      else expect(answer, full).toContain(field);
    }
  });

  test.each([
    ['AskUser', 'question'],
    ['WaitForAnswer', 'correlationId'],
    ['CancelQuestion', 'correlationId'],
    ['ProposeScope', 'sessionId'],
    ['ProposeScope', 'doneWhen'],
    ['SendNotification', 'title'],
    ['SendNotification', 'body'],
  ])('%s without %s says that it is required', (name, field) => {
    const { schema, input } = good[name] as (typeof good)[string];
    const { [field]: _left, ...rest } = input;
    expect(() => parseOrThrow(schema, rest)).toThrow(`${field}: is required`);
  });
});

describe('an unknown field', () => {
  const strange = [
    'quesion',
    '__proto__',
    'constructor',
    'toString',
    '',
    ' question',
    '\u0000',
    '\ud800',
    'x'.repeat(5000),
  ];
  test.each(Object.entries(good))('%s refuses it by name', (_name, { schema, input }) => {
    for (const key of strange) {
      const bad = JSON.parse(`${JSON.stringify(input).slice(0, -1)},${JSON.stringify(key)}:1}`);
      expect(refused(schema, bad), key.slice(0, 20)).toContain(key === '' ? 'body' : key);
    }
  });

  test.each([
    ['AskUser', ['questions', 0], 'questions[0].extra'],
    ['AskUser', ['questions', 0, 'options', 1], 'questions[0].options[1].extra'],
    ['SendNotification', ['context'], 'context.extra'],
    ['SendNotification', ['context', 'askQuestion'], 'context.askQuestion.extra'],
  ] as const)('inside %s %j is refused with its whole path', (name, path, field) => {
    const { schema, input } = good[name] as (typeof good)[string];
    expect(refused(schema, withValue(input, [...path, 'extra'], 1))).toEqual([field]);
  });

  test('several are all named', () => {
    const { schema, input } = good.CancelQuestion as (typeof good)[string];
    expect(refused(schema, { ...input, one: 1, two: 2 })).toEqual(['one', 'two']);
  });
});

describe('rules of single fields', () => {
  const askUser = (field: string, value: unknown) => {
    const { schema, input } = good.AskUser as (typeof good)[string];
    return refused(schema, { ...input, [field]: value });
  };

  test('options are 2 to 6 and differ when trimmed', () => {
    for (const options of [['a'], ['a', 'a'], ['a', ' a '], Array.from('abcdefg')])
      expect(askUser('options', options)).toContain('options');
    expect(refused(AskUser, { question: 'q', type: 'select' })).toEqual(['options']);
    expect(refused(AskUser, { question: 'q', type: 'input', options: ['a', 'b'] })).toBeUndefined();
  });

  test('questions is exactly one, with 2 to 4 labels that differ', () => {
    const [one] = (good.AskUser as (typeof good)[string]).input.questions as Json[];
    expect(askUser('questions', [one, one])).toContain('questions');
    expect(askUser('questions', [])).toContain('questions');
    const label = (text: string) => ({ label: text });
    for (const labels of [['a'], ['a', 'a '], ['a', 'b', 'c', 'd', 'e']]) {
      expect(askUser('questions', [{ ...one, options: labels.map(label) }])).toContain('questions[0].options');
    }
  });

  test.each([
    'tomorrow',
    '2031-01-01',
    '2031-01-01T00:00:00',
    '2031-02-30T00:00:00Z',
    '2031-01-01T25:00:00Z',
    '0000-01-01T00:00:00Z',
    '+275760-09-13T00:00:00.001Z',
    ' 2031-01-01T00:00:00Z',
    `2031-01-01T00:00:00.${'1'.repeat(300)}Z`,
  ])('waitEndsAt %s is refused', (time) => expect(askUser('waitEndsAt', time)).toEqual(['waitEndsAt']));

  test.each(['2031-01-01T00:00:00Z', '2031-01-01T00:00:00.123456Z', '2031-01-01T00:00:00+14:00'])(
    'waitEndsAt %s is taken',
    (time) => expect(askUser('waitEndsAt', time)).toBeUndefined(),
  );

  test.each(['relative', './a', 'C:\\a', '~/a', ''])('toolPath %j is refused', (path) =>
    expect(askUser('toolPath', path)).toContain('toolPath'),
  );

  test.each([
    'ftp://example.test',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.test',
    'https://',
    'https://user:pass@example.test',
    'file:///etc/passwd',
  ])('address %s is refused', (address) => expect(askUser('callbackUrl', address)).toContain('callbackUrl'));

  test('lists of tags and ids hold 100 entries at most', () => {
    for (const field of ['tags', 'externalIds', 'subscriberIds']) {
      expect(askUser(field, Array(100).fill('a'))).toBeUndefined();
      expect(askUser(field, Array(101).fill('a'))).toContain(field);
    }
    const { schema, input } = good.SendNotification as (typeof good)[string];
    for (const field of ['details', 'filesChanged']) {
      expect(refused(schema, withValue(input, ['context', field], Array(50).fill('a')))).toBeUndefined();
      expect(refused(schema, withValue(input, ['context', field], Array(51).fill('a')))).toContain(`context.${field}`);
    }
  });

  test.each([0, 1, -1, 55_001, 1e300, 0.5])('timeoutMs %d is taken: it is clamped, not refused', (timeoutMs) => {
    expect(askUser('timeoutMs', timeoutMs)).toBeUndefined();
    expect(refused(WaitForAnswer, { correlationId: 'c', timeoutMs })).toBeUndefined();
  });
});

test('what was sent is never repeated in the refusal: it may hold secrets', () => {
  const secret = 'hunter2hunter2';
  for (const { schema, input, path } of textPlaces) {
    try {
      parseOrThrow(schema, withValue(input, path, `${secret}\u0000${'x'.repeat(9000)}`));
    } catch (error) {
      expect(JSON.stringify(error) + String(error)).not.toContain(secret);
    }
  }
});

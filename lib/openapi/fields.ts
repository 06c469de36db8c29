import type { JsonSchema } from '@/lib/openapi/types';

/** One field as the documentation tells it. */
export interface Field {
  name: string;
  required: boolean;
  type: string;
  /** Lengths, ranges, the default; may be empty. */
  limits: string;
  description: string;
  /** What lies inside an object, or inside each entry of a list. */
  fields: Field[];
}

type Schemas = Record<string, JsonSchema>;

/** The fields of an object, in their order. `schemas` are those that a `$ref` may name. */
export function fieldsOf(schema: JsonSchema, schemas: Schemas): Field[] {
  const { properties = {}, required = [] } = resolved(schema, schemas);
  return Object.entries(properties).map(([name, property]) =>
    fieldOf(name, property, required.includes(name), schemas),
  );
}

/** One value as a field; also for a parameter, which has its name and description beside its schema. */
export function fieldOf(name: string, schema: JsonSchema, required: boolean, schemas: Schemas): Field {
  const whole = resolved(schema, schemas);
  return {
    name,
    required,
    type: typeWords(whole, schemas),
    limits: limitWords(whole),
    description: whole.description ?? '',
    fields: insideOf(whole, schemas),
  };
}

/** The schema that a reference leads to, with what stands beside the reference. */
function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  const target = schemas[$ref.split('/').at(-1) ?? ''];
  if (!target) throw new Error(`Nothing is named ${$ref}.`);
  return { ...resolved(target, schemas), ...beside };
}

const variantsOf = (schema: JsonSchema) => schema.anyOf ?? schema.oneOf ?? [];

function insideOf(schema: JsonSchema, schemas: Schemas): Field[] {
  if (schema.properties) return fieldsOf(schema, schemas);
  const deeper = schema.items ? [schema.items] : variantsOf(schema);
  const objects = deeper.map((one) => resolved(one, schemas)).filter(({ type }) => type !== 'null');
  // Of several variants the fields would not say which belongs to which; their words do (typeWords).
  return objects.length === 1 && objects[0] ? insideOf(objects[0], schemas) : [];
}

const plain: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
};
const formats: Record<string, string> = { 'date-time': 'time, ISO 8601', uri: 'address', email: 'e-mail address' };

function typeWords(given: JsonSchema, schemas: Schemas): string {
  const schema = resolved(given, schemas);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return either(schema.enum.map((value) => (value === null ? 'null' : String(value))));
  const variants = variantsOf(schema);
  if (variants.length > 0) return either(variants.map((one) => variantWords(one, schemas)));
  if (Array.isArray(schema.type)) return either(schema.type.map((type) => plain[type] ?? type));
  if (schema.type === 'array') return `list of ${schema.items ? typeWords(schema.items, schemas) : 'anything'}`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object' && !schema.properties) {
    const value = typeWords(schema.additionalProperties, schemas);
    return value === 'anything' ? 'object' : `object of names, each with ${value}`;
  }
  return formats[schema.format ?? ''] ?? plain[schema.type ?? ''] ?? 'anything';
}

/** A variant of several: an object is told by what marks it. */
function variantWords(given: JsonSchema, schemas: Schemas): string {
  const { properties, required = [] } = resolved(given, schemas);
  const words = Object.entries(properties ?? {}).map(([name, property]) => {
    const { const: mark } = resolved(property, schemas);
    return mark === undefined ? `${name}${required.includes(name) ? '' : '?'}` : `${name}: ${mark}`;
  });
  return properties && words.length < 4 ? `{${words.join(', ')}}` : typeWords(given, schemas);
}

const either = (words: string[]): string => {
  const each = [...new Set(words)];
  return each.length < 2 ? (each[0] ?? '') : `${each.slice(0, -1).join(', ')} or ${each.at(-1)}`;
};

const count = new Intl.NumberFormat('en');

function limitWords(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, maxProperties } = schema;
  const words = [
    // That a text must not be empty is said with its length, or goes without saying.
    maxLength === undefined ? '' : range(minLength, maxLength, 'characters'),
    range(minimum, inSafeRange(maximum), ''),
    range(minItems, maxItems, 'entries'),
    range(undefined, maxProperties, 'names'),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ];
  return words.filter((one) => one !== '').join(', ');
}

/** What zod writes for any whole number is no limit that anybody meets. */
const inSafeRange = (maximum: number | undefined) => (maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum);

function range(min: number | undefined, max: number | undefined, unit: string): string {
  const of = unit && ` ${unit}`;
  if (min !== undefined && min > Number.MIN_SAFE_INTEGER && max !== undefined)
    return `${count.format(min)} to ${count.format(max)}${of}`;
  if (max !== undefined) return `at most ${count.format(max)}${of}`;
  return min === undefined || min <= Number.MIN_SAFE_INTEGER ? '' : `at least ${count.format(min)}${of}`;
}

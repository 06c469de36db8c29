/** The part of JSON Schema that the contract uses. */
export interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  format?: string;
  pattern?: string;
}

const rules = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'default',
  'format',
  'const',
] as const;

/**
 * Names every place where a listed schema breaks the agreed one. The server may add optional fields to an input, and limits where
 * none were agreed; `exact` is for outputs, which may have no other field.
 */
export function compareSchemas(
  place: string,
  agreed: Schema,
  listed: Schema | undefined,
  { exact = false } = {},
): string[] {
  if (!listed) return [`${place} is missing`];
  const actual = withoutNull(listed);
  return [
    ...differentTypes(place, agreed, actual),
    ...rules.flatMap((rule) =>
      agreed[rule] === undefined || agreed[rule] === actual[rule]
        ? []
        : [`${place}: ${rule} must be ${agreed[rule]}, not ${actual[rule]}`],
    ),
    ...(agreed.items ? compareSchemas(`${place}[]`, agreed.items, actual.items, { exact }) : []),
    ...(agreed.properties ? differentFields(place, agreed, actual, exact) : []),
  ];
}

function differentTypes(place: string, agreed: Schema, actual: Schema): string[] {
  const [wanted, found] = [agreed, actual].map(({ type, enum: values, const: only }) => ({
    type: type === 'integer' ? 'number' : (type ?? (only === undefined && !values ? undefined : 'string')),
    values: [...(values ?? (only === undefined ? [] : [only]))].sort(),
  }));
  return JSON.stringify(wanted) === JSON.stringify(found)
    ? []
    : [`${place}: ${JSON.stringify(wanted)} is agreed, ${JSON.stringify(found)} is listed`];
}

function differentFields(place: string, agreed: Schema, actual: Schema, exact: boolean): string[] {
  const [wanted, found] = [agreed.properties ?? {}, actual.properties ?? {}];
  const problems = Object.entries(wanted).flatMap(([name, field]) =>
    compareSchemas(`${place}.${name}`, field, found[name], { exact }),
  );
  const required = [agreed.required, actual.required].map((names) => [...(names ?? [])].sort().join(', '));
  if (required[0] !== required[1])
    problems.push(`${place}: required is agreed as (${required[0]}), listed as (${required[1]})`);
  if (agreed.additionalProperties === false) {
    if (exact && actual.additionalProperties !== false) problems.push(`${place} must refuse other fields`);
    const extra = Object.keys(found).filter((name) => !(name in wanted));
    if (extra.length > 0) problems.push(`${place} has fields that strict clients refuse: ${extra.join(', ')}`);
  }
  return problems;
}

/** An optional field may be listed as one of its type and null. */
function withoutNull(schema: Schema): Schema {
  const alternatives = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null');
  const [only] = alternatives ?? [];
  return only && alternatives?.length === 1 ? { ...schema, ...only } : schema;
}

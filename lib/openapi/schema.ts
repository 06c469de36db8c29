import { z } from 'zod';
import { sharedSchemas } from '@/lib/openapi/shared-schemas';
import type { JsonSchema } from '@/lib/openapi/types';

const nameOf = new Map<z.core.$ZodType, string>(Object.entries(sharedSchemas).map(([name, schema]) => [schema, name]));

/** What a client sends (`input`: before defaults and transforms), or gets. Whatever has a name is referred to by it. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const name = nameOf.get(schema);
  return name === undefined ? written(schema, io) : refersTo(name);
}

/** Every schema that has a name, written out. */
export const namedSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(sharedSchemas).map(([name, schema]) => [name, written(schema, 'output')]));

const refersTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

function written(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema, path }) => {
      const name = path.length > 0 ? nameOf.get(zodSchema) : undefined;
      if (name !== undefined) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
        Object.assign(jsonSchema, refersTo(name));
      }
      // An answer may get more fields one day; whoever reads it must not break then.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return json as JsonSchema;
}

import type { Operation, OperationExample } from '@/lib/contract/operation';
import { operations } from '@/lib/contract/operations';
import { curlOf } from '@/lib/openapi/curl';
import { errorExamples, headerComponents, responsesOf } from '@/lib/openapi/responses';
import { namedSchemas, schemaOf } from '@/lib/openapi/schema';
import type { ExampleCall, Method, OpenApiDocument, OperationObject, ParameterObject } from '@/lib/openapi/types';
import { about, tagDescriptions } from '@/lib/openapi/words';

/** The whole HTTP API as OpenAPI 3.1, made from the declarations that the routes themselves are made from. `url` is the public address. */
export function openApiDocument({ url, version }: { url: string; version: string }): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const [order, operation] of operations.entries()) {
    const method = operation.method.toLowerCase() as Method;
    paths[operation.path] = {
      ...paths[operation.path],
      [method]: { ...operationObject(operation, url), 'x-order': order },
    };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Nod', version, ...about },
    servers: [{ url }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name, ...described(tagDescriptions[name]) })),
    paths,
    components: {
      schemas: namedSchemas(),
      headers: headerComponents,
      examples: errorExamples,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'pk_<hex>.<hex>',
          description: 'An API key. Its kind decides what it may call: see `x-keys` of each call.',
        },
      },
    },
  };
}

const described = (description: string | undefined) => (description === undefined ? {} : { description });

function operationObject(operation: Operation, url: string): Omit<OperationObject, 'x-order'> {
  const { id, tag, summary, description, keys, body, examples = [] } = operation;
  const parameters = [...parametersIn('path', operation.params), ...parametersIn('query', operation.query)];
  return {
    operationId: id,
    tags: [tag],
    summary: summary.replace(/\.$/, ''),
    ...described(description),
    security: keys === 'anybody' ? [] : [{ key: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(body, examples) } : {}),
    responses: responsesOf(operation),
    ...(keys === 'anybody' ? {} : { 'x-keys': keys }),
    'x-examples': examples.map((example): ExampleCall => ({ ...example, curl: curlOf(operation, example, url) })),
  };
}

function requestBody(body: NonNullable<Operation['body']>, examples: readonly OperationExample[]) {
  const schema = schemaOf(body, 'input');
  const shown = examples.flatMap(({ summary, body: value }, index) =>
    value === undefined ? [] : [[`example${index + 1}`, { summary, value }] as const],
  );
  return {
    required: (schema.required ?? []).length > 0,
    content: {
      'application/json': { schema, ...(shown.length > 0 ? { examples: Object.fromEntries(shown) } : {}) },
    },
  };
}

function parametersIn(place: 'path' | 'query', schema: Operation['query']): ParameterObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...described(description),
    schema: rest,
  }));
}

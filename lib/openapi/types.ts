import type { KeyKind } from '@/lib/actor';
import type { Operation, OperationExample } from '@/lib/contract/operation';
import type { ErrorCode } from '@/lib/errors';

/** What Nod uses of JSON Schema 2020-12. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

export interface Content {
  'application/json': {
    schema: JsonSchema;
    examples?: Record<string, { summary?: string; value?: unknown; $ref?: string }>;
  };
}

export interface ParameterObject {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content: Content;
  /** The codes of errors that come with this status. */
  'x-codes'?: ErrorCode[];
}

/** A call that works when it is made in its place, after those before it; `{name}` stands for what one of them gave. */
export interface ExampleCall extends OperationExample {
  curl: string;
}

export interface OperationObject {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: ParameterObject[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ResponseObject>;
  /** Which kinds of key may call; absent when none is needed. */
  'x-keys'?: readonly KeyKind[];
  'x-examples': ExampleCall[];
  /** Its place among all calls, as somebody reads them and as the examples work. */
  'x-order': number;
}

export type Method = Lowercase<Operation['method']>;

export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Partial<Record<Method, OperationObject>>>;
  components: Record<string, Record<string, unknown>> & { schemas: Record<string, JsonSchema> };
}

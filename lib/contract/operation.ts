import type { z } from 'zod';
import type { KeyKind } from '@/lib/actor';
import type { ErrorCode } from '@/lib/errors';

/** One call that is tried in a test and shown in the documentation. `{name}` in a value stands for what an example before it gave. */
export interface OperationExample {
  summary: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Sent in place of a key. */
  bearer?: string;
  /** Fields of the answer that the examples after it need, by the name that they use. */
  gives?: Record<string, string>;
}

/**
 * One HTTP call as it is on the wire, declared once: the route is made from it (lib/http/with-operation.ts), the OpenAPI document and the
 * documentation read it.
 */
export interface Operation {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its parameters in braces. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** Which keys may call; `anybody` needs none. */
  keys: readonly KeyKind[] | 'anybody';
  /** Of the hook API: counted apart from what agents ask. */
  hook?: true;
  params?: z.ZodType;
  /** Every value arrives as text. */
  query?: z.ZodType;
  body?: z.ZodType;
  /** Most bytes of a body; 64 KiB unless said. */
  maxBytes?: number;
  response: z.ZodType;
  /** 200 unless said. */
  status?: 200 | 201;
  /** Beside those that every call can give (lib/contract/operations/every.ts). */
  errors?: readonly ErrorCode[];
  examples?: readonly OperationExample[];
}

/** Declares a call; keeps the types of its schemas for the route. */
export const operation = <const O extends Operation>(declared: O): O => declared;

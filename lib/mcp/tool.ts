import type { z } from 'zod';
import type { KeyActor, KeyKind } from '@/lib/actor';
import { AppError } from '@/lib/errors';
import type { AskCall } from '@/lib/questions/ask-and-wait';

export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint: boolean;
}

/** A tool: its words and schemas, who may call it, and the domain function that does it. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  keys: readonly KeyKind[];
  input: z.ZodType;
  output: z.ZodType;
  annotations: ToolAnnotations;
  run(actor: KeyActor, input: unknown, call: AskCall): Promise<unknown>;
  /** What to reply when not even the key can be checked because the database is down. */
  unavailable(input: unknown): unknown;
}

interface ToolOf<Input extends z.ZodType, Output extends z.ZodType>
  extends Omit<Tool, 'input' | 'output' | 'run' | 'unavailable'> {
  input: Input;
  output: Output;
  run(actor: KeyActor, input: z.output<Input>, call: AskCall): Promise<z.output<Output>>;
  unavailable(input: z.output<Input>): z.output<Output>;
}

/** For a tool whose result has no words for it: an error that says what was not done. */
export const databaseIsDown = (consequence: string) => (): never => {
  throw new AppError('unavailable', `The database cannot be reached. ${consequence}`);
};

/** Declares a tool; a tool cannot be declared without its list of keys. */
export function defineTool<Input extends z.ZodType, Output extends z.ZodType>(tool: ToolOf<Input, Output>): Tool {
  // The server parses with the same schema right before it calls run(), so the types do agree.
  return tool as unknown as Tool;
}

import { textIn } from '@/lib/policies/tool-input';
import type { HookCall } from '../agents/agent';

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON as an object; undefined for anything else. */
export function fieldsIn(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A name that the server takes as an id: one line, at most 200 characters. */
const idIn = (fields: Fields, ...names: string[]): string | undefined => {
  const id = textIn(fields, ...names);
  return id !== undefined && id.length <= 200 && !/[\p{Cc}\p{Cs}]/u.test(id) ? id : undefined;
};

/**
 * Reads the fields that the agents have in common, in the spellings of all of them. Throws a sentence when the text is no JSON object, or
 * tells of an event that is not among `events`.
 */
export function readCall(stdin: string, events: Record<string, HookCall['event']>): { call: HookCall; fields: Fields } {
  const fields = fieldsIn(stdin);
  if (!fields) throw new Error(stdin.trim() === '' ? 'nothing came on stdin' : 'what came on stdin is no JSON object');
  const eventName = textIn(fields, 'hook_event_name', 'hookEventName') ?? '';
  const event = Object.hasOwn(events, eventName) ? events[eventName] : undefined;
  if (!event) throw new Error(`the event ${JSON.stringify(eventName.slice(0, 60))} is not known`);
  const input = fields.tool_input ?? fields.toolInput;
  const call: HookCall = {
    event,
    eventName,
    sessionId: idIn(fields, 'session_id', 'sessionId', 'conversation_id'),
    cwd: textIn(fields, 'cwd'),
    toolName: textIn(fields, 'tool_name', 'toolName'),
    toolInputs: input === undefined || input === null ? [] : [input],
    toolUseId: idIn(fields, 'tool_use_id', 'toolUseId'),
    permissionMode: textIn(fields, 'permission_mode'),
    raw: stdin,
  };
  if (['before_tool', 'permission'].includes(event) && !call.toolName && !call.toolInputs.length && !isCursor(fields))
    throw new Error(`the event ${eventName} names no tool`);
  return { call, fields };
}

/** Cursor has events that stand for one tool and do not name it. */
const isCursor = (fields: Fields): boolean => 'conversation_id' in fields;

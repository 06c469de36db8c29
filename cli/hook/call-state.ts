import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentId, HookAnswer, HookCall } from '../agents/agent';
import { configFolder } from '../config';
import { debugLog } from './debug-log';
import { fieldsIn } from './read-call';
import { sortedJson } from './sorted-json';

// What one hook leaves for the next of the same session: two events tell of one tool call, and a hook may be ended while its question is
// open. One small file for each of these, so that hooks that run at once never write the same one.

/** How a tool call was answered, for another event that tells of the same call. */
export interface Handled {
  kind: HookAnswer['kind'];
  reason?: string;
  /** A person's own answer, not a rule of theirs. */
  byPerson: boolean;
  eventName: string;
  event?: HookCall['event'];
  atMs: number;
}

/** A question that a hook left open, or is waiting for. */
export interface OpenQuestion {
  correlationId: string;
  callKey: string;
  toolUseId?: string;
  pid: number;
  /** It is to stay although its hook is gone, while the agent asks too. */
  leftOpen?: boolean;
}

/** An allow is for the call that it was given for, which follows at once; what was not allowed may queue behind other prompts. */
const freshMs = { allow: 120_000, other: 900_000 };
const keptMs = 86_400_000;

/** Names a tool call by what it does. */
export const callKey = (call: HookCall): string =>
  digest(call.sameAs ?? `${call.toolName ?? ''} ${sortedJson(call.toolInputs)}`);

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const allFolders = (): string => join(configFolder(), 'hook-state');
const folderOf = (agentId: AgentId, call: HookCall): string =>
  join(allFolders(), digest(`${agentId} ${call.sessionId ?? call.cwd ?? ''}`));

const handledFile = (agentId: AgentId, call: HookCall): string =>
  join(folderOf(agentId, call), `handled-${callKey(call)}.json`);
const openFile = (agentId: AgentId, call: HookCall, correlationId: string): string =>
  join(folderOf(agentId, call), `open-${digest(correlationId)}.json`);

/** Remembers how this call was answered. */
export function rememberHandled(
  agentId: AgentId,
  call: HookCall,
  handled: Omit<Handled, 'event' | 'eventName' | 'atMs'>,
): void {
  const { event, eventName } = call;
  write(handledFile(agentId, call), { ...handled, event, eventName, atMs: Date.now() });
}

/** Forgets it: another call that does the same is left to the agent, and what it then asks is about that one. */
export const forgetHandled = (agentId: AgentId, call: HookCall): void => remove(handledFile(agentId, call));

/** How another event of this call was just answered. An allow is given once. */
export function takeHandled(agentId: AgentId, call: HookCall): Handled | undefined {
  const file = handledFile(agentId, call);
  const handled = read(file) as Handled | undefined;
  if (!handled || handled.eventName === call.eventName) return undefined;
  // No call is prompted for before it is announced: that was another one, which did the same.
  if (handled.event === 'permission' && call.event === 'before_tool') return undefined;
  const age = Date.now() - handled.atMs;
  if (handled.kind === 'allow') remove(file);
  return age >= 0 && age < (handled.kind === 'allow' ? freshMs.allow : freshMs.other) ? handled : undefined;
}

export function noteOpen(agentId: AgentId, call: HookCall, correlationId: string, leftOpen = false): void {
  const { toolUseId } = call;
  const question: OpenQuestion = { correlationId, callKey: callKey(call), toolUseId, pid: process.pid, leftOpen };
  write(openFile(agentId, call, correlationId), question);
}

export const noteSettled = (agentId: AgentId, call: HookCall, correlationId: string): void =>
  remove(openFile(agentId, call, correlationId));

/** The questions of this session that this event shows to be answered elsewhere: those of the call it tells of, and those of hooks that are gone. */
export function overtakenQuestions(agentId: AgentId, call: HookCall): OpenQuestion[] {
  return filesIn(folderOf(agentId, call))
    .filter((file) => /[\\/]open-\w+\.json$/.test(file))
    .flatMap((file) => {
      const question = read(file) as OpenQuestion | undefined;
      return typeof question?.correlationId === 'string' ? [question] : [];
    })
    .filter((question) => {
      if (call.event === 'session_end' || (call.event === 'after_tool' && isOfCall(question, call))) return true;
      return !isRunning(question.pid) && (!question.leftOpen || turns.includes(call.event));
    });
}

/** When these come, the agent's own prompt is over, however it was answered. */
const turns: HookCall['event'][] = ['prompt', 'stop', 'session_start'];

/** Two calls may say the same at once: what they do tells them apart only where one of the two events gives no id. */
const isOfCall = (question: OpenQuestion, call: HookCall): boolean =>
  question.toolUseId !== undefined && call.toolUseId !== undefined
    ? question.toolUseId === call.toolUseId
    : question.callKey === callKey(call);

/** Forgets a session that ended, a call that ran, and at the start of a session whatever is older than a day. */
export function tidyState(agentId: AgentId, call: HookCall): void {
  if (call.event === 'session_end') removeFolder(folderOf(agentId, call));
  else if (call.event === 'after_tool') remove(handledFile(agentId, call));
  else forgetOld(agentId, call);
}

function forgetOld(agentId: AgentId, call: HookCall): void {
  const [folders, oldest] =
    call.event === 'session_start' ? [filesIn(allFolders()), Date.now() - keptMs] : [[], Date.now() - freshMs.other];
  for (const folder of folders) if (changedAt(folder) < oldest) removeFolder(folder);
  for (const file of filesIn(folderOf(agentId, call)))
    if (/handled-\w+\.json$/.test(file) && changedAt(file) < oldest) remove(file);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whole or not at all: another hook may read at the same moment. */
function write(file: string, value: object): void {
  attempt('write', () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const unfinished = `${file}.${process.pid}.tmp`;
    writeFileSync(unfinished, JSON.stringify(value), { mode: 0o600 });
    renameSync(unfinished, file);
  });
}

const read = (file: string): unknown => attempt('read', () => fieldsIn(readFileSync(file, 'utf8')));
const remove = (file: string): void => attempt('remove', () => rmSync(file, { force: true }));
const removeFolder = (folder: string): void =>
  attempt('remove', () => rmSync(folder, { recursive: true, force: true }));
const filesIn = (folder: string): string[] =>
  attempt('list', () => readdirSync(folder).map((name) => join(folder, name))) ?? [];
const changedAt = (file: string): number => attempt('look', () => statSync(file).mtimeMs) ?? Date.now();

/** Without what is kept here a hook still works: it may only ask twice, or leave a question open until it expires. */
function attempt<Result>(what: string, act: () => Result): Result | undefined {
  try {
    return act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') debugLog(`state: ${what} failed`, { error });
    return undefined;
  }
}

import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { configFolder } from '../config';
import { environmentVariable } from '../environment';
import { plainText, shorten } from './plain-text';

const longestLog = 1_048_576;

/** With NOD_DEBUG=1: one line more in hook.log, beside the credentials. Never throws: a hook does not fail for its log. */
export function debugLog(what: string, details: Record<string, unknown> = {}): void {
  if (environmentVariable('NOD_DEBUG') !== '1') return;
  try {
    const file = join(configFolder(), 'hook.log');
    mkdirSync(configFolder(), { recursive: true, mode: 0o700 });
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > longestLog) renameSync(file, `${file}.1`);
    const line = `${new Date().toISOString()} ${process.pid} ${what} ${JSON.stringify(details, asWords)}`;
    appendFileSync(file, `${shorten(plainText(line).replace(/[\n\r]+/g, ' '), 8000)}\n`, { mode: 0o600 });
  } catch {
    // There is nowhere left to tell of it.
  }
}

const asWords = (_: string, value: unknown): unknown =>
  value instanceof Error ? `${value.name}: ${value.message}` : value;

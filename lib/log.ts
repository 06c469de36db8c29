import { env } from '@/lib/env';
import { redact } from '@/lib/redact';

const levels = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 } as const;
type Level = Exclude<keyof typeof levels, 'silent'>;

function write(level: Level, message: string, fields: Record<string, unknown>): void {
  if (levels[level] < levels[env().logLevel]) return;
  const line = JSON.stringify({ at: new Date().toISOString(), level, message, ...fields }, (_key, value) =>
    value instanceof Error
      ? { name: value.name, message: value.message, stack: value.stack, cause: value.cause }
      : value,
  );
  process.stderr.write(`${redact(line)}\n`);
}

/** One JSON line per fact on stderr, with secrets removed. Pass errors as a field named `error`. */
export const log = {
  debug: (message: string, fields: Record<string, unknown> = {}) => write('debug', message, fields),
  info: (message: string, fields: Record<string, unknown> = {}) => write('info', message, fields),
  warn: (message: string, fields: Record<string, unknown> = {}) => write('warn', message, fields),
  error: (message: string, fields: Record<string, unknown> = {}) => write('error', message, fields),
};

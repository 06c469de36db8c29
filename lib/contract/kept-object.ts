import { z } from 'zod';

const mostBytes = 4096;
/** What PostgreSQL cannot keep in JSON: NUL, and half of a surrogate pair. */
const unkeepable = /[\0\p{Cs}]/u;

function holdsUnkeepable(value: unknown): boolean {
  if (typeof value === 'string') return unkeepable.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => unkeepable.test(name) || holdsUnkeepable(part));
}

/** An object of an integrator's own that Nod keeps and shows nobody: at most 4 kB of JSON. */
export const keptObject = () =>
  z.record(z.string(), z.unknown()).superRefine((kept, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    const bytes = Buffer.byteLength(JSON.stringify(kept));
    if (bytes > mostBytes) refuse(`has ${bytes} bytes as JSON, at most ${mostBytes} are allowed`);
    if (holdsUnkeepable(kept)) refuse('has a NUL or broken character, which cannot be kept: remove it');
  });

import { z } from 'zod';
import { forbiddenCharacter, text } from '@/lib/contract/text';
import { isSecretName } from '@/lib/redact';

/** Not a record: zod would drop an entry named __proto__ without a word, and one bad entry refuses all (spec 6.2). */
export const Parameters = z
  .unknown()
  .superRefine((parameters, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
      return refuse([], 'must be an object');
    const entries = Object.entries(parameters);
    if (entries.length > 32) refuse([], `has ${entries.length} entries, at most 32 are allowed`);
    for (const [name, value] of entries.slice(0, 33)) {
      const badName = forbiddenCharacter(name);
      if (name.trim() === '' || name.length > 64 || name === '__proto__')
        refuse([name.slice(0, 64)], 'is no name of 1 to 64 characters');
      else if (badName) refuse([name], badName);
      if (typeof value === 'string') {
        const bad = forbiddenCharacter(value);
        if (bad) refuse([name], bad);
        if (value.length > 200) refuse([name], `has ${value.length} characters, at most 200 are allowed`);
      } else if (typeof value !== 'boolean' && !(typeof value === 'number' && Number.isFinite(value)))
        refuse([name], 'must be a text, a finite number, true or false');
      else if (Number.isInteger(value) && !Number.isSafeInteger(value))
        refuse([name], 'is a larger whole number than JSON carries exactly: send it as text');
    }
  })
  .transform((parameters) => parameters as Record<string, string | number | boolean>)
  .meta({
    type: 'object',
    maxProperties: 32,
    additionalProperties: { anyOf: [{ type: 'string', maxLength: 200 }, { type: 'number' }, { type: 'boolean' }] },
  });

const Format = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text') }),
  z.strictObject({
    kind: z.literal('currency'),
    currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code of three capital letters'),
  }),
  z.strictObject({ kind: z.literal('quantity'), unit: text({ max: 20, oneLine: true }).optional() }),
  z.strictObject({ kind: z.literal('timestamp') }),
  z.strictObject({ kind: z.literal('boolean') }),
]);

export const Presentation = z.strictObject({
  label: text({ max: 200, oneLine: true }).describe('The action as a person would name it.'),
  effect: text({ max: 500 }).describe('What happens on yes.'),
  changes: z
    .array(
      z.strictObject({
        parameter: text({ max: 64, oneLine: true }).describe('A name in `parameters`; the value is read from there.'),
        label: text({ max: 80, oneLine: true }).describe('What to call it to a person.'),
        format: Format.describe('How to show it. A currency is in minor units: 4800 is EUR 48.00.'),
      }),
    )
    .max(32)
    .optional(),
  risk: text({ max: 500 }).optional().describe('Why this one is worth stopping for.'),
});
export type Presentation = z.output<typeof Presentation>;

/** Whether a value can be shown in a format without guessing. Currencies are whole minor units. */
function isOfFormat(value: string | number | boolean, kind: z.output<typeof Format>['kind']): boolean {
  if (kind === 'text') return true;
  if (kind === 'boolean') return typeof value === 'boolean';
  if (kind === 'quantity') return typeof value === 'number';
  if (kind === 'currency') return typeof value === 'number' && Number.isSafeInteger(value);
  return typeof value === 'number'
    ? Math.abs(value) <= 8.64e15
    : typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

/** Refuses a presentation that names what is not there, what is secret, or what its format cannot show. */
export function checkPresentation(
  {
    presentation,
    parameters = {},
  }: { presentation?: Presentation | undefined; parameters?: z.output<typeof Parameters> | undefined },
  context: z.RefinementCtx,
): void {
  presentation?.changes?.forEach(({ parameter, format }, index) => {
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', path: ['presentation', 'changes', index, 'parameter'], message });
    const value = Object.hasOwn(parameters, parameter) ? parameters[parameter] : undefined;
    if (value === undefined) refuse('names no entry of parameters');
    else if (isSecretName(parameter)) refuse('has the name of a secret, which is never shown');
    else if (!isOfFormat(value, format.kind)) refuse(`cannot be shown as ${format.kind}`);
  });
}

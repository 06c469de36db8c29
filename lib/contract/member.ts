import { z } from 'zod';
import { text } from '@/lib/contract/text';

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'has more than 254 characters')
  .pipe(z.email('must be an e-mail address'));

/** Long enough to resist guessing; no rules about kinds of characters (NIST SP 800-63B). */
export const Password = z.string().min(10, 'must have at least 10 characters').max(200, 'has more than 200 characters');

export const CreateOwner = z.strictObject({
  token: z.string().min(1, 'is missing: open the link that Nod printed when it started'),
  email: Email,
  password: Password,
  name: text({ max: 100, oneLine: true, mayBeEmpty: true }).optional(),
  workspace: text({ max: 100, oneLine: true, mayBeEmpty: true }).optional(),
});
export type CreateOwner = z.output<typeof CreateOwner>;

export const SignIn = z.object({ email: Email, password: z.string().max(200) });

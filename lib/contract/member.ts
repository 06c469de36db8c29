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

/** A password that is only compared: whatever it is, it fits or it does not. */
const GivenPassword = z.string().max(200, 'has more than 200 characters');

const PersonName = text({ max: 100, oneLine: true, mayBeEmpty: true });

export const CreateOwner = z.strictObject({
  token: z.string().min(1, 'is missing: open the link that Nod printed when it started'),
  email: Email,
  password: Password,
  name: PersonName.optional(),
  workspace: text({ max: 100, oneLine: true, mayBeEmpty: true }).optional(),
});
export type CreateOwner = z.output<typeof CreateOwner>;

export const SignIn = z.object({ email: Email, password: GivenPassword });

const Role = z.enum(['owner', 'member', 'viewer'], 'must be owner, member or viewer');

export const ChangeRole = z.strictObject({ role: Role });

export const CreateInvite = z.strictObject({ role: Role });

/** Whoever opens an invite link: somebody new, or somebody with an account, whose password must then fit. */
export const JoinByInvite = z.strictObject({
  token: z.string().min(1).max(200),
  email: Email,
  password: Password,
  name: PersonName.default(''),
});
export type JoinByInvite = z.output<typeof JoinByInvite>;

export const RenameSelf = z.strictObject({ name: PersonName });

export const ChangePassword = z.strictObject({ current: GivenPassword, next: Password });

export const RenameWorkspace = z.strictObject({ name: text({ max: 100, oneLine: true }) });

/** Its name as it stands on the page, typed by hand. */
export const DeleteWorkspace = z.strictObject({ name: z.string().max(200) });

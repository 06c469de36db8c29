import { env } from '@/lib/env';
import { shownOnce } from '@/lib/http/shown-once';
import { withForm } from '@/lib/http/with-form';
import { createInvite } from '@/lib/members/invites';
import { createPhoneCode, phoneCodeMinutes } from '@/lib/members/phone-codes';

/** The token of an invite that this browser just made; /settings shows its link. */
export const newInvite = () => shownOnce('nod_new_invite', '/settings', 300);

/** The code for a phone that this browser just made; /devices shows it. */
export const newPhoneCode = () => shownOnce('nod_phone_code', '/devices', phoneCodeMinutes * 60);

export const inviteLink = (token: string): string => `${env().url}/invite/${token}`;
export const phoneLink = (code: string): string => `${env().url}/pair/${code}`;

/** Makes an invite link and leads back to the page that shows it once. */
export const createInviteForm = withForm({ back: () => '/settings?form=people' }, async ({ actor, form }) => {
  const { id, token } = await createInvite(actor, { role: form.get('role') ?? 'member' });
  await newInvite().keep(actor, id, token);
  return `/settings?invite=${id}#people`;
});

/** The person has the link: nothing shows it any more. */
export const forgetInviteForm = withForm({ back: () => '/settings' }, async () => {
  await newInvite().forget();
  return '/settings#people';
});

/** Makes a code for a phone and leads back to the page that shows it. */
export const showPhoneCodeForm = withForm({ back: () => '/devices' }, async ({ actor }) => {
  const { id, code } = await createPhoneCode(actor);
  await newPhoneCode().keep(actor, id, code);
  return `/devices?pair=${id}#phone`;
});

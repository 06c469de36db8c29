import { PagePresence } from '@/lib/contract/delivery-settings';
import { withApi } from '@/lib/http/with-api';
import { notePagePresence } from '@/lib/members/page-presence';

/** A page says whether it is in front of the person: its own device is then not rung at once (spec 3.5). */
export const POST = withApi({ access: { member: true }, body: PagePresence }, async ({ actor, body }) => {
  await notePagePresence(actor, body);
  return {};
});

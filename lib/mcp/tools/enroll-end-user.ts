import { EnrollEndUser, EnrolmentByTool } from '@/lib/contract/end-user';
import { enrollEndUser as enroll } from '@/lib/end-users/enroll';
import { databaseIsDown, defineTool } from '@/lib/mcp/tool';

export const enrollEndUser = defineTool({
  name: 'enroll_end_user',
  title: 'Connect an end user',
  description:
    'Make a link with which one end user turns on decisions in their browser, without an account. Show them universalLink as a button or a ' +
    'QR code; it works once and for 15 minutes.',
  keys: ['full', 'bound', 'sandbox'],
  input: EnrollEndUser,
  output: EnrolmentByTool,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  run: async (actor, { externalId }) => {
    const { token: _token, ...link } = await enroll(actor, externalId);
    return link;
  },
  unavailable: databaseIsDown('No link was made.'),
});

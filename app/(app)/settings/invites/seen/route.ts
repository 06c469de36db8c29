import { forgetInviteForm } from '@/lib/http/new-link';

export const POST = forgetInviteForm;

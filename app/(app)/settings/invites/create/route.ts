import { createInviteForm } from '@/lib/http/new-link';

export const POST = createInviteForm;

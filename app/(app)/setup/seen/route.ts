import { forgetKeyForm } from '@/lib/http/new-key';

export const POST = forgetKeyForm('/setup', '/setup?step=4');

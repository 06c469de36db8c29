import { createKeyForm } from '@/lib/http/new-key';

export const POST = createKeyForm('/setup');

import { rotateKeyForm } from '@/lib/http/new-key';

export const POST = rotateKeyForm;

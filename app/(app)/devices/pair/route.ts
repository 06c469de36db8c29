import { showPhoneCodeForm } from '@/lib/http/new-link';

export const POST = showPhoneCodeForm;

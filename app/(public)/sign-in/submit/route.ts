import { submitSignIn } from '@/lib/http/sign-in-form';

export const dynamic = 'force-dynamic';

export const POST = submitSignIn;

import { submitSetup } from '@/lib/http/setup-form';

export const dynamic = 'force-dynamic';

export const POST = submitSetup;

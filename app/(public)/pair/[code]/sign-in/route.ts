import { submitPair } from '@/lib/http/join-form';

export const dynamic = 'force-dynamic';

export const POST = submitPair;

import { submitJoin } from '@/lib/http/join-form';

export const dynamic = 'force-dynamic';

export const POST = submitJoin;

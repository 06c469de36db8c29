import { handlers } from '@/lib/members/auth';

export const { GET, POST } = handlers;

import { readiness } from '@/lib/readiness';

export const dynamic = 'force-dynamic';

/** Whether this process can do its work: the database answers, every migration is applied, it is not about to stop. */
export async function GET(): Promise<Response> {
  const state = await readiness();
  return Response.json(state, { status: state.status === 'ok' ? 200 : 503 });
}

export const dynamic = 'force-dynamic';

/** Whether the process answers. */
export function GET(): Response {
  return Response.json({ status: 'ok' });
}

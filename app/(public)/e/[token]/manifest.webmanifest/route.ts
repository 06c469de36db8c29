import { homeScreen } from '@/app/home-screen';
import { readEnrolment } from '@/lib/end-users/enrol-device';

/** What the home screen calls this page: phones of Apple show notifications only of what is installed there. */
export async function GET(_request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  const { token } = await params;
  const enrolment = await readEnrolment(token);
  if (!enrolment) return Response.json({}, { status: 404 });
  const address = `/e/${encodeURIComponent(token)}`;
  const manifest = {
    id: `/e/${enrolment.workspace_id}`,
    name: enrolment.workspace_name,
    short_name: enrolment.workspace_name,
    start_url: address,
    scope: '/',
    ...homeScreen,
  };
  return Response.json(manifest, {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'no-store' },
  });
}

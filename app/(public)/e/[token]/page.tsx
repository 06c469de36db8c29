import type { Metadata } from 'next';
import { cache } from 'react';
import { EnrolSheet } from '@/components/enrol/enrol-sheet';
import { NothingToEnrol } from '@/components/enrol/nothing-to-enrol';
import { readEnrolment } from '@/lib/end-users/enrol-device';

/** Once per request: the title and the page show the same. Looking uses nothing up: previews open links too. */
const read = cache(readEnrolment);

export async function generateMetadata({ params }: PageProps<'/e/[token]'>): Promise<Metadata> {
  const { token } = await params;
  const enrolment = await read(token);
  const title = enrolment?.workspace_name ?? 'This link does not open anything';
  return {
    title: { absolute: title },
    description: 'Turn on approvals in this browser.',
    applicationName: title,
    appleWebApp: { title },
    // An app on the home screen opens this page again, not the dashboard.
    ...(enrolment ? { manifest: `/e/${encodeURIComponent(token)}/manifest.webmanifest` } : {}),
    robots: { index: false, follow: false },
  };
}

/** Where an integrator's own customer turns on decisions in a browser: no account, one tap, once per link. */
export default async function EnrolPage({ params }: PageProps<'/e/[token]'>) {
  const { token } = await params;
  const enrolment = await read(token);
  if (!enrolment) return <NothingToEnrol />;
  return (
    <EnrolSheet
      workspaceId={enrolment.workspace_id}
      workspaceName={enrolment.workspace_name}
      token={token}
      state={enrolment.is_used ? 'used' : 'open'}
    />
  );
}

import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Frame, requireMember } from '@/app/(app)/frame';
import { ScopePage } from '@/components/scopes/scope-page';
import { PageBody } from '@/components/shell/page-head';
import { checkedLedger } from '@/lib/ledger/checked';
import { scopeBefore } from '@/lib/scopes/of-session';
import { scopePage } from '@/lib/scopes/page';

export const metadata: Metadata = { title: 'Scope' };

/** One scope: the contract, what was added and stopped, and its ledger. */
export default async function OneScopePage({ params, searchParams }: PageProps<'/scopes/[id]'>) {
  const { id } = await params;
  const actor = await requireMember(`/scopes/${id}`);
  const { before } = await searchParams;
  const scope = await scopePage(actor, id, { before });
  if (!scope) notFound();
  const [checked, replacesId] = await Promise.all([checkedLedger(actor), scopeBefore(actor, scope.id)]);
  return (
    <Frame actor={actor} current="scopes">
      <PageBody>
        <ScopePage scope={scope} replacesId={replacesId} checked={checked} isOlder={before !== undefined} />
      </PageBody>
    </Frame>
  );
}

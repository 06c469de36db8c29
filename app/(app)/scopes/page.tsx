import type { Metadata } from 'next';
import { Frame, requireMember } from '@/app/(app)/frame';
import { ScopeList } from '@/components/scopes/scope-list';
import { PageBody } from '@/components/shell/page-head';
import { listScopes } from '@/lib/scopes/list';

export const metadata: Metadata = { title: 'Scopes' };

/** Every session that had a scope: what is in force first, then what waits and what was before. */
export default async function ScopesPage({ searchParams }: PageProps<'/scopes'>) {
  const actor = await requireMember('/scopes');
  const { cursor } = await searchParams;
  const scopes = await listScopes(actor, { cursor });
  return (
    <Frame actor={actor} current="scopes">
      <PageBody>
        <ScopeList scopes={scopes} isOlder={cursor !== undefined} />
      </PageBody>
    </Frame>
  );
}

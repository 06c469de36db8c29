import type { Metadata } from 'next';
import { Frame, requireMember } from '@/app/(app)/frame';
import { BoundKeyList, KeyList } from '@/components/keys/key-list';
import { NewKey } from '@/components/keys/new-key';
import { NewKeyForm } from '@/components/keys/new-key-form';
import { PageBody, PageHead } from '@/components/shell/page-head';
import { EmptyState } from '@/components/ui/empty-state';
import { formProblem } from '@/components/ui/form-problem';
import { KeepShown } from '@/components/ui/keep-shown';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/rows';
import { ToastOnce } from '@/components/ui/toast';
import { mayAnswer } from '@/lib/actor';
import { env } from '@/lib/env';
import { justMadeKey } from '@/lib/http/new-key';
import { agentConfigs } from '@/lib/keys/agent-config';
import { listKeys } from '@/lib/keys/manage';

export const metadata: Metadata = { title: 'Keys' };

/** API keys: make one (shown once, with ready-made configuration), see which are used, revoke. */
export default async function KeysPage({ searchParams }: PageProps<'/keys'>) {
  const asked = await searchParams;
  const actor = await requireMember('/keys');
  const [keys, boundKeys, apiKey] = await Promise.all([
    listKeys(actor),
    listKeys(actor, 'endUsers'),
    justMadeKey(actor, asked.new),
  ]);
  // No coding agent is set up with what only tries out decisions.
  const isForAgents = keys.find(({ prefix }) => apiKey?.startsWith(`${prefix}.`))?.kind !== 'sandbox';
  // The name is all that the form can get wrong.
  const nameError = asked.code === 'invalid_request' ? 'Give it a name: one line, at most 100 characters.' : undefined;
  const problem =
    nameError === undefined ? formProblem(asked.code, { not_found: 'That key is revoked already.' }) : undefined;
  const canMake = mayAnswer(actor);
  return (
    <Frame actor={actor} current="keys">
      <PageBody>
        <PageHead title="Keys" detail="One for each agent and machine" />
        {problem && <Notice tone="red" title="That did not work" detail={problem} announce />}
        <KeepShown>
          {apiKey && (
            <Panel>
              <NewKey
                apiKey={apiKey}
                setups={isForAgents ? agentConfigs(env().url, apiKey) : []}
                seenAction="/keys/seen"
              />
            </Panel>
          )}
        </KeepShown>
        {keys.length > 0 ? (
          <KeyList keys={keys} canRevoke={canMake} />
        ) : (
          <EmptyState title="No key yet">
            An agent asks with a key. Make one for each agent, so that you can revoke it alone.
          </EmptyState>
        )}
        {boundKeys.length > 0 && <BoundKeyList keys={boundKeys} canRevoke={canMake} />}
        {canMake && <NewKeyForm action="/keys/create" nameError={nameError} primary={!apiKey} />}
        {asked.revoked === '1' && !problem && <ToastOnce message="Revoked. That key opens nothing any more." />}
      </PageBody>
    </Frame>
  );
}

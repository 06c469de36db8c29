import type { Metadata } from 'next';
import { Frame, requireMember } from '@/app/(app)/frame';
import { secretAskedFor } from '@/app/(app)/webhooks/shown-secret';
import { PageBody, PageHead } from '@/components/shell/page-head';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formProblem } from '@/components/ui/form-problem';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-button';
import { MessageList } from '@/components/webhooks/message-list';
import { WebhookSecret } from '@/components/webhooks/webhook-secret';
import { type MemberActor, mayAnswer } from '@/lib/actor';
import { asAppError } from '@/lib/errors';
import { listMessages, type MessageView } from '@/lib/webhooks/messages';
import { secretStanding } from '@/lib/webhooks/secret-on-page';

export const metadata: Metadata = { title: 'Webhooks' };

const problems = { changed: 'Somebody rotated the secret meanwhile. Look at the one in use before you rotate again.' };

/** The secret that signs webhooks, and every webhook with how it stands. */
export default async function WebhooksPage({ searchParams }: PageProps<'/webhooks'>) {
  const asked = await searchParams;
  const actor = await requireMember('/webhooks');
  const [read, standing, shown] = await Promise.all([
    readPage(actor, asked.cursor),
    secretStanding(actor),
    secretAskedFor(actor, asked.secret),
  ]);
  const problem = formProblem(asked.code, problems);
  return (
    <Frame actor={actor} current="webhooks">
      <PageBody>
        <PageHead title="Webhooks" detail="Answers, sent to your servers" />
        {problem && <Notice tone="red" title="That did not work" detail={problem} announce />}
        {read ? (
          <Messages {...read} isOlder={asked.cursor !== undefined} />
        ) : (
          <Notice tone="red" announce title="This address cannot be read">
            <TextLink href="/webhooks">Show the newest</TextLink>
          </Notice>
        )}
        <WebhookSecret {...standing} shown={shown} mayChange={mayAnswer(actor)} />
      </PageBody>
    </Frame>
  );
}

function Messages({
  messages,
  nextCursor,
  isOlder,
}: {
  messages: MessageView[];
  nextCursor?: string;
  isOlder: boolean;
}) {
  return (
    <>
      {messages.length > 0 && <MessageList messages={messages} />}
      {messages.length === 0 && !isOlder && (
        <EmptyState title="No webhook yet" action={<ButtonLink href="/docs">How webhooks work</ButtonLink>}>
          Give <span className="mono">ask_user</span> or a decision a <span className="mono">callbackUrl</span>, and its
          answer is sent there, signed.
        </EmptyState>
      )}
      {messages.length === 0 && isOlder && <EmptyState title="Nothing older">This is where it began.</EmptyState>}
      {(isOlder || nextCursor) && (
        <nav aria-label="Pages" className="flex gap-3 px-(--gutter) pt-6 wide:px-0">
          {isOlder && <ButtonLink href="/webhooks">Newest</ButtonLink>}
          {nextCursor && <ButtonLink href={`/webhooks?cursor=${nextCursor}`}>Older</ButtonLink>}
        </nav>
      )}
    </>
  );
}

/** The page that the address asks for; undefined for one that somebody cut or wrote by hand. */
async function readPage(actor: MemberActor, cursor: string | string[] | undefined) {
  try {
    return await listMessages(actor, cursor === undefined ? undefined : String(cursor));
  } catch (thrown) {
    if (asAppError(thrown).code !== 'invalid_request') throw thrown;
    return undefined;
  }
}

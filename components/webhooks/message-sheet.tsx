import Link from 'next/link';
import type { ReactNode } from 'react';
import { PageHead } from '@/components/shell/page-head';
import { AgentText } from '@/components/ui/agent-text';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { RelativeTime } from '@/components/ui/relative-time';
import { Panel, Section } from '@/components/ui/rows';
import type { MessageEntry } from '@/components/webhooks/message-entry';

const titles: Record<MessageEntry['state'], string> = {
  on_its_way: 'On its way',
  delivered: 'Delivered',
  failed: 'Given up',
  retrying: 'Not delivered yet',
};

/** How one webhook stands, where it goes, what for, and what is sent; with the button that sends it once more. */
export function MessageSheet(props: { message: MessageEntry; body: string; maySend: boolean }) {
  const { message, body, maySend } = props;
  const { state, question, lastFailure } = message;
  return (
    <>
      <PageHead
        afterTopBar
        title={titles[state]}
        detail={
          lastFailure !== undefined && state !== 'on_its_way' ? (
            <AgentText text={`The last try: ${lastFailure}`} />
          ) : undefined
        }
      />
      <Panel>
        <dl className="grid gap-2.5 text-small">
          <Fact label="To">
            <span className="mono">
              <AgentText text={message.address} />
            </span>
          </Fact>
          {message.isSandbox && <Fact label="Sandbox">A test: it says so, and the sandbox’s secret signs it.</Fact>}
          {question && (
            <Fact label="Answer to">
              {question.href ? (
                <Link href={question.href} className="font-medium text-accent">
                  <AgentText text={question.text} />
                </Link>
              ) : (
                <AgentText text={question.text} />
              )}
            </Fact>
          )}
          <Fact label="Answered">
            <RelativeTime at={message.createdAt} words="clock" />
          </Fact>
          {message.deliveredAt && (
            <Fact label="Delivered">
              <RelativeTime at={message.deliveredAt} words="clock" />
            </Fact>
          )}
          {message.nextTryAt && (
            <Fact label="Next try">
              <RelativeTime at={message.nextTryAt} words="until" />
            </Fact>
          )}
        </dl>
        {maySend && state !== 'on_its_way' && (
          <form method="post" action={`/webhooks/${message.id}/again`} className="mt-4 grid wide:block">
            <Button type="submit">{state === 'retrying' ? 'Send now' : 'Send again'}</Button>
          </form>
        )}
      </Panel>
      <Section title="What is sent" foot="The same bytes at every try. Secrets in them are left out here, not there.">
        <Panel>
          <CodeBlock title="JSON body" icon="webhook" text={body} copyLabel="Copy the body" />
        </Panel>
      </Section>
    </>
  );
}

function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[84px_minmax(0,1fr)] gap-3">
      <dt className="text-faint">{props.label}</dt>
      <dd className="wrap-anywhere">{props.children}</dd>
    </div>
  );
}

import { AgentText } from '@/components/ui/agent-text';
import { Badge } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/relative-time';
import { Row, Rows, Section } from '@/components/ui/rows';
import { Tile } from '@/components/ui/tile';
import { type MessageEntry, standingInWords } from '@/components/webhooks/message-entry';

/** Webhooks, newest first: what was answered, where it goes, how it stands. A row leads to its tries. */
export function MessageList(props: { messages: MessageEntry[] }) {
  return (
    <Section title="Sent to your servers">
      <Rows>
        {props.messages.map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
      </Rows>
    </Section>
  );
}

function MessageRow({ message }: { message: MessageEntry }) {
  const isFailed = message.state === 'failed';
  return (
    <Row
      top
      href={`/webhooks/${message.id}`}
      glyph={<Tile icon={isFailed ? 'alert' : 'webhook'} tone={isFailed ? 'red' : 'neutral'} />}
      title={
        <span className="line-clamp-2">
          <AgentText text={message.question?.text ?? 'An answer'} />
        </span>
      }
      detail={
        <>
          <span className="mono line-clamp-2 block">
            <AgentText text={message.address} />
          </span>
          <span className={isFailed ? 'block font-medium text-danger' : 'block'}>
            <AgentText text={standingInWords(message)} />
          </span>
          {message.isSandbox && (
            <span className="mt-1 block">
              <Badge tone="line">Sandbox</Badge>
            </span>
          )}
          {message.nextTryAt && (
            <span className="block">
              Next try <RelativeTime at={message.nextTryAt} words="until" />
            </span>
          )}
        </>
      }
      end={<RelativeTime at={message.createdAt} />}
    />
  );
}

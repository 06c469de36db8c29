import type { ReactNode } from 'react';
import type { NotificationView } from '@/components/notification/notification-view';
import { Asker } from '@/components/question/asker';
import { InWordsOf } from '@/components/question/question-sheet';
import { AgentText } from '@/components/ui/agent-text';
import { Badge } from '@/components/ui/badge';
import { CodeBlock } from '@/components/ui/code-block';
import { Sheet } from '@/components/ui/sheet';

const kinds = {
  task_complete: { tone: 'allow', word: 'Done' },
  error: { tone: 'deny', word: 'Error' },
  info: { tone: 'neutral', word: 'Note' },
} as const;

/** What an agent told, on its white sheet: who, what, and what lies behind it. */
export function NotificationSheet(props: { view: NotificationView }) {
  const { view } = props;
  const { summary, details = [], filesChanged = [], errorMessage, errorFile, nextSteps } = view.context;
  const { tone, word } = kinds[view.type];
  return (
    <Sheet>
      <Asker agentLabel={view.agentLabel} project={view.project} does="tells you" at={view.at} />
      <div className="mt-4">
        <Badge tone={tone}>{word}</Badge>
      </div>
      <h1 className="tight mt-2 text-question font-semibold text-balance wrap-anywhere">
        <AgentText text={view.title} />
      </h1>
      <p className="mt-2">
        <AgentText text={view.body} />
      </p>
      {summary && (
        <Part title="Summary">
          <AgentText text={summary} />
        </Part>
      )}
      {details.length > 0 && (
        <Part title="Details">
          <TextList texts={details} />
        </Part>
      )}
      {errorMessage && (
        <div className="mt-5">
          <CodeBlock
            title={errorFile ? `Error in ${errorFile}` : 'Error'}
            icon="alert"
            text={errorMessage}
            copyLabel="Copy the error"
          />
        </div>
      )}
      {filesChanged.length > 0 && (
        <Part title={filesChanged.length === 1 ? '1 file changed' : `${filesChanged.length} files changed`}>
          <TextList texts={filesChanged} mono />
        </Part>
      )}
      {nextSteps && (
        <Part title="Next steps">
          <AgentText text={nextSteps} />
        </Part>
      )}
      {view.url && <Pointer url={view.url} />}
      <InWordsOf agentLabel={view.agentLabel} />
    </Sheet>
  );
}

function Part(props: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5 border-t border-line pt-3">
      <h2 className="mb-1 text-small text-faint">{props.title}</h2>
      {props.children}
    </section>
  );
}

function TextList(props: { texts: string[]; mono?: boolean }) {
  return (
    <ul className={props.mono ? 'grid gap-1' : 'grid list-disc gap-1.5 pl-5 marker:text-faint'}>
      {props.texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be alike, and their order never changes.
        <li key={index} className={props.mono ? 'mono' : undefined}>
          <AgentText text={text} />
        </li>
      ))}
    </ul>
  );
}

/** The whole address is the link's text: where it leads can be read before it is followed. */
function Pointer(props: { url: string }) {
  return (
    <Part title="Link">
      <a
        href={props.url}
        rel="noreferrer noopener"
        target="_blank"
        className="mono inline-block py-2.5 text-accent underline underline-offset-3 wrap-anywhere"
      >
        {props.url}
      </a>
    </Part>
  );
}

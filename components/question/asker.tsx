import type { QuestionView } from '@/components/question/question-view';
import { AgentText } from '@/components/ui/agent-text';
import { Monogram } from '@/components/ui/monogram';
import { RelativeTime } from '@/components/ui/relative-time';

/** Who speaks, for which project, how long ago: said before anything else on a sheet. */
export function Asker(props: { agentLabel: string; project?: string; does: 'asks' | 'tells you'; at: string }) {
  const { agentLabel, project, does, at } = props;
  return (
    <div className="flex items-start gap-3 text-small">
      <Monogram name={agentLabel} />
      <div className="min-w-0 flex-1">
        <b className="line-clamp-2 text-body leading-[1.375rem] font-semibold">
          <AgentText text={agentLabel} /> {does}
        </b>
        {project !== undefined && (
          <span className="line-clamp-2 text-muted">
            <AgentText text={project} />
          </span>
        )}
      </div>
      <span className="text-muted">
        <RelativeTime at={at} />
      </span>
    </div>
  );
}

/** Who asks, in one line of a list. */
export function AskerLine(props: { view: QuestionView }) {
  const { view } = props;
  return (
    <div className="mb-3 flex items-center gap-3 text-small">
      <Monogram name={view.agentLabel} small />
      <div className="min-w-0 flex-1 truncate">
        <b className="font-semibold">
          <AgentText text={view.agentLabel} className="whitespace-nowrap!" />
        </b>{' '}
        {view.project !== undefined && <AgentText text={view.project} className="whitespace-nowrap! text-muted" />}
      </div>
      <span className="text-muted">
        {view.agentGone && 'Agent gone · '}
        <RelativeTime at={view.askedAt} words="short" />
      </span>
    </div>
  );
}

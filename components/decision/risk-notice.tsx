import { dangerSentence } from '@/components/question/danger-banner';
import { AgentText, NodText } from '@/components/ui/agent-text';
import { Icon } from '@/components/ui/icon';

/** Why this one is worth stopping for: in the integrator's words, and what Nod knows of what cannot be undone. */
export function RiskNotice({ risk, danger }: { risk?: string; danger: string[] }) {
  if (risk === undefined && danger.length === 0) return null;
  return (
    <div className="mx-2 mb-2 flex gap-3 rounded-answer bg-danger-soft px-3.5 py-3 text-small wide:mx-0">
      <Icon name="alert" className="mt-px flex-none text-danger" />
      <div className="min-w-0">
        <b className="block font-semibold text-danger">
          {danger.length > 0 ? 'This cannot be undone' : 'Read this before you answer'}
        </b>
        {risk !== undefined && (
          <p>
            <AgentText text={risk} />
          </p>
        )}
        {danger.length > 0 && (
          <p>
            <NodText text={dangerSentence(danger)} />.
          </p>
        )}
      </div>
    </div>
  );
}

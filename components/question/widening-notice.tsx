import { DeskNote } from '@/components/question/desk-note';
import { AgentText } from '@/components/ui/agent-text';
import { TextLink } from '@/components/ui/text-button';
import type { Widening } from '@/lib/scopes/of-question';

/** Says above the sheet which one path a yes adds, and to which scope. */
export function WideningNotice({ widening }: { widening: Widening }) {
  const { path, scopeId, scopeName } = widening;
  const named = <AgentText text={path} className="mono" />;
  if (scopeId === undefined) {
    return (
      <DeskNote icon="scope" title={<>Outside of its scope: {named}</>}>
        That scope is no longer in force. A yes is for this once and adds nothing.
      </DeskNote>
    );
  }
  return (
    <DeskNote
      icon="scope"
      title={<>A yes adds {named} to its scope</>}
      action={<TextLink href={`/scopes/${scopeId}`}>See the scope</TextLink>}
    >
      This path only, for as long as the scope of <AgentText text={scopeName ?? 'this session'} /> is in force.
    </DeskNote>
  );
}

import { DeskNote } from '@/components/question/desk-note';
import type { ScopeOnQuestion } from '@/lib/scopes/of-question';

/** Says above the sheet of a scope that nothing of it will be checked, when that is so. */
export function ChecksNotice({ scope: { contract, hookSeen } }: { scope: ScopeOnQuestion }) {
  if (contract.checksNothing) {
    return (
      <DeskNote icon="shield" title="Nothing will be checked">
        This scope names no paths. A yes only records what was promised.
      </DeskNote>
    );
  }
  if (hookSeen) return null;
  return (
    <DeskNote icon="shield" title="Nothing is checked yet">
      No hook has reported this session. Until one does, nothing keeps it to these paths.
    </DeskNote>
  );
}

import type { MemberActor } from '@/lib/actor';
import { SetPreset } from '@/lib/contract/policy-forms';
import { parseOrThrow } from '@/lib/parse';
import { updatePreset } from '@/lib/policies/rules.sql';
import { refuseViewer } from '@/lib/policies/save-rule';

/** Chooses what happens where no rule says anything. Throws AppError `forbidden` for a viewer, `invalid_request`. */
export async function setPreset(actor: MemberActor, input: unknown): Promise<void> {
  refuseViewer(actor);
  const { preset } = parseOrThrow(SetPreset, input);
  await updatePreset(actor.workspaceId, preset, actor.memberId);
}

import { decisionHolder } from '@/lib/decisions/link';
import type { DecisionViewer } from '@/lib/decisions/page';
import { currentMember } from '@/lib/members/auth';

/** Who opens the page: whoever holds its token; without one, the member who is signed in here. A bad token is nobody's. */
export async function decisionViewer(id: string, token: string | undefined): Promise<DecisionViewer | undefined> {
  return token === undefined ? currentMember() : decisionHolder(id, token);
}

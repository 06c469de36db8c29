import { z } from 'zod';
import { forbiddenCharacter } from '@/lib/contract/text';
import type { CallFacts } from '@/lib/questions/prepare';

const short = z
  .string()
  .min(1)
  .max(200)
  .refine((value) => forbiddenCharacter(value) === undefined)
  .optional()
  .catch(undefined);
/** What runtimes are known to send beside the arguments (facts.md of the project: Claude Code and Codex). Anything odd counts as absent. */
const Meta = z
  .object({
    'claudecode/toolUseId': short,
    callId: short,
    sessionId: short,
    threadId: short,
    'io.modelcontextprotocol/clientInfo': z.object({ name: short }).optional().catch(undefined),
  })
  .catch({});

/** The runtime's own ids and name in a call's `_meta`. */
export function factsInMeta(meta: unknown): CallFacts {
  const read = Meta.parse(meta ?? {});
  return {
    runtimeCallId: read['claudecode/toolUseId'] ?? read.callId,
    runtimeSessionId: read.sessionId ?? read.threadId,
    clientName: read['io.modelcontextprotocol/clientInfo']?.name,
  };
}

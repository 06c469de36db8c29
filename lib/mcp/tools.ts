import type { KeyKind } from '@/lib/actor';
import type { Tool } from '@/lib/mcp/tool';
import { askUser } from '@/lib/mcp/tools/ask-user';
import { cancelDecision } from '@/lib/mcp/tools/cancel-decision';
import { cancelQuestion } from '@/lib/mcp/tools/cancel-question';
import { countSubscribers } from '@/lib/mcp/tools/count-subscribers';
import { createDecision } from '@/lib/mcp/tools/create-decision';
import { enrollEndUser } from '@/lib/mcp/tools/enroll-end-user';
import { getDecision } from '@/lib/mcp/tools/get-decision';
import { getSubscriber } from '@/lib/mcp/tools/get-subscriber';
import { listSessions } from '@/lib/mcp/tools/list-sessions';
import { listSubscribers } from '@/lib/mcp/tools/list-subscribers';
import { proposeScope } from '@/lib/mcp/tools/propose-scope';
import { scheduleReminder } from '@/lib/mcp/tools/schedule-reminder';
import { sendNotification } from '@/lib/mcp/tools/send-notification';
import { waitForAnswer } from '@/lib/mcp/tools/wait-for-answer';

/** Every tool there is, in the order a model should read them. */
export const tools: readonly Tool[] = [
  askUser,
  waitForAnswer,
  cancelQuestion,
  proposeScope,
  sendNotification,
  scheduleReminder,
  listSessions,
  enrollEndUser,
  createDecision,
  getDecision,
  cancelDecision,
  listSubscribers,
  getSubscriber,
  countSubscribers,
];

/** Exactly what a key may call (spec 6.6); without a key, what a connector may. */
export const toolsFor = (kind: KeyKind | undefined): readonly Tool[] =>
  tools.filter((tool) => tool.keys.includes(kind ?? 'connector'));

import type { Operation } from '@/lib/contract/operation';
import { askOperator, getOperatorAsk } from '@/lib/contract/operations/ask';
import {
  answerDecision,
  cancelDecision,
  createDecision,
  getDecision,
  listDecisions,
} from '@/lib/contract/operations/decisions';
import { enrollEndUser, getReachability } from '@/lib/contract/operations/end-users';
import { description, liveness, readiness } from '@/lib/contract/operations/health';
import {
  acknowledgeCommand,
  gate,
  modeForHook,
  policiesForHooks,
  reportEvent,
  reportHooks,
} from '@/lib/contract/operations/hooks';
import { issueBoundKey, listBoundKeys, revokeBoundKey } from '@/lib/contract/operations/keys';
import { awaitPairing, requestPairing } from '@/lib/contract/operations/pair';
import { findReminders, leaveReminder } from '@/lib/contract/operations/reminders';
import { send } from '@/lib/contract/operations/send';
import { site } from '@/lib/contract/operations/site';
import {
  changeSubscriber,
  countSubscribers,
  getSubscriber,
  listSubscribers,
  removeSubscriber,
} from '@/lib/contract/operations/subscribers';
import { getWebhookSecret, rotateWebhookSecret } from '@/lib/contract/operations/webhook-secret';

/** Every HTTP call that Nod answers to programs, by tag, in the order of somebody who reads all of it; their examples run in this order too. */
export const operations: readonly Operation[] = [
  createDecision,
  getDecision,
  listDecisions,
  answerDecision,
  cancelDecision,

  enrollEndUser,
  getReachability,

  issueBoundKey,
  listBoundKeys,
  revokeBoundKey,

  getWebhookSecret,
  rotateWebhookSecret,

  askOperator,
  getOperatorAsk,

  send,

  listSubscribers,
  countSubscribers,
  getSubscriber,
  changeSubscriber,
  removeSubscriber,

  leaveReminder,
  findReminders,

  site,

  requestPairing,
  awaitPairing,

  gate,
  policiesForHooks,
  modeForHook,
  reportHooks,
  reportEvent,
  acknowledgeCommand,

  liveness,
  readiness,
  description,
];

import type { z } from 'zod';
import { Decision } from '@/lib/contract/decision';
import { ErrorBody } from '@/lib/contract/error-body';
import { OperatorAsked } from '@/lib/contract/operator-ask';
import { ScheduleReminderResult } from '@/lib/contract/reminder';
import { Subscriber } from '@/lib/contract/subscriber';

/** What more than one answer is made of, by the name that generated clients give it. */
export const sharedSchemas = {
  Error: ErrorBody,
  Decision,
  OperatorAsk: OperatorAsked,
  Subscriber,
  Reminders: ScheduleReminderResult,
} satisfies Record<string, z.ZodType>;

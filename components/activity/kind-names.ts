import type { ActivityKind } from '@/lib/contract/activity';

/** What the person reads for each kind of thing in the feed. */
export const kindNames: Record<ActivityKind, string> = {
  questions: 'Questions',
  decisions: 'Decisions',
  notifications: 'Notifications',
  reminders: 'Reminders',
  control: 'Stops and rules',
  scopes: 'Scopes',
};

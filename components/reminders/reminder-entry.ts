/** What the page shows of a reminder. Times are ISO strings. */
export type ReminderEntry = {
  id: string;
  title?: string;
  body: string;
  /** Who left it; absent when the member did themselves. */
  agent?: string;
  fireAt: string;
  fireAtLocal: string;
  status: 'scheduled' | 'firing' | 'dispatched' | 'cancelled' | 'suppressed' | 'failed';
  reason?: string;
  settledAt?: string;
  sent: number;
  delivered: number;
};

const heldBack: Record<string, string> = {
  snoozed: 'Held back: you had snoozed Nod',
  quiet_hours: 'Held back: it was quiet hours',
  terminal_only: 'Held back: your mode was In agent',
  device_setting: 'Held back: your devices take no reminders',
};

const cancelled: Record<string, string> = {
  cancelled_by_agent: 'Cancelled by the agent',
  cancelled_by_person: 'Cancelled by you',
  key_revoked: 'Cancelled: the key that left it was revoked or has run out',
  no_access: 'Cancelled: you were not in this workspace',
};

const devices = (count: number): string => (count === 1 ? '1 device' : `${count} devices`);

/** How a reminder ended, as far as anybody reported it. A reason may be a push service's own words. */
export function outcomeWords({ status, reason = '', sent, delivered }: ReminderEntry): string {
  switch (status) {
    case 'dispatched':
      return delivered > 0 ? `Shown on ${devices(delivered)}` : `Sent to ${devices(sent)}, not reported as shown`;
    case 'suppressed':
      return heldBack[reason] ?? `Held back: ${reason.replaceAll('_', ' ')}`;
    case 'failed':
      return reason === 'no_device' ? 'Not sent: no device was connected' : `Not sent: ${reason}`;
    case 'cancelled':
      return cancelled[reason] ?? 'Cancelled';
    case 'firing':
      return 'On its way';
    case 'scheduled':
      return 'To come';
  }
}

const reasons: Record<string, string> = {
  kill_switch: 'agents were stopped',
  snoozed: 'snoozed',
  quiet_hours: 'quiet hours',
  update_setting: 'the update setting',
  terminal_only: 'mode “In agent”',
  device_setting: 'the device’s settings',
  key_revoked: 'its key was revoked',
  no_access: 'its person no longer has access',
  no_device: 'no device is connected',
  cancelled_by_agent: 'by the agent',
  cancelled_by_person: 'by you',
  session_ended: 'its session ended',
  agent_gone: 'its agent is gone',
  handoff: 'the agent asks where it runs',
};

/** Why something was held back, withdrawn or failed, in words; a reason that has none is shown as it is stored. */
export function reasonWords(reason: string): string {
  return Object.hasOwn(reasons, reason) ? (reasons[reason] ?? reason) : reason.replaceAll('_', ' ');
}

/** What a push came to. */
export interface PushOutcome {
  state: string;
  reason: string | null;
  suppressed: string | null;
  env: string | null;
  planned: number;
  accepted: number;
  due: number;
}

const devices = (count: number): string => (count === 1 ? '1 device' : `${count} devices`);

/** What became of a notification or a reminder, in words that claim only what is known. */
export function pushWords(push: PushOutcome): string {
  if (push.env === 'test') return 'Test, not delivered';
  const because = push.reason ? `: ${reasonWords(push.reason)}` : '';
  switch (push.state) {
    case 'suppressed':
      return `Held back${because}`;
    case 'cancelled':
      return `Cancelled${because}`;
    case 'failed':
      return `Failed${because}`;
    default:
      return reachedWords(push);
  }
}

function reachedWords({ planned, accepted, due, suppressed }: PushOutcome): string {
  if (accepted > 0)
    return accepted < planned ? `Sent to ${accepted} of ${planned} devices` : `Sent to ${devices(accepted)}`;
  if (planned === 0) return 'No device was connected';
  if (due > 0) return 'Not sent yet';
  return suppressed ? `Held back: ${reasonWords(suppressed)}` : 'Could not be sent';
}

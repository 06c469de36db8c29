import type { StandingNow } from '@/components/shell/presence-words';

type Mode = StandingNow['mode'];

/** A member's settings of delivery, as lib/delivery/settings.ts gives them. */
export type DeliverySettingsView = {
  workspace: { mode: Mode; graceSeconds: number; pushFirstSeconds: number; pushOnlySeconds: number };
  mode: Mode | null;
  updates: 'all' | 'important' | 'none';
  quietFrom: string;
  quietTo: string;
  timeZone: string;
  urgentThrough: boolean;
};

/** The four modes with what they do, in the order of how much they ring. */
export const modeChoices: { value: Mode; label: string; description: string }[] = [
  { value: 'push_only', label: 'Always', description: 'Every question rings at once.' },
  {
    value: 'push_first',
    label: 'When away',
    description: 'Rings at once; while you type at the agent’s machine, a few seconds later.',
  },
  { value: 'notify_only', label: 'Alert only', description: 'You are told, and the agent asks in its own window.' },
  { value: 'terminal_only', label: 'In agent', description: 'Nothing rings. Agents ask in their own window.' },
];

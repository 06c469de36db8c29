import type { IconName } from '@/components/ui/icon-shapes';

export type PageName =
  | 'waiting'
  | 'sessions'
  | 'activity'
  | 'scopes'
  | 'policies'
  | 'devices'
  | 'keys'
  | 'reminders'
  | 'webhooks'
  | 'settings';

export type NavigationEntry = { page: PageName; label: string; href: string; icon: IconName };

/** What is looked at every day. Pages of later issues join when they exist. */
export const dailyPages: NavigationEntry[] = [
  { page: 'waiting', label: 'Waiting', href: '/', icon: 'inbox' },
  { page: 'sessions', label: 'Sessions', href: '/sessions', icon: 'terminal' },
  { page: 'activity', label: 'Activity', href: '/activity', icon: 'activity' },
  { page: 'scopes', label: 'Scopes', href: '/scopes', icon: 'scope' },
];

/** What is set up now and then. */
export const setupPages: NavigationEntry[] = [
  { page: 'policies', label: 'Policies', href: '/policies', icon: 'sliders' },
  { page: 'devices', label: 'Devices', href: '/devices', icon: 'phone' },
  { page: 'keys', label: 'Keys', href: '/keys', icon: 'key' },
  { page: 'webhooks', label: 'Webhooks', href: '/webhooks', icon: 'webhook' },
  { page: 'reminders', label: 'Reminders', href: '/reminders', icon: 'bell' },
  { page: 'settings', label: 'Settings', href: '/settings', icon: 'settings' },
];

/** A phone has room for three tabs beside More. */
export const tabPages = dailyPages.slice(0, 3);
export const morePages = [...dailyPages.slice(3), ...setupPages];

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

/** What is looked at every day. Each has a tab of its own on a phone. Pages of later issues join when they exist. */
export const dailyPages: NavigationEntry[] = [
  { page: 'waiting', label: 'Waiting', href: '/', icon: 'inbox' },
  { page: 'sessions', label: 'Sessions', href: '/sessions', icon: 'terminal' },
  { page: 'activity', label: 'Activity', href: '/activity', icon: 'activity' },
];

/** What is set up now and then. */
export const setupPages: NavigationEntry[] = [
  { page: 'devices', label: 'Devices', href: '/devices', icon: 'phone' },
  { page: 'keys', label: 'Keys', href: '/keys', icon: 'key' },
  { page: 'reminders', label: 'Reminders', href: '/reminders', icon: 'bell' },
  { page: 'settings', label: 'Settings', href: '/settings', icon: 'settings' },
];

export const tabPages = dailyPages;
export const morePages = setupPages;

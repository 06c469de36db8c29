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
  { page: 'activity', label: 'Activity', href: '/activity', icon: 'activity' },
  { page: 'devices', label: 'Devices', href: '/devices', icon: 'phone' },
];

/** What is set up now and then. */
export const setupPages: NavigationEntry[] = [
  { page: 'keys', label: 'Keys', href: '/keys', icon: 'key' },
  { page: 'settings', label: 'Settings', href: '/settings', icon: 'settings' },
];

export const tabPages = dailyPages;
export const morePages = setupPages;

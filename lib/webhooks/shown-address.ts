import { redact } from '@/lib/redact';

/** An address as people are shown it: integrators put tokens into its query, so its values are left out, and so is what comes after `#`. */
export function shownAddress(url: string): string {
  const [beforeFragment = ''] = url.split('#', 1);
  const at = beforeFragment.indexOf('?');
  if (at === -1) return redact(beforeFragment);
  const names = beforeFragment
    .slice(at + 1)
    .split('&')
    .map((part) => (part.includes('=') ? `${part.slice(0, part.indexOf('='))}=…` : part && '…'));
  return `${redact(beforeFragment.slice(0, at))}?${names.join('&')}`;
}

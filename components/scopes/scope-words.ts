import { coversEverything } from '@/components/scopes/pattern-remark';
import type { ScopeContractView, ScopeSummary } from '@/lib/scopes/view';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** How large a scope is, and what happened in it: `3 paths, 2 off limits, 1 added, 2 edits stopped`. */
export function sizeWords(scope: ScopeSummary): string {
  const { allowedCount, offLimitsCount, promiseCount, widenedCount, stoppedCount } = scope;
  const parts = [
    allowedCount + offLimitsCount === 0 ? 'No paths' : counted(allowedCount, 'path', 'paths'),
    offLimitsCount > 0 && `${offLimitsCount} off limits`,
    promiseCount > 0 && counted(promiseCount, 'promise', 'promises'),
    widenedCount > 0 && `${widenedCount} added`,
    stoppedCount > 0 && `${counted(stoppedCount, 'edit', 'edits')} stopped`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** What a question for a scope is called where there is one line for it. */
export function scopeTitle({ allowed, offLimits }: Pick<ScopeContractView, 'allowed' | 'offLimits'>): string {
  if (allowed.some(coversEverything)) return 'Agree to a scope: everything in its folder';
  const isLimitsOnly = allowed.length === 0;
  const named = isLimitsOnly ? offLimits : allowed;
  const first = named[0] && cut(named[0].pattern);
  if (first === undefined) return 'Agree to a scope without paths';
  const more = named.length > 1 ? ` and ${named.length - 1} more` : '';
  return `Agree to a scope: ${isLimitsOnly ? 'all but ' : ''}${first}${more}`;
}

const cut = (pattern: string): string => (pattern.length > 60 ? `${[...pattern].slice(0, 59).join('')}…` : pattern);

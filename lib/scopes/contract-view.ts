import { expandPath, isBareWord, type PathField, plainPattern } from '@/lib/scopes/expand-paths';
import type { ScopeRow } from '@/lib/scopes/row';
import type { AllowedPathView, ScopeContractView } from '@/lib/scopes/view';

/** How often each stored pattern stopped an edit, and when last. */
export interface StoppedByPattern {
  pattern: string;
  count: number;
  lastAt: Date;
}

type Contract = Pick<
  ScopeRow,
  'sent_allowed' | 'sent_off_limits' | 'allowed_paths' | 'off_limits_paths' | 'promises' | 'done_when'
>;

/** A contract as it was sent, with what else its patterns stand for and what they stopped. */
export function contractView(row: Contract, stopped: StoppedByPattern[] = []): ScopeContractView {
  return {
    allowed: row.sent_allowed.map((sent) => patternView(sent, 'allowedPaths')),
    offLimits: row.sent_off_limits.map((sent) => {
      const view = patternView(sent, 'offLimitsPaths');
      const stored = [plainPattern(sent, 'offLimitsPaths'), ...view.alsoCovers];
      const mine = stopped.filter(({ pattern }) => stored.includes(pattern));
      const last = Math.max(...mine.map(({ lastAt }) => lastAt.getTime()));
      return {
        ...view,
        stoppedCount: mine.reduce((sum, { count }) => sum + count, 0),
        ...(mine.length > 0 ? { lastStoppedAt: new Date(last).toISOString() } : {}),
      };
    }),
    promises: row.promises,
    doneWhen: row.done_when,
    checksNothing: row.allowed_paths.length + row.off_limits_paths.length === 0,
  };
}

const patternView = (sent: string, field: PathField): AllowedPathView => ({
  pattern: sent,
  alsoCovers: expandPath(plainPattern(sent, field), field).slice(1),
  isBareWord: isBareWord(sent),
});

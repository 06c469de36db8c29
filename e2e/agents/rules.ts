import { randomUUID } from 'node:crypto';
import type { Query } from '../server/database';

export interface TestRule {
  pattern: string;
  effect: 'allow' | 'ask' | 'deny';
  timeoutSeconds?: number;
  timeoutAction?: 'deny' | 'escalate' | 'wait';
}

/** A rule as the page of rules stores it. */
export async function addRule(query: Query, rule: TestRule): Promise<void> {
  await query(
    `INSERT INTO policy_rule (id, workspace_id, pattern, effect, mode, timeout_seconds, timeout_action)
     SELECT $1, id, $2, $3, CASE $3 WHEN 'ask' THEN 'push_only' END, $4, $5 FROM workspace`,
    [randomUUID(), rule.pattern, rule.effect, rule.timeoutSeconds ?? null, rule.timeoutAction ?? null],
  );
}

export async function removeRules(query: Query): Promise<void> {
  await query('DELETE FROM policy_rule');
}

import { randomUUID } from 'node:crypto';
import { rawCall } from '../server/mcp';
import { signIn } from '../server/person';
import type { NodServer } from '../server/start-server';
import { firstWorkspace } from '../server/workspace';
import type { Names } from './visit';

/** Stores one of everything in the first workspace, marked wherever there is text; gives the ids. */
export async function storeMarked(server: NodServer, marker: string): Promise<Names> {
  const key = { key: server.apiKey };
  const ask = { context: marker, agentName: marker, actionBody: marker, toolName: marker, sessionId: marker };
  await rawCall(server.url, 'ask_user', { ...ask, question: `${marker}?`, wait: false }, key);
  await rawCall(server.url, 'send_notification', { title: marker, body: marker, context: { summary: marker } }, key);
  const decision = await storeDecision(server, marker);
  await signIn(server);
  const { workspaceId, memberId } = await firstWorkspace(server.query);
  const device = randomUUID();
  await server.query(
    `INSERT INTO device (id, workspace_id, member_id, endpoint, p256dh, auth, name, channel) VALUES ($1, $2, $3, $4, 'x', 'x', $5, 'web')`,
    [device, workspaceId, memberId, `https://push.example.test/${device}`, marker],
  );
  await server.query('UPDATE api_key SET name = $1 WHERE member_id = $2', [marker, memberId]);
  const reminder = randomUUID();
  await server.query(
    `INSERT INTO reminder (id, workspace_id, member_id, key_id, title, body, fire_at, content_digest, agent_name)
     SELECT $1, $2, $3, id, $4, $4, nod_now() + interval '1 day', 'x', $4 FROM api_key WHERE member_id = $3 AND revoked_at IS NULL LIMIT 1`,
    [reminder, workspaceId, memberId, marker],
  );
  const rule = randomUUID();
  await server.query(
    `INSERT INTO policy_rule (id, workspace_id, pattern, effect, repo_key, created_by) VALUES ($1, $2, $3, 'ask', $3, $4)`,
    [rule, workspaceId, marker, memberId],
  );
  const scope = randomUUID();
  await server.query(
    `INSERT INTO scope (id, workspace_id, question_id, session_id, agent_name, state, sent_allowed, allowed_paths, done_when)
     VALUES ($1, $2, $3, $4, $4, 'declined', ARRAY[$4], ARRAY[$4], $4)`,
    [scope, workspaceId, randomUUID(), marker],
  );
  const [ids] = await server.query<Record<string, string>>(
    `SELECT question.id AS question, question.content_digest AS digest, question.agent_session_id AS "agentSession", notification.id AS notification, api_key.id AS key, web_session.id AS session
       FROM question, notification, api_key, web_session
      WHERE question.kind = 'question' AND api_key.member_id = $1 AND api_key.revoked_at IS NULL AND web_session.member_id = $1`,
    [memberId],
  );
  if (!ids) throw new Error('Something was not stored.');
  const invite = randomUUID();
  await server.query(
    `INSERT INTO one_time_token (id, kind, workspace_id, token_hash, payload, expires_at)
     VALUES ($1, 'invite', $2, decode(md5($4), 'hex'), jsonb_build_object('role', 'member', 'invitedBy', $3::text), nod_now() + interval '1 day')`,
    [invite, workspaceId, memberId, invite],
  );
  const webhook = randomUUID();
  // Not due: nobody is called.
  await server.query(
    `INSERT INTO outbox_message (id, workspace_id, question_id, kind, url, body, attempts, failed_at)
     VALUES ($1, $2, $3, 'decision.answered', $4, $5, 1, nod_now())`,
    [webhook, workspaceId, decision, `https://hooks.example.com/${marker}`, JSON.stringify({ answer: marker })],
  );
  await server.query(
    `INSERT INTO webhook_attempt (id, workspace_id, outbox_message_id, number, status_code, failure, response)
     VALUES ($1, $2, $3, 1, 500, 'The receiver answered 500.', $4)`,
    [randomUUID(), workspaceId, webhook, marker],
  );
  await callApi(server, 'GET', '/webhook-secret');
  const [made] = await server.query<{ webhookSecret: string; decisionDigest: string }>(
    `SELECT secret.id AS "webhookSecret", question.content_digest AS "decisionDigest" FROM secret, question
      WHERE secret.workspace_id = $1 AND secret.kind = 'webhook' AND question.id = $2`,
    [workspaceId, decision],
  );
  if (!made) throw new Error('There is no webhook secret.');
  return {
    ...ids,
    device,
    reminder,
    rule,
    scope,
    invite,
    decision,
    webhook,
    ...made,
    member: memberId,
  };
}

/** A decision of an end user who is marked too; gives its id. */
async function storeDecision(server: NodServer, marker: string): Promise<string> {
  const body = { question: `${marker}?`, context: marker, externalId: marker, agentName: marker };
  const { decisionId } = await callApi(server, 'POST', '/decisions', body);
  if (!decisionId) throw new Error('No decision was opened.');
  return decisionId;
}

async function callApi({ url, apiKey }: NodServer, method: string, path: string, body?: unknown) {
  const response = await fetch(`${url}/api/v1/server${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return (await response.json()) as Record<string, string>;
}

/** All that a stranger might change in the first workspace. */
export async function everythingOf({ query }: NodServer): Promise<unknown> {
  const { workspaceId } = await firstWorkspace(query);
  const tables = [
    'question',
    'notification',
    'api_key',
    'device',
    'member',
    'delivery',
    'secret',
    'agent_session',
    'agent_event',
    'reminder',
    'policy_rule',
    'declined_rule',
    'scope',
    'end_user',
    'outbox_message',
    'webhook_attempt',
    'one_time_token',
  ];
  const parts = tables.map((table) => {
    const row = table === 'api_key' ? `to_jsonb(t) - 'last_used_at'` : 'to_jsonb(t)';
    // A viewer may connect a phone of its own.
    const others = table === 'one_time_token' ? ` AND kind <> 'phone'` : '';
    return `SELECT '${table}' AS source, ${row} AS row FROM ${table} t WHERE workspace_id = $1${others}`;
  });
  parts.push(`SELECT 'web_session', to_jsonb(t) FROM web_session t JOIN member ON member.id = member_id
    WHERE workspace_id = $1 AND role = 'owner' AND revoked_at IS NULL`);
  return query(`${parts.join(' UNION ALL ')} ORDER BY 1, 2`, [workspaceId]);
}

/** How one route file is tried. A name in braces, in an address or a body, stands for an id of the first workspace. */
export interface Route {
  addresses: string[];
  /**
   * Who may get a success: everybody (the body carries the authority, or there is none), signed-in members, or live keys, which see what
   * is of their own workspace.
   */
  open: 'everybody' | 'members' | 'keys';
  /** What a browser's form, or a script's JSON, would post. */
  form?: Record<string, string>;
  json?: Record<string, unknown>;
}

const page = (address: string): Route => ({ addresses: [address], open: 'members' });
const publicPage = (address: string): Route => ({ addresses: [address], open: 'everybody' });
const form = (address: string, fields: Record<string, string>): Route => ({ ...page(address), form: fields });
const json = (address: string, body: Record<string, unknown>, open: Route['open'] = 'members'): Route => ({
  addresses: [address],
  open,
  json: body,
});

const subscription = {
  endpoint: 'https://push.example.test/x',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
};
const unknownId = '0190a0a0-0000-7000-8000-000000000000';

/** Every route file under app/, by its path there. A new file must be named here, or the test fails. */
export const routes: Record<string, Route> = {
  'healthz/route.ts': publicPage('/healthz'),
  'readyz/route.ts': publicPage('/readyz'),
  '.well-known/oauth-protected-resource/[[...path]]/route.ts': {
    addresses: ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/api/mcp/mcp'],
    open: 'everybody',
  },
  // Its calls have a table of their own.
  'api/mcp/[transport]/route.ts': { ...publicPage('/api/mcp/mcp'), json: { jsonrpc: '2.0', id: 1, method: 'ping' } },
  'api/events/route.ts': page('/api/events'),
  'api/presence/route.ts': json('/api/presence', { foreground: false }),
  'api/mcp/mode/route.ts': { addresses: ['/api/mcp/mode', '/api/mcp/mode?session=guessed'], open: 'keys' },
  'api/mcp/policy/route.ts': { addresses: ['/api/mcp/policy', '/api/mcp/policy?repoAware=1'], open: 'keys' },
  'api/agent/gate/route.ts': json('/api/agent/gate', { toolName: 'Bash', toolInputs: [{ command: 'ls' }] }, 'keys'),
  'api/agent/event/route.ts': json('/api/agent/event', { event: 'session_end', sessionId: 'guessed' }, 'keys'),
  'api/agent/hook/route.ts': json('/api/agent/hook', { envelopes: [] }, 'keys'),
  'api/agent/command/ack/route.ts': json('/api/agent/command/ack', {}, 'keys'),
  'api/push/key/route.ts': publicPage('/api/push/key'),
  'api/push/subscribe/route.ts': json('/api/push/subscribe', { ...subscription, keys: {} }),
  // Only a browser knows its endpoint, so whether another account has it may be told to whoever names it.
  'api/push/check/route.ts': json('/api/push/check', { endpoint: subscription.endpoint }),
  'api/push/unsubscribe/route.ts': json('/api/push/unsubscribe', { endpoint: subscription.endpoint }),
  'api/push/resubscribe/route.ts': json(
    '/api/push/resubscribe',
    { oldEndpoint: 'https://push.example.test/never', subscription },
    'everybody',
  ),
  'api/push/report/route.ts': json('/api/push/report', { deliveryId: unknownId, event: 'clicked' }, 'everybody'),
  'api/push/answer/route.ts': json('/api/push/answer', {
    questionId: '{question}',
    deliveryId: unknownId,
    token: 'guessed',
    value: 'yes',
  }),
  '(public)/setup/page.tsx': publicPage('/setup'),
  '(public)/setup/create/route.ts': form('/setup/create', {
    token: 'guessed',
    email: 'x@example.test',
    password: 'long enough',
  }),
  '(public)/sign-in/page.tsx': publicPage('/sign-in'),
  '(public)/sign-in/submit/route.ts': form('/sign-in/submit', { email: 'nobody@example.test', password: 'wrong' }),
  '(app)/page.tsx': page('/'),
  '(app)/q/[id]/page.tsx': page('/q/{question}'),
  '(app)/q/[id]/answer/route.ts': form('/q/{question}/answer', {
    digest: '{digest}',
    answer: 'yes',
    surface: 'decide_page',
  }),
  '(app)/setup/key/route.ts': form('/setup/key', { name: 'stranger', kind: 'full' }),
  '(app)/setup/seen/route.ts': form('/setup/seen', {}),
  '(app)/setup/test-question/route.ts': form('/setup/test-question', {}),
  '(app)/n/[id]/page.tsx': page('/n/{notification}'),
  '(app)/sessions/page.tsx': page('/sessions'),
  '(app)/sessions/stop/route.ts': form('/sessions/stop', { hours: '1' }),
  '(app)/sessions/resume/route.ts': form('/sessions/resume', {}),
  '(app)/sessions/[id]/page.tsx': page('/sessions/{agentSession}'),
  '(app)/sessions/[id]/stop/route.ts': form('/sessions/{agentSession}/stop', { hours: '1' }),
  '(app)/sessions/[id]/resume/route.ts': form('/sessions/{agentSession}/resume', {}),
  '(app)/sessions/[id]/answer/route.ts': form('/sessions/{agentSession}/answer', {
    question: '{question}',
    digest: '{digest}',
    answer: 'yes',
  }),
  '(app)/devices/page.tsx': page('/devices'),
  '(app)/devices/[id]/update/route.ts': form('/devices/{device}/update', { name: 'stranger', tags: 'stranger' }),
  '(app)/devices/[id]/test/route.ts': form('/devices/{device}/test', {}),
  '(app)/devices/[id]/remove/route.ts': form('/devices/{device}/remove', {}),
  '(app)/keys/page.tsx': page('/keys'),
  '(app)/keys/create/route.ts': form('/keys/create', { name: 'stranger', kind: 'full' }),
  '(app)/keys/seen/route.ts': form('/keys/seen', {}),
  '(app)/keys/[id]/revoke/route.ts': form('/keys/{key}/revoke', {}),
  '(app)/keys/[id]/rotate/route.ts': form('/keys/{key}/rotate', {}),
  '(app)/devices/pair/route.ts': form('/devices/pair', {}),
  '(public)/invite/[token]/page.tsx': publicPage('/invite/guessed'),
  '(public)/invite/[token]/join/route.ts': form('/invite/guessed/join', {
    email: 'x@example.test',
    password: 'long enough',
  }),
  '(public)/pair/[code]/page.tsx': { addresses: ['/pair/guessed', '/pair/ABCD-EFGH'], open: 'everybody' },
  '(public)/pair/page.tsx': { addresses: ['/pair', '/pair?code=abcd%20efgh'], open: 'everybody' },
  '(public)/pair/[code]/sign-in/route.ts': form('/pair/guessed/sign-in', {}),
  '(public)/pair/[code]/approve/route.ts': form('/pair/ABCD-EFGH/approve', {}),
  '(public)/pair/[code]/refuse/route.ts': form('/pair/ABCD-EFGH/refuse', {}),
  'api/v1/pair/route.ts': json('/api/v1/pair', { machine: 'stranger' }, 'everybody'),
  'api/v1/pair/[code]/route.ts': publicPage('/api/v1/pair/ABCD-EFGH'),
  'nod.tgz/route.ts': publicPage('/nod.tgz'),
  'api/v1/server/site/route.ts': { addresses: ['/api/v1/server/site'], open: 'keys' },
  '(app)/reminders/page.tsx': page('/reminders'),
  '(app)/reminders/leave/route.ts': form('/reminders/leave', { body: 'stranger', at: '2099-01-01T00:00' }),
  '(app)/reminders/[id]/cancel/route.ts': form('/reminders/{reminder}/cancel', {}),
  'api/v1/server/reminders/route.ts': {
    addresses: ['/api/v1/server/reminders', '/api/v1/server/reminders?reminderId={reminder}'],
    open: 'keys',
    json: { cancelReminderId: '{reminder}' },
  },
  'api/openapi.json/route.ts': publicPage('/api/openapi.json'),
  '(public)/docs/page.tsx': publicPage('/docs'),
  // Only who holds the token of a decision, or is a member of its workspace, sees it; who guesses is told nothing.
  '(public)/d/[id]/page.tsx': { addresses: ['/d/{decision}', '/d/{decision}?t=guessed'], open: 'members' },
  '(public)/d/[id]/answer/route.ts': form('/d/{decision}/answer', { digest: '{decisionDigest}', answer: 'yes' }),
  '(public)/e/[token]/page.tsx': publicPage('/e/guessed'),
  '(public)/e/[token]/manifest.webmanifest/route.ts': publicPage('/e/guessed/manifest.webmanifest'),
  'api/push/enrol/route.ts': json('/api/push/enrol', { token: 'guessed', subscription }),
  'api/push/enrolled/route.ts': json(
    '/api/push/enrolled',
    { token: 'guessed', endpoint: subscription.endpoint },
    'everybody',
  ),
  'api/push/leave/route.ts': json('/api/push/leave', { endpoint: subscription.endpoint }, 'everybody'),
  '(app)/webhooks/page.tsx': page('/webhooks'),
  '(app)/webhooks/[id]/page.tsx': page('/webhooks/{webhook}'),
  '(app)/webhooks/[id]/again/route.ts': form('/webhooks/{webhook}/again', {}),
  '(app)/webhooks/secret/show/route.ts': form('/webhooks/secret/show', {}),
  '(app)/webhooks/secret/hide/route.ts': form('/webhooks/secret/hide', {}),
  '(app)/webhooks/secret/[id]/rotate/route.ts': form('/webhooks/secret/{webhookSecret}/rotate', {}),
  'api/v1/server/[[...path]]/route.ts': { addresses: ['/api/v1/server/no/such/thing'], open: 'keys' },
  'api/v1/server/decisions/route.ts': {
    addresses: ['/api/v1/server/decisions', '/api/v1/server/decisions?externalId=guessed'],
    open: 'keys',
    json: { question: 'Refund?', externalId: 'stranger' },
  },
  'api/v1/server/decisions/[decisionId]/route.ts': json(
    '/api/v1/server/decisions/{decision}',
    { answer: 'yes' },
    'keys',
  ),
  'api/v1/server/enroll/route.ts': json('/api/v1/server/enroll', { externalId: 'stranger' }, 'keys'),
  'api/v1/server/reachability/route.ts': {
    addresses: ['/api/v1/server/reachability?externalId=stranger'],
    open: 'keys',
  },
  'api/v1/server/keys/route.ts': json('/api/v1/server/keys', { externalId: 'stranger' }, 'keys'),
  'api/v1/server/keys/[prefix]/route.ts': { addresses: ['/api/v1/server/keys/{key}'], open: 'keys' },
  'api/v1/server/webhook-secret/route.ts': { addresses: ['/api/v1/server/webhook-secret'], open: 'keys' },
  'api/v1/server/ask/route.ts': json(
    '/api/v1/server/ask',
    { question: 'Deploy?', type: 'confirm', wait: false },
    'keys',
  ),
  'api/v1/server/ask/[correlationId]/route.ts': { addresses: ['/api/v1/server/ask/{question}'], open: 'keys' },
  'api/v1/server/send/route.ts': json('/api/v1/server/send', { title: 'Hello', body: 'You there?' }, 'keys'),
  'api/v1/server/subscribers/route.ts': { addresses: ['/api/v1/server/subscribers'], open: 'keys' },
  'api/v1/server/subscribers/count/route.ts': { addresses: ['/api/v1/server/subscribers/count'], open: 'keys' },
  'api/v1/server/subscribers/[id]/route.ts': json(
    '/api/v1/server/subscribers/{device}',
    { tags: ['stranger'] },
    'keys',
  ),
  '(app)/activity/page.tsx': page('/activity'),
  '(app)/activity/export/route.ts': {
    addresses: ['/activity/export?format=csv', '/activity/export?format=jsonl'],
    open: 'members',
  },
  '(app)/policies/page.tsx': { addresses: ['/policies', '/policies?command=ls&repo=guessed'], open: 'members' },
  '(app)/policies/new/page.tsx': page('/policies/new'),
  '(app)/policies/[id]/page.tsx': page('/policies/{rule}'),
  '(app)/policies/save/route.ts': form('/policies/save', { pattern: 'stranger', effect: 'loud' }),
  '(app)/policies/preset/route.ts': form('/policies/preset', { preset: 'loud' }),
  '(app)/policies/suggestions/accept/route.ts': form('/policies/suggestions/accept', { pattern: '*', effect: 'allow' }),
  '(app)/policies/suggestions/decline/route.ts': form('/policies/suggestions/decline', {
    pattern: '*',
    effect: 'allow',
  }),
  '(app)/policies/[id]/edit/route.ts': form('/policies/{rule}/edit', { effect: 'deny' }),
  '(app)/policies/[id]/remove/route.ts': form('/policies/{rule}/remove', {}),
  '(app)/scopes/page.tsx': page('/scopes'),
  '(app)/scopes/[id]/page.tsx': page('/scopes/{scope}'),
  '(app)/scopes/export/route.ts': page('/scopes/export'),
  '(app)/settings/page.tsx': page('/settings'),
  '(app)/settings/delivery/route.ts': form('/settings/delivery', { mode: 'loud' }),
  '(app)/settings/modes/route.ts': form('/settings/modes', { mode: 'loud' }),
  '(app)/settings/snooze/route.ts': form('/settings/snooze', { for: 'ever' }),
  '(app)/settings/snooze/end/route.ts': form('/settings/snooze/end', {}),
  '(app)/settings/mode/route.ts': form('/settings/mode', { mode: 'loud' }),
  '(app)/settings/mode/end/route.ts': form('/settings/mode/end', {}),
  '(app)/settings/export/route.ts': page('/settings/export'),
  '(app)/settings/invites/create/route.ts': form('/settings/invites/create', { role: 'owner' }),
  '(app)/settings/invites/seen/route.ts': form('/settings/invites/seen', {}),
  '(app)/settings/invites/[id]/revoke/route.ts': form('/settings/invites/{invite}/revoke', {}),
  '(app)/settings/members/[id]/role/route.ts': form('/settings/members/{member}/role', { role: 'viewer' }),
  '(app)/settings/members/[id]/remove/route.ts': form('/settings/members/{member}/remove', {}),
  '(app)/settings/workspace/rename/route.ts': form('/settings/workspace/rename', { name: 'stranger' }),
  '(app)/settings/workspace/delete/route.ts': form('/settings/workspace/delete', { name: 'no such name' }),
  '(app)/settings/you/rename/route.ts': form('/settings/you/rename', { name: 'stranger' }),
  '(app)/settings/you/password/route.ts': form('/settings/you/password', { current: 'wrong', next: 'long enough' }),
  '(app)/settings/sessions/[id]/revoke/route.ts': form('/settings/sessions/{session}/revoke', {}),
  // The last one, because it works.
  '(public)/sign-out/route.ts': form('/sign-out', {}),
};

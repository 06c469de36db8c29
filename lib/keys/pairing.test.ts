import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MemberActor } from '@/lib/actor';
import { shiftClock } from '@/lib/clock';
import { RequestPairing } from '@/lib/contract/pairing';
import { query } from '@/lib/db/client';
import { authenticateKey } from '@/lib/keys/authenticate';
import {
  approvePairing,
  awaitPairing,
  declinePairing,
  type NewPairing,
  type PairingReply,
  readPairing,
  requestPairing,
} from '@/lib/keys/pairing';
import { changeRole, removeMember } from '@/lib/members/manage';
import { addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { listen } from '@/lib/wake/listen';

let place: TestWorkspace;
let listening: ReturnType<typeof listen>;

beforeAll(async () => {
  listening = listen();
  await listening.ready;
});
beforeEach(async () => {
  place = await makeWorkspace();
});
afterEach(() => shiftClock(0));
afterAll(() => listening.stop());

const begin = () => requestPairing(RequestPairing.parse({ machine: 'laptop', agents: ['claude-code'] }));
const fetchKey = ({ code, secret }: Pick<NewPairing, 'code' | 'secret'>, waitMs = 0) =>
  awaitPairing({ code, secret }, { endsAt: performance.now() + waitMs });
const keysOf = (actor: MemberActor) =>
  query<{ kind: string; name: string; member_id: string }>(
    `SELECT kind, name, member_id FROM api_key WHERE workspace_id = $1 AND name = 'laptop'`,
    [actor.workspaceId],
  );

test('an approved terminal gets a key of who approved it, once; only hashes are stored', async () => {
  const pairing = await begin();
  expect(pairing).toMatchObject({
    code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/),
    expiresInSeconds: 600,
  });
  expect(pairing.verifyUrl).toMatch(new RegExp(`/pair/${pairing.code}$`));
  expect(await fetchKey(pairing)).toEqual({ status: 'pending' });
  expect(await keysOf(place.owner)).toEqual([]);
  await approvePairing(place.owner, pairing.code);
  const reply = await fetchKey(pairing);
  expect(reply).toEqual({ status: 'approved', apiKey: expect.stringMatching(/^pk_/), workspace: 'Tests' });
  expect(await authenticateKey(reply.apiKey)).toMatchObject({
    keyKind: 'agent',
    keyName: 'laptop',
    workspaceId: place.workspaceId,
    memberId: place.owner.memberId,
  });
  expect(await fetchKey(pairing)).toEqual({ status: 'used' });
  expect(await keysOf(place.owner)).toHaveLength(1);
  const stored = JSON.stringify([await query('SELECT * FROM api_key'), await query('SELECT * FROM one_time_token')]);
  for (const secret of [pairing.secret, pairing.code.replace('-', ''), reply.apiKey?.split('.')[1] ?? ''])
    expect(stored).not.toContain(secret);
});

test('who waits is woken by the decision', async () => {
  for (const [decide, status] of [
    [approvePairing, 'approved'],
    [declinePairing, 'declined'],
  ] as const) {
    const pairing = await begin();
    const waiting = fetchKey(pairing, 20_000);
    await decide(place.owner, pairing.code);
    expect(await waiting).toMatchObject({ status });
  }
});

test('a wrong secret, none, and an unknown code are told alike, and use nothing up', async () => {
  const pairing = await begin();
  const other = await begin();
  await approvePairing(place.owner, pairing.code);
  const attempts = [
    { code: pairing.code, secret: other.secret },
    { code: pairing.code, secret: undefined },
    { code: pairing.code, secret: '' },
    { code: 'ZZZZ-ZZZZ', secret: pairing.secret },
    { code: 'nonsense', secret: pairing.secret },
    { code: '', secret: '' },
  ];
  for (const attempt of attempts) {
    await expect(awaitPairing(attempt, { endsAt: 0 })).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no such pairing, or this is not its secret.',
    });
  }
  expect(await fetchKey(pairing)).toMatchObject({ status: 'approved' });
});

test('of two who approve at once, and two who fetch at once, one succeeds', async () => {
  const other = await makeWorkspace();
  for (let round = 0; round < 8; round++) {
    const pairing = await begin();
    const approved = await Promise.allSettled([
      approvePairing(place.owner, pairing.code),
      approvePairing(other.owner, pairing.code),
    ]);
    expect(approved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const replies = await Promise.all([fetchKey(pairing), fetchKey(pairing), fetchKey(pairing)]);
    expect(replies.map(({ status }) => status).sort()).toEqual(['approved', 'used', 'used']);
    const winner = approved[0]?.status === 'fulfilled' ? place : other;
    const { apiKey } = replies.find((reply) => reply.apiKey) as PairingReply;
    expect(await authenticateKey(apiKey)).toMatchObject({ workspaceId: winner.workspaceId });
  }
});

test('approving and refusing at once: one of them counts', async () => {
  for (let round = 0; round < 8; round++) {
    const pairing = await begin();
    const [approved] = await Promise.allSettled([
      approvePairing(place.owner, pairing.code),
      declinePairing(place.owner, pairing.code),
    ]);
    const { status } = await fetchKey(pairing);
    expect(status).toBe(approved.status === 'fulfilled' ? 'approved' : 'declined');
  }
});

test('a code that was decided, is late, or is of a viewer or nobody gives no key', async () => {
  const gone = { code: 'not_found' };
  const [declined, late, approvedLate, viewers] = [await begin(), await begin(), await begin(), await begin()];
  await declinePairing(place.owner, declined.code);
  await expect(approvePairing(place.owner, declined.code)).rejects.toMatchObject(gone);
  expect(await fetchKey(declined)).toEqual({ status: 'declined' });
  await expect(approvePairing(place.viewer, viewers.code)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(declinePairing(place.viewer, viewers.code)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await fetchKey(viewers)).toEqual({ status: 'pending' });
  await approvePairing(place.owner, approvedLate.code);
  await expect(approvePairing(place.owner, approvedLate.code)).rejects.toMatchObject(gone);
  await shiftClock(10 * 60_000 + 1);
  await expect(approvePairing(place.owner, late.code)).rejects.toMatchObject(gone);
  expect(await fetchKey(late)).toEqual({ status: 'expired' });
  expect(await fetchKey(approvedLate)).toEqual({ status: 'expired' });
  expect(await readPairing(place.owner, late.code)).toBeUndefined();
  expect(await keysOf(place.owner)).toEqual([]);
});

test('whoever is removed, or made a viewer, before the key is fetched hands out none', async () => {
  const [removed, demoted] = [
    await addMember(place.workspaceId, 'member'),
    await addMember(place.workspaceId, 'member'),
  ];
  const [first, second] = [await begin(), await begin()];
  await approvePairing(removed, first.code);
  await approvePairing(demoted, second.code);
  await removeMember(place.owner, removed.memberId);
  await changeRole(place.owner, demoted.memberId, { role: 'viewer' });
  for (const pairing of [first, second]) expect(await fetchKey(pairing)).toEqual({ status: 'declined' });
  expect(await keysOf(place.owner)).toEqual([]);
});

test('a member sees what a pending terminal says of itself; what was decided is seen in its own workspace only', async () => {
  const stranger = await makeWorkspace();
  const pairing = await begin();
  const seen = { state: 'pending', code: pairing.code, machine: 'laptop', agents: ['Claude Code'] };
  // As it may be typed.
  const typed = pairing.code.replace('-', ' ').toLowerCase();
  for (const actor of [place.owner, stranger.owner]) expect(await readPairing(actor, typed)).toMatchObject(seen);
  await approvePairing(place.owner, typed);
  expect(await readPairing(place.owner, pairing.code)).toMatchObject({ state: 'approved' });
  expect(await readPairing(stranger.owner, pairing.code)).toBeUndefined();
});

test('the ledger says who approved which machine', async () => {
  const pairing = await begin();
  await approvePairing(place.owner, pairing.code);
  const rows = await query<{ detail: unknown }>(
    `SELECT detail FROM ledger_entry WHERE workspace_id = $1 AND event = 'pairing_approved'`,
    [place.workspaceId],
  );
  expect(rows).toEqual([
    { detail: { by: place.owner.memberId, name: 'laptop', machine: 'laptop', agents: ['claude-code'] } },
  ]);
});

test('an invite and a code for a phone are no code of a terminal', async () => {
  const pairing = await begin();
  await query(`UPDATE one_time_token SET kind = 'phone' WHERE kind = 'cli'`);
  await expect(fetchKey(pairing)).rejects.toMatchObject({ code: 'not_found' });
  await expect(approvePairing(place.owner, pairing.code)).rejects.toMatchObject({ code: 'not_found' });
});

import { describe, expect, test } from 'vitest';
import {
  type PlanDevice,
  type PlanFacts,
  type PlanMember,
  planDelivery,
  type Subject,
  type ToDeliver,
} from '@/lib/delivery/plan';

// Monday noon in Berlin; quiet hours of the tests are 22:00 to 07:00 there.
const noon = new Date('2026-11-30T11:00:00Z');
const night = new Date('2026-11-30T23:30:00Z');
const later = (ms: number, from = noon) => new Date(from.getTime() + ms);
const hour = 3_600_000;

const ada: PlanMember = {
  id: 'ada',
  role: 'owner',
  timeZone: 'Europe/Berlin',
  mode: null,
  override: null,
  snoozedUntil: null,
  quiet: null,
  urgentThrough: false,
  updates: 'all',
};
const phone: PlanDevice = {
  id: 'phone',
  memberId: 'ada',
  os: 'Android',
  tags: [],
  externalId: null,
  getsQuestions: true,
  getsUpdates: true,
  getsReminders: true,
  foreground: false,
};
const base: PlanFacts = {
  now: noon,
  mode: 'push_first',
  graceMs: 8000,
  pushFirstMs: 20_000,
  pushOnlyMs: 45_000,
  stopped: false,
  atKeyboard: false,
  members: [ada],
  devices: [phone],
};

interface Case {
  name: string;
  subject: Subject;
  facts?: Partial<PlanFacts>;
  member?: Partial<PlanMember>;
  device?: Partial<PlanDevice>;
  what?: Partial<ToDeliver>;
  /** What the one device gets: now, a reason and a time, or nothing at all. */
  gets: string;
  state?: string;
  windowMs?: number;
  suppressed?: string;
  /** Whether an answer from this device counts; true for a question that is sent. */
  answers?: boolean;
}

const quiet = { quiet: { from: 22 * 60, to: 7 * 60 } };
const snoozed = { snoozedUntil: later(hour) };
const morning = '2026-12-01T06:00:00.000Z';
const override = (mode: PlanFacts['mode'], until = later(hour)) => ({ override: { mode, until } });

// biome-ignore format: a table is read by its rows.
const cases: Case[] = [
  // Modes of a question (spec 2.3, 3.5)
  { name: 'when away: at once', subject: 'question', gets: 'now', state: 'pending', windowMs: 20_000 },
  { name: 'when away, at the keyboard: after the grace period', subject: 'question', facts: { atKeyboard: true }, gets: 'at_keyboard 8000', state: 'pending', windowMs: 28_000 },
  { name: 'always: at once', subject: 'question', facts: { mode: 'push_only' }, gets: 'now', state: 'pending', windowMs: 45_000 },
  { name: 'always, at the keyboard: at once', subject: 'question', facts: { mode: 'push_only', atKeyboard: true }, gets: 'now', state: 'pending', windowMs: 45_000 },
  { name: 'alert only: an alert that cannot answer, no wait', subject: 'question', facts: { mode: 'notify_only' }, gets: 'now', answers: false, state: 'notified', windowMs: 0 },
  { name: 'alert only, at the keyboard: at once', subject: 'question', facts: { mode: 'notify_only', atKeyboard: true }, gets: 'now', answers: false, state: 'notified', windowMs: 0 },
  { name: 'in agent: nobody, no wait', subject: 'question', facts: { mode: 'terminal_only' }, gets: 'nothing', state: 'terminal', windowMs: 0, suppressed: 'terminal_only' },
  { name: 'own settings of grace and window count', subject: 'question', facts: { atKeyboard: true, graceMs: 3000, pushFirstMs: 5000 }, gets: 'at_keyboard 3000', windowMs: 8000 },
  { name: 'no grace: at once', subject: 'question', facts: { atKeyboard: true, graceMs: 0 }, gets: 'now', windowMs: 20_000 },
  // Which mode holds
  { name: 'a member’s own mode goes before the workspace’s', subject: 'question', member: { mode: 'push_only' }, facts: { atKeyboard: true }, gets: 'now', windowMs: 45_000 },
  { name: 'a temporary mode goes before both', subject: 'question', member: { mode: 'push_only', ...override('terminal_only') }, gets: 'nothing', state: 'terminal', suppressed: 'terminal_only' },
  { name: 'a temporary mode that is over counts for nothing', subject: 'question', member: override('terminal_only', later(-1)), gets: 'now', state: 'pending' },
  { name: 'a temporary mode that ends now is over', subject: 'question', member: override('terminal_only', noon), gets: 'now', state: 'pending' },
  // Kill switch
  { name: 'kill switch: stopped before every mode', subject: 'question', facts: { stopped: true }, gets: 'nothing', state: 'stopped', windowMs: 0, suppressed: 'kill_switch' },
  { name: 'kill switch goes before in-agent', subject: 'question', facts: { stopped: true, mode: 'terminal_only' }, gets: 'nothing', state: 'stopped', suppressed: 'kill_switch' },
  { name: 'kill switch goes before snooze, urgent or not', subject: 'error', facts: { stopped: true }, member: { ...snoozed, urgentThrough: true }, what: { urgent: true }, gets: 'kill_switch', suppressed: 'kill_switch' },
  { name: 'kill switch silences news', subject: 'info', facts: { stopped: true }, gets: 'kill_switch', suppressed: 'kill_switch' },
  { name: 'kill switch does not silence what the person was to be reminded of', subject: 'reminder', facts: { stopped: true }, gets: 'now' },
  // Snooze and quiet hours
  { name: 'snoozed: in the digest', subject: 'question', member: snoozed, gets: `snoozed ${later(hour).toISOString()}`, state: 'pending', windowMs: 20_000, suppressed: 'snoozed' },
  { name: 'a snooze that ends now is over', subject: 'question', member: { snoozedUntil: noon }, gets: 'now' },
  { name: 'quiet hours: in the morning’s digest', subject: 'question', facts: { now: night }, member: quiet, gets: `quiet_hours ${morning}`, suppressed: 'quiet_hours' },
  { name: 'outside quiet hours: at once', subject: 'question', member: quiet, gets: 'now' },
  { name: 'the first minute of quiet hours is quiet', subject: 'info', facts: { now: new Date('2026-11-30T21:00:00Z') }, member: quiet, gets: `quiet_hours ${morning}`, suppressed: 'quiet_hours' },
  { name: 'the minute they end rings', subject: 'info', facts: { now: new Date(morning) }, member: quiet, gets: 'now' },
  { name: 'a snooze that ends in quiet hours holds until their end', subject: 'question', facts: { now: new Date('2026-11-30T20:30:00Z') }, member: { ...quiet, snoozedUntil: new Date('2026-11-30T21:30:00Z') }, gets: `snoozed ${morning}`, suppressed: 'snoozed' },
  { name: 'quiet hours that end within a snooze hold until its end', subject: 'question', facts: { now: new Date('2026-12-01T05:59:00Z') }, member: { ...quiet, snoozedUntil: new Date('2026-12-01T09:00:00Z') }, gets: 'snoozed 2026-12-01T09:00:00.000Z', suppressed: 'snoozed' },
  { name: 'quiet hours by day', subject: 'info', member: { quiet: { from: 11 * 60, to: 13 * 60 } }, gets: 'quiet_hours 2026-11-30T12:00:00.000Z', suppressed: 'quiet_hours' },
  { name: 'a risky question rings through, if they want that', subject: 'question', member: { ...snoozed, urgentThrough: true }, what: { urgent: true }, gets: 'now' },
  { name: 'a risky question stays silent, if they do not', subject: 'question', member: snoozed, what: { urgent: true }, gets: `snoozed ${later(hour).toISOString()}`, suppressed: 'snoozed' },
  { name: 'an ordinary question never rings through', subject: 'question', member: { ...snoozed, urgentThrough: true }, gets: `snoozed ${later(hour).toISOString()}`, suppressed: 'snoozed' },
  { name: 'an error rings through quiet hours, if they want that', subject: 'error', facts: { now: night }, member: { ...quiet, urgentThrough: true }, what: { urgent: true }, gets: 'now' },
  { name: 'snooze goes before the hold at the keyboard', subject: 'question', facts: { atKeyboard: true }, member: snoozed, gets: `snoozed ${later(hour).toISOString()}`, windowMs: 20_000, suppressed: 'snoozed' },
  { name: 'alert only while snoozed: in the digest', subject: 'question', facts: { mode: 'notify_only' }, member: snoozed, gets: `snoozed ${later(hour).toISOString()}`, answers: false, state: 'notified', suppressed: 'snoozed' },
  { name: 'a reminder while snoozed: in the digest', subject: 'reminder', member: snoozed, gets: `snoozed ${later(hour).toISOString()}`, suppressed: 'snoozed' },
  // A window in front of the person
  { name: 'in front of the person: after five seconds', subject: 'question', device: { foreground: true }, gets: 'foreground 5000' },
  { name: 'in front of the person, always: after five seconds too', subject: 'question', facts: { mode: 'push_only' }, device: { foreground: true }, gets: 'foreground 5000', windowMs: 45_000 },
  { name: 'in front of the person on an iPhone: at once', subject: 'question', device: { foreground: true, os: 'iPhone' }, gets: 'now' },
  { name: 'in front of the person on an iPad: at once', subject: 'question', device: { foreground: true, os: 'iPad' }, gets: 'now' },
  { name: 'in front of the person and at the keyboard: the longer of both', subject: 'question', facts: { atKeyboard: true }, device: { foreground: true }, gets: 'at_keyboard 8000' },
  { name: 'short grace, window in front: five seconds', subject: 'question', facts: { atKeyboard: true, graceMs: 1000 }, device: { foreground: true }, gets: 'foreground 5000', windowMs: 20_000 },
  { name: 'news is not held for a window', subject: 'info', device: { foreground: true }, gets: 'now' },
  // The reminder after ten minutes
  { name: 'ten minutes later, at the keyboard: rings', subject: 'nudge', facts: { atKeyboard: true }, gets: 'now' },
  { name: 'ten minutes later, in agent by now: silent', subject: 'nudge', facts: { mode: 'terminal_only' }, gets: 'nothing', state: 'terminal', suppressed: 'terminal_only' },
  { name: 'ten minutes later, snoozed by now: silent', subject: 'nudge', member: snoozed, gets: `snoozed ${later(hour).toISOString()}`, suppressed: 'snoozed' },
  // News, work done, errors
  { name: 'all updates: news', subject: 'info', gets: 'now' },
  { name: 'important updates: no news', subject: 'info', member: { updates: 'important' }, gets: 'update_setting', suppressed: 'update_setting' },
  { name: 'important updates: work done', subject: 'completion', member: { updates: 'important' }, gets: 'now' },
  { name: 'important updates: errors', subject: 'error', member: { updates: 'important' }, gets: 'now' },
  { name: 'no updates: not even errors', subject: 'error', member: { updates: 'none' }, gets: 'update_setting', suppressed: 'update_setting' },
  { name: 'no updates: questions still come', subject: 'question', member: { updates: 'none' }, gets: 'now' },
  { name: 'no updates: reminders still come', subject: 'reminder', member: { updates: 'none' }, gets: 'now' },
  { name: 'in agent: no news', subject: 'info', facts: { mode: 'terminal_only' }, gets: 'terminal_only', suppressed: 'terminal_only' },
  { name: 'in agent: no reminder either', subject: 'reminder', facts: { mode: 'terminal_only' }, gets: 'terminal_only', suppressed: 'terminal_only' },
  { name: 'alert only: news is an alert', subject: 'info', facts: { mode: 'notify_only' }, gets: 'now' },
  { name: 'news is not held at the keyboard', subject: 'completion', facts: { atKeyboard: true }, gets: 'now' },
  { name: 'a question that news brings along can be answered', subject: 'info', what: { answerable: true }, gets: 'now', answers: true },
  { name: 'but not in alert only', subject: 'info', facts: { mode: 'notify_only' }, what: { answerable: true }, gets: 'now', answers: false },
  // What a device wants
  { name: 'no questions on this device', subject: 'question', device: { getsQuestions: false }, gets: 'device_setting', suppressed: 'device_setting' },
  { name: 'no updates on this device', subject: 'info', device: { getsUpdates: false }, gets: 'device_setting', suppressed: 'device_setting' },
  { name: 'no reminders on this device', subject: 'reminder', device: { getsReminders: false }, gets: 'device_setting', suppressed: 'device_setting' },
  { name: 'each setting is for its own kind', subject: 'question', device: { getsUpdates: false, getsReminders: false }, gets: 'now' },
  // Who may answer
  { name: 'a viewer sees it and cannot answer', subject: 'question', member: { role: 'viewer' }, gets: 'now', answers: false },
  // Targets
  { name: 'one of the tags', subject: 'question', device: { tags: ['work', 'home'] }, what: { tags: ['home', 'car'] }, gets: 'now' },
  { name: 'none of the tags', subject: 'question', device: { tags: ['work'] }, what: { tags: ['home'] }, gets: 'nothing' },
  { name: 'tags that match nobody', subject: 'info', what: { tags: ['nobody'] }, gets: 'nothing' },
  { name: 'this device by id', subject: 'info', what: { subscriberIds: ['phone'] }, gets: 'now' },
  { name: 'another device by id', subject: 'info', what: { subscriberIds: ['tablet'] }, gets: 'nothing' },
  { name: 'its external id', subject: 'info', device: { externalId: 'u1' }, what: { externalIds: ['u1'] }, gets: 'now' },
  { name: 'an external id that it does not have', subject: 'info', what: { externalIds: ['u1'] }, gets: 'nothing' },
  { name: 'lists narrow together', subject: 'info', device: { tags: ['home'], externalId: 'u1' }, what: { tags: ['home'], externalIds: ['u2'] }, gets: 'nothing' },
  { name: 'empty lists narrow nothing', subject: 'info', what: { tags: [], externalIds: [], subscriberIds: [] }, gets: 'now' },
  { name: 'only the member it is for', subject: 'reminder', what: { onlyMember: 'bob' }, gets: 'nothing' },
  { name: 'a device whose member is gone', subject: 'question', device: { memberId: 'gone' }, gets: 'nothing' },
];

const since = (facts: PlanFacts, at: Date | undefined) => (at ? at.getTime() - facts.now.getTime() : undefined);

describe('who gets what, when, and why not', () => {
  test.each(cases)('$subject · $name', (given) => {
    const facts: PlanFacts = {
      ...base,
      ...given.facts,
      members: [{ ...ada, ...given.member }],
      devices: [{ ...phone, ...given.device }],
    };
    const plan = planDelivery({ subject: given.subject, speaksFor: 'ada', urgent: false, ...given.what }, facts);
    const [entry] = plan.entries;
    const gets = !entry
      ? 'nothing'
      : entry.suppressed
        ? [entry.suppressed, entry.digestAt?.toISOString()].filter(Boolean).join(' ')
        : entry.held
          ? `${entry.held} ${since(facts, entry.dueAt)}`
          : 'now';
    expect(gets).toBe(given.gets);
    expect(plan.suppressed).toBe(given.suppressed);
    if (given.state !== undefined) expect(plan.state).toBe(given.state);
    if (given.windowMs !== undefined) expect(plan.windowMs).toBe(given.windowMs);
    const isSentQuestion = given.subject === 'question' && entry !== undefined && !entry.suppressed;
    if (entry) expect(entry.mayAnswer).toBe(given.answers ?? (isSentQuestion || asksInDigest(given)));
  });
});

/** A question that is held back can be answered once it is told of. */
const asksInDigest = (given: Case) => given.subject === 'question' || given.subject === 'nudge';

describe('several people', () => {
  const bob: PlanMember = { ...ada, id: 'bob', role: 'member' };
  const tablet: PlanDevice = { ...phone, id: 'tablet', memberId: 'bob' };
  const both = (change: Partial<PlanMember>): PlanFacts => ({
    ...base,
    members: [ada, { ...bob, ...change }],
    devices: [phone, tablet],
  });
  const ask = (facts: PlanFacts) => planDelivery({ subject: 'question', speaksFor: 'ada', urgent: false }, facts);

  test('each person’s rest is their own, and somebody who can be rung means that nobody is told of silence', () => {
    const plan = ask(both(snoozed));
    expect(plan.entries.map(({ device, suppressed }) => [device, suppressed])).toEqual([
      ['phone', undefined],
      ['tablet', 'snoozed'],
    ]);
    expect(plan.suppressed).toBeUndefined();
  });

  test('the mode of the person whose key asks decides how the call waits; the others’ decide about their devices', () => {
    const plan = ask(both({ mode: 'terminal_only' }));
    expect([plan.mode, plan.state, plan.windowMs]).toEqual(['push_first', 'pending', 20_000]);
    expect(plan.entries[1]).toMatchObject({ device: 'tablet', suppressed: 'terminal_only' });
  });

  test('who only wants alerts is alerted and cannot answer from there', () => {
    expect(ask(both({ mode: 'notify_only' })).entries[1]).toEqual({ device: 'tablet', mayAnswer: false });
  });

  test('who wants pushes always is rung at once while the other’s keyboard is in use', () => {
    const plan = ask({ ...both({ mode: 'push_only' }), atKeyboard: true });
    expect(plan.entries.map(({ held }) => held)).toEqual(['at_keyboard', undefined]);
  });

  test('when all rest, the agent is told of the first who can be told', () => {
    const facts = both({ snoozedUntil: later(2 * hour) });
    const plan = ask({
      ...facts,
      members: facts.members.map((member) => ({ ...member, snoozedUntil: member.snoozedUntil ?? later(hour) })),
    });
    expect(plan.suppressed).toBe('snoozed');
    expect(plan.heldUntil).toEqual(later(hour));
  });
});

test('without any device a question is asked all the same, and nothing claims that it was held back', () => {
  const plan = planDelivery({ subject: 'question', speaksFor: 'ada', urgent: false }, { ...base, devices: [] });
  expect(plan).toEqual({ mode: 'push_first', windowMs: 20_000, state: 'pending', entries: [] });
});

test('the same facts give the same plan, and are not changed', () => {
  const facts = structuredClone({ ...base, atKeyboard: true, members: [{ ...ada, ...quiet }] });
  const before = structuredClone(facts);
  const what: ToDeliver = { subject: 'question', speaksFor: 'ada', urgent: true };
  expect(planDelivery(what, facts)).toEqual(planDelivery(what, facts));
  expect(facts).toEqual(before);
});

import { expect, test } from 'vitest';
import { deliveryEntries } from '@/lib/delivery/timeline';
import type { DeliveryFact } from '@/lib/questions/detail.sql';

const at = new Date('2026-11-30T12:00:00Z');
const pushed: DeliveryFact = {
  device_name: 'Pixel',
  kind: 'question',
  accepted_at: null,
  displayed_at: null,
  clicked_at: null,
  failed_at: null,
  failure: null,
  suppressed: null,
  held: null,
  attempts: 1,
  due_at: null,
  digested_at: null,
};
const told = (...facts: Partial<DeliveryFact>[]) =>
  deliveryEntries(facts.map((fact) => ({ ...pushed, ...fact }))).map(({ title, detail }) =>
    [title, detail].filter(Boolean).join(' – '),
  );

test.each<[string, Partial<DeliveryFact>[], string[]]>([
  ['nothing at all', [], ['No device was alerted']],
  ['under way', [{}], ['On its way to Pixel']],
  ['failed in passing', [{ failure: '503' }], ['On its way to Pixel – 503']],
  ['failed for good', [{ failed_at: at, failure: '410: gone' }], ['Not delivered to Pixel – 410: gone']],
  [
    'taken, and not a word from the device',
    [{ accepted_at: at }],
    [
      'Accepted for Pixel – The push service took it',
      'Pixel: not reported – The device has not said that it showed it',
    ],
  ],
  [
    'shown',
    [{ accepted_at: at, displayed_at: at }],
    ['Accepted for Pixel – The push service took it', 'Displayed on Pixel'],
  ],
  [
    'kept silent at the keyboard, not yet sent',
    [{ held: 'at_keyboard', attempts: 0, due_at: at }],
    ['Pixel stays silent – Somebody types at the agent’s machine'],
  ],
  [
    'kept silent, answered meanwhile',
    [{ held: 'foreground', attempts: 0, suppressed: 'settled' }],
    ['Not sent to Pixel – It was settled before'],
  ],
  [
    'snoozed, then told with the rest',
    [{ attempts: 0, suppressed: 'snoozed', digested_at: at }],
    ['Held back on Pixel – You had snoozed Nod', 'Told with the rest on Pixel'],
  ],
  [
    'reminded after ten minutes',
    [
      { accepted_at: at, displayed_at: at },
      { kind: 'nudge', accepted_at: at, displayed_at: at },
    ],
    [
      'Accepted for Pixel – The push service took it',
      'Displayed on Pixel',
      'Reminded: accepted for Pixel – The push service took it',
      'Displayed on Pixel',
    ],
  ],
])('what is told of a push is only what happened: %s', (_name, facts, lines) => {
  expect(told(...facts)).toEqual(lines);
});

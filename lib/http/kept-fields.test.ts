import { expect, test } from 'vitest';
import { packFields, unpackFields } from '@/lib/http/kept-fields';

test.each(['Zurück & ☕ = 100%;\nnext line', '', '資'.repeat(180)])(
  'what was typed comes back as it was: %s',
  (body) => {
    expect(Object.fromEntries(unpackFields(packFields({ body, at: '2027-01-15T09:00' })))).toEqual({
      body,
      at: '2027-01-15T09:00',
    });
  },
);

test('lines end as a browser’s own field ends them, and the longest text of any script fits into a cookie', () => {
  expect(unpackFields(packFields({ body: 'a\r\nb' })).get('body')).toBe('a\nb');
  const value = packFields({ email: '資'.repeat(400), name: '資'.repeat(400), zone: '資'.repeat(400) });
  expect(value.length).toBeLessThan(3800);
  expect(value).toMatch(/^[\w-]+$/);
  expect(unpackFields(value).get('name')).toBe('資'.repeat(300));
});

test.each(['', 'x', 'bnVsbA', 'MTI', 'email=a%40b', Buffer.from('"text').toString('base64url')])(
  'another cookie of that name keeps no field of a form: "%s"',
  (value) => {
    expect(unpackFields(value).get('email')).toBeNull();
  },
);

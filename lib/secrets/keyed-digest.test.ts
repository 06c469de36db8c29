import { createHmac } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { digestContent, isDigestOf } from '@/lib/questions/digest';
import { digestReminder, isReminderDigest } from '@/lib/reminders/digest';
import { isKeyedDigestOf, keyedDigest } from '@/lib/secrets/keyed-digest';
import { currentSecret } from '@/lib/secrets/secrets';

afterAll(() => closeDatabase());

const question = {
  question: 'Ship it?',
  type: 'yesno',
  options: [],
  rich: null,
  toolName: 'Bash',
  toolTarget: null,
  actionBody: 'ls',
};
const reminder = { title: '', body: 'Look.', time: { inMinutes: 5 }, env: null };

test('what was digested before stays the same: the text, the key and their form are those that stored digests were made with', async () => {
  const { id, value } = await currentSecret('digest');
  const of = (text: string) => `${id}.${createHmac('sha256', value).update(text).digest('hex')}`;
  expect(await digestContent(question)).toBe(of('["Ship it?","yesno",[],null,"Bash",null,"ls"]'));
  expect(await digestReminder(reminder)).toBe(of('["reminder","","Look.",5,null]'));
  expect(await keyedDigest('Look.')).toBe(of('Look.'));
});

test('a digest is of its own text only, also after the secret was rotated, until that secret is gone', async () => {
  const [ofQuestion, ofReminder] = [await digestContent(question), await digestReminder(reminder)];
  expect(await isDigestOf(ofQuestion, { ...question, actionBody: 'rm -r .' })).toBe(false);
  expect(await isReminderDigest(ofReminder, { ...reminder, body: 'Leave.' })).toBe(false);
  const { id } = await currentSecret('digest');
  await query('UPDATE secret SET retired_at = nod_now() WHERE id = $1', [id]);
  expect([await isDigestOf(ofQuestion, question), await isReminderDigest(ofReminder, reminder)]).toEqual([true, true]);
  await query('DELETE FROM secret WHERE id = $1', [id]);
  expect([await isDigestOf(ofQuestion, question), await isReminderDigest(ofReminder, reminder)]).toEqual([
    false,
    false,
  ]);
});

test.each(['', 'no digest', `${newId()}.00`])('what is no digest is of nothing: "%s"', async (stored) => {
  expect(await isKeyedDigestOf(stored, '')).toBe(false);
});

import { expect, type Page } from '@playwright/test';
import { whenAlive } from '../pages/person';
import type { Query } from '../server/database';

const holdMs = 1700;

export interface AskedQuestion {
  id: string;
  question: string;
  tool_name: string | null;
  tool_target: string | null;
  action_body: string | null;
}

/** Waits until exactly one question is open, and gives it. */
export async function whenAsked(query: Query): Promise<AskedQuestion> {
  const [asked] = await whenSoManyAsked(query, 1);
  return asked as AskedQuestion;
}

/** Waits until so many questions are open, and gives them. */
export async function whenSoManyAsked(query: Query, count: number): Promise<AskedQuestion[]> {
  let open: AskedQuestion[] = [];
  const look = async () => {
    open = await query<AskedQuestion>(
      `SELECT id, question, tool_name, tool_target, action_body FROM question WHERE state = 'pending'`,
    );
    return open.length;
  };
  await expect.poll(look, { message: 'questions that are open', timeout: 15_000, intervals: [20] }).toBe(count);
  return open;
}

/** How many questions there ever were. */
export async function countAsked(query: Query): Promise<number> {
  const [row] = await query<{ count: number }>('SELECT count(*)::int AS count FROM question');
  return row?.count ?? 0;
}

/** How a question ended. */
export async function endOf(query: Query, id: string): Promise<{ state: string; settled_reason: string | null }> {
  const [row] = await query<{ state: string; settled_reason: string | null }>(
    'SELECT state, settled_reason FROM question WHERE id = $1',
    [id],
  );
  if (!row) throw new Error(`There is no question ${id}.`);
  return row;
}

/** Opens the question's page and presses No. */
export async function answerNo(page: Page, id: string, note = ''): Promise<void> {
  await open(page, id);
  if (note) await page.getByPlaceholder('Add a note').fill(note);
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(page.getByText('You answered no', { exact: true })).toBeVisible();
}

/** Opens the question's page and presses Yes. */
export async function answerYes(page: Page, id: string): Promise<void> {
  await open(page, id);
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByText('You answered yes', { exact: true })).toBeVisible();
}

/** The same for what cannot be undone: the button is held. */
export async function holdYes(page: Page, id: string): Promise<void> {
  await open(page, id);
  await page.getByRole('button', { name: 'Hold to approve' }).hover();
  await page.mouse.down();
  await page.waitForTimeout(holdMs);
  await page.mouse.up();
  await expect(page.getByText('You answered yes', { exact: true })).toBeVisible();
}

/** Opens the question's page and hands it back to the agent's own prompt. */
export async function askAtKeyboard(page: Page, id: string): Promise<void> {
  await open(page, id);
  await page.getByRole('button', { name: 'Ask me at the keyboard' }).click();
  await expect(page.getByText('You answered ask me at the keyboard', { exact: true })).toBeVisible();
}

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/q/${id}`);
  await whenAlive(page);
}

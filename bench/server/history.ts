import { randomUUID } from 'node:crypto';
import { type PersonSession, signIn } from '@/e2e/server/person';
import { firstWorkspace, makeWorkspace, type TestWorkspace } from '@/e2e/server/workspace';
import type { BenchServer } from './bench-server';

/** Stands in every question and notification. */
export const commonWord = 'deploy';
/** Stands in this many questions, however many there are. */
export const rareWord = 'zanzibar';
const rareRows = 10;
const pendingRows = 25;
/** A search looks back 90 days, so all of it lies within. */
const days = 80;

/** A workspace that agents have used for a while, and its owner signed in. */
export interface History {
  workspace: TestWorkspace;
  session: PersonSession;
  /** The address of the page that begins in the middle of the feed. */
  middle: { at: Date; id: string };
}

/** Makes a workspace with so many settled questions, a quarter as many notifications, and 25 questions that wait. */
export async function makeHistory(server: BenchServer, questions: number): Promise<History> {
  const workspace = await makeWorkspace(server.query, `${questions} rows`);
  await storeRows(server, workspace.workspaceId, questions);
  const [middle] = await server.query<{ at: Date; id: string }>(
    `SELECT created_at AS at, id FROM question WHERE workspace_id = $1 ORDER BY created_at, id OFFSET $2 LIMIT 1`,
    [workspace.workspaceId, Math.floor(questions / 2)],
  );
  if (!middle) throw new Error('No question was stored.');
  return { workspace, session: await signInAs(server, workspace), middle };
}

/** What the database does by itself after a while: statistics, and the search's pending lists worked in. */
export const settleTables = ({ pool }: BenchServer) => pool.query('VACUUM (ANALYZE) question, notification');

async function storeRows({ pool }: BenchServer, workspaceId: string, questions: number): Promise<void> {
  // Words of a vocabulary of 3000, so that the index has many short lists beside the long one.
  const words = `(SELECT string_agg('w' || (row * 7919 + place * place * 104729) % 3000, ' ') FROM generate_series(1, 16) place)`;
  const at = `nod_now_once.at - row * interval '${days} days' / $2`;
  const clock = '(SELECT nod_now() AS at) nod_now_once';
  await pool.query(
    `INSERT INTO question (id, workspace_id, created_at, settled_at, state, answer_value, type, question, agent_name, session_id, key_kind, content_digest, delivery_mode)
     SELECT gen_random_uuid(), $1, ${at}, ${at} + interval '20 seconds', 'answered', 'yes', 'confirm',
            concat_ws(' ', 'Shall I ${commonWord} this?', ${words}, CASE WHEN row % ($2 / ${rareRows}) = 0 THEN '${rareWord}' END),
            'Agent ' || row % 5 || ' - project', 'session ' || row / 100, 'agent', '', 'push_first'
       FROM generate_series(1, $2::int) row, ${clock}`,
    [workspaceId, questions],
  );
  await pool.query(
    `INSERT INTO notification (id, workspace_id, created_at, title, body, agent_name, session_id)
     SELECT gen_random_uuid(), $1, ${at}, 'Finished', concat_ws(' ', 'It will ${commonWord} later.', ${words}),
            'Agent ' || row % 5 || ' - project', 'session ' || row / 25
       FROM generate_series(1, $2::int) row, ${clock}`,
    [workspaceId, Math.ceil(questions / 4)],
  );
  await pool.query(
    `INSERT INTO question (id, workspace_id, created_at, state, type, question, agent_name, key_kind, content_digest, delivery_mode)
     SELECT gen_random_uuid(), $1, nod_now() - row * interval '1 minute', 'pending', 'confirm', 'May I go on with step ' || row || '?', 'Agent', 'agent', '', 'push_first'
       FROM generate_series(1, ${pendingRows}) row`,
    [workspaceId],
  );
}

/** Signs the owner of another workspace in: with the first owner's password, since only that one is known. */
async function signInAs(server: BenchServer, { personId }: TestWorkspace): Promise<PersonSession> {
  const first = await firstWorkspace(server.query);
  const email = `${randomUUID()}@example.test`;
  await server.query(
    'UPDATE person SET email = $2, password_hash = (SELECT password_hash FROM person WHERE id = $3) WHERE id = $1',
    [personId, email, first.personId],
  );
  return signIn(server, email);
}

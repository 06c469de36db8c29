import type { ActivityKind } from '@/lib/contract/activity';
import { query } from '@/lib/db/client';

export interface FeedRow {
  id: string;
  kind: 'question' | 'decision' | 'notification' | 'reminder' | 'control' | 'scope';
  at: Date;
  agent_name: string;
  session_id: string | null;
  title: string;
  body: string | null;
  state: string;
  reason: string | null;
  type: string;
  answer_value: string | null;
  answer_note: string | null;
  env: string | null;
  settled_at: Date | null;
  /** What the ledger says of a stop or its end, a rule, the preset. */
  detail: unknown;
  by_name: string | null;
  by_viewer: boolean;
  /** How many devices a push was planned for, how many push services took it, how many are still to be tried. */
  planned: number;
  accepted: number;
  due: number;
  /** Why one of them was never sent. */
  suppressed: string | null;
}

export interface FeedPlace {
  at: Date;
  id: string;
}

/** Whose feed: everything of the workspace, and the reminders of this member. */
export interface FeedViewer {
  workspaceId: string;
  memberId: string;
}

/** What narrows the feed, in the database's terms. */
export interface FeedSearch {
  kind?: ActivityKind;
  agent?: string;
  session?: string;
  from?: Date;
  to?: Date;
  /** A tsquery. */
  words?: string;
  before?: FeedPlace;
}

/** How one table takes part: what its rows are, and what of it each filter and the order read (each has its index). */
interface Source {
  from: string;
  rows: string;
  at: string;
  id: string;
  /** What follows `id` and `at`, in the order of `columnNames`. */
  columns: string;
  agent: string;
  session: string;
  words: string;
}

const columnNames = `id, at, kind, agent_name, session_id, title, body, state, reason, type,
  answer_value, answer_note, env, settled_at, detail, by_member, notification_id, reminder_id`;

const isId = `~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'`;
/** An id that the ledger's detail names; null when it holds something else. */
const idIn = (field: string) =>
  `CASE WHEN entry.detail ->> '${field}' ${isId} THEN (entry.detail ->> '${field}')::uuid END`;
/** The ledger has numbers; the feed's order needs ids of one kind. */
const entryId = `(encode(substring(entry.hash FROM 1 FOR 16), 'hex')::uuid)`;

/** What a scope allows, in a few words: `src/orders/** and 2 more`. */
const scopeInShort = `CASE WHEN cardinality(scope.sent_allowed) > 1 THEN left(scope.sent_allowed[1], 60) || ' and ' || cardinality(scope.sent_allowed) - 1 || ' more'
  ELSE coalesce(left(scope.sent_allowed[1], 60), 'all but ' || left(scope.sent_off_limits[1], 60), 'no paths') END`;

const sources: Record<ActivityKind, Source> = {
  questions: {
    from: 'question',
    // Of a scope, its own entries tell the proposal and the answer.
    rows: `question.workspace_id = $1 AND question.kind <> 'decision' AND question.kind <> 'scope'`,
    at: 'question.created_at',
    id: 'question.id',
    columns: `'question', agent_name, session_id, question, NULL, state, settled_reason, type,
      answer_value, answer_note, env, settled_at, NULL::jsonb, answered_by, NULL::uuid, NULL::uuid`,
    agent: 'question.agent_name',
    session: 'question.session_id',
    words:
      'nod_words(VARIADIC ARRAY[question, context, intent, action, blocker, tool_target, left(action_body, 4000), agent_name] || options)',
  },
  decisions: {
    from: 'question',
    // What the sandbox was asked is no work of anybody's.
    rows: `question.workspace_id = $1 AND question.kind = 'decision' AND question.env IS NULL`,
    at: 'question.created_at',
    id: 'question.id',
    columns: `'decision', agent_name, NULL, question, external_id, state, settled_reason, type,
      answer_value, answer_note, env, settled_at, NULL::jsonb, answered_by, NULL::uuid, NULL::uuid`,
    agent: 'question.agent_name',
    session: 'question.session_id',
    words:
      'nod_words(VARIADIC ARRAY[question, context, intent, action, blocker, tool_target, left(action_body, 4000), agent_name] || options)',
  },
  notifications: {
    from: 'notification',
    rows: 'notification.workspace_id = $1',
    at: 'notification.created_at',
    id: 'notification.id',
    columns: `'notification', agent_name, session_id, title, body, CASE WHEN suppressed IS NULL THEN 'sent' ELSE 'suppressed' END, suppressed, type,
      NULL, NULL, env, NULL::timestamptz, NULL::jsonb, NULL::uuid, id, NULL::uuid`,
    agent: `notification.agent_name <> '' AND notification.agent_name`,
    session: 'notification.session_id',
    words: 'nod_words(VARIADIC ARRAY[title, body, agent_name])',
  },
  reminders: {
    from: 'reminder',
    // A reminder is its member's own. One that is still to come stands on the page of reminders.
    rows: 'reminder.workspace_id = $1 AND reminder.member_id = $2 AND reminder.settled_at IS NOT NULL',
    at: 'reminder.settled_at',
    id: 'reminder.id',
    columns: `'reminder', agent_name, session_id, coalesce(title, body), CASE WHEN title IS NOT NULL THEN body END, status, reason,
      CASE WHEN key_id IS NULL THEN 'own' ELSE 'agent' END,
      NULL, NULL, env, settled_at, NULL::jsonb, NULL::uuid, NULL::uuid, id`,
    agent: 'reminder.agent_name',
    session: 'reminder.session_id',
    words: 'nod_words(VARIADIC ARRAY[title, body, agent_name])',
  },
  control: {
    from: `ledger_entry entry LEFT JOIN LATERAL (
        (SELECT session_id, agent_name FROM agent_session WHERE id = entry.subject_id AND workspace_id = $1)
        UNION ALL (SELECT session_id, agent_name FROM agent_session WHERE id = ${idIn('session')} AND workspace_id = $1)
        UNION ALL (SELECT session_id, agent_name FROM agent_session WHERE workspace_id = $1 AND session_id = entry.detail ->> 'session')
        LIMIT 1) its_session ON true`,
    rows: `entry.workspace_id = $1 AND entry.event IN ('stopped', 'resumed', 'rule_made', 'rule_removed', 'preset')`,
    at: 'entry.at',
    id: entryId,
    columns: `'control', coalesce(its_session.agent_name, ''), coalesce(its_session.session_id, entry.detail ->> 'session'), entry.event, entry.detail ->> 'pattern', entry.event, NULL,
      'control', NULL, NULL, NULL, NULL::timestamptz, entry.detail, ${idIn('by')}, NULL::uuid, NULL::uuid`,
    agent: 'its_session.agent_name',
    session: `coalesce(its_session.session_id, entry.detail ->> 'session')`,
    words: `nod_words(VARIADIC ARRAY[entry.event, its_session.agent_name, entry.detail ->> 'pattern'])`,
  },
  scopes: {
    from: 'ledger_entry entry JOIN scope ON scope.id = entry.subject_id AND scope.workspace_id = $1',
    rows: `entry.workspace_id = $1 AND entry.event IN ('proposed', 'ratified', 'declined', 'widened', 'denied')`,
    at: 'entry.at',
    id: entryId,
    columns: `'scope', scope.agent_name, scope.session_id, ${scopeInShort}, scope.done_when, entry.event, scope.state,
      'scope', NULL, NULL, NULL, NULL::timestamptz, entry.detail || jsonb_build_object('scope', scope.id), ${idIn('by')}, NULL::uuid, NULL::uuid`,
    agent: 'scope.agent_name',
    session: 'scope.session_id',
    words: `nod_words(VARIADIC ARRAY[entry.event, scope.agent_name, scope.done_when, entry.detail ->> 'path', entry.detail ->> 'target']
      || scope.sent_allowed || scope.sent_off_limits || scope.promises)`,
  },
};

/**
 * What happened, newest first, after a place in that order (keyset: time and id): questions at the time they were asked, notifications at
 * the time they were sent, reminders at the time they were settled. Every table gives its newest rows from an index, so the size of the
 * tables does not matter. The text depends on which filters are given, never on what they hold; it has no name, because a plan for any
 * word would suit neither the rare nor the common one.
 */
export async function selectFeed(viewer: FeedViewer, search: FeedSearch, limit: number): Promise<FeedRow[]> {
  const values: unknown[] = [viewer.workspaceId, viewer.memberId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const most = `${bind(limit)}::int`;
  const conditions = conditionsOf(search, bind);
  const kinds = search.kind ? [search.kind] : (Object.keys(sources) as ActivityKind[]);
  const parts = kinds.map((kind) => {
    const source = sources[kind];
    const where = [source.rows, ...conditions.map((condition) => condition(source))].join(' AND ');
    return `(SELECT ${source.id} AS id, ${source.at} AS at, ${source.columns} FROM ${source.from} WHERE ${where}
       ORDER BY ${source.at} DESC, ${source.id} DESC LIMIT ${most})`;
  });
  return query<FeedRow>(
    `SELECT feed.*, coalesce(nullif(person.name, ''), person.email) AS by_name, coalesce(feed.by_member = $2::uuid, false) AS by_viewer, push.*
       FROM (SELECT * FROM (${parts.join('\n UNION ALL ')}) every_kind (${columnNames}) ORDER BY at DESC, id DESC LIMIT ${most}) feed
       LEFT JOIN member ON member.id = feed.by_member AND member.workspace_id = $1 LEFT JOIN person ON person.id = member.person_id
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS planned, count(accepted_at)::int AS accepted, count(due_at)::int AS due, min(suppressed) AS suppressed FROM delivery
         WHERE kind <> 'settled' AND (delivery.notification_id = feed.notification_id OR delivery.reminder_id = feed.reminder_id
               OR delivery.question_id = CASE WHEN feed.kind IN ('question', 'decision') THEN feed.id END)) push
      ORDER BY feed.at DESC, feed.id DESC`,
    values,
  );
}

type Condition = (source: Source) => string;

/** Each given filter as a condition on a source; its values are bound once for all of them. */
function conditionsOf(search: FeedSearch, bind: (value: unknown) => string): Condition[] {
  const given = <Value>(value: Value | undefined, condition: (place: string) => Condition): Condition[] =>
    value === undefined ? [] : [condition(bind(value))];
  return [
    ...given(search.agent, (agent) => (source) => `${source.agent} = ${agent}::text`),
    ...given(search.session, (session) => (source) => `${source.session} = ${session}::text`),
    ...given(search.from, (from) => (source) => `${source.at} >= ${from}::timestamptz`),
    ...given(search.to, (to) => (source) => `${source.at} < ${to}::timestamptz`),
    ...given(search.words, (words) => (source) => `${source.words} @@ to_tsquery('simple', ${words})`),
    ...given(search.before?.at, (at) => {
      const id = bind(search.before?.id);
      return (source) => `(${source.at}, ${source.id}) < (${at}::timestamptz, ${id}::uuid)`;
    }),
  ];
}

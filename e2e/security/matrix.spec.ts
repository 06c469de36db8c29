import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { rawCall, rpc } from '../server/mcp';
import { repositoryRoot } from '../server/repository';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { countStored, firstWorkspace, makeKey } from '../server/workspace';
import { addEndUser, makeBoundKey } from '../wire/people';
import { type Identity, makeStrangers, type Strangers } from './identities';
import { printTable } from './print-table';
import { type Route, routes } from './routes';
import { everythingOf, storeMarked } from './store-marked';
import { type Method, methodsOf, type Names, visit } from './visit';

/** Stands in everything that the first workspace holds, so that a leak can be found in any reply. */
const marker = `marker${randomUUID().slice(0, 8)}`;
let server: NodServer;
let strangers: Strangers;
/** Ids of what exists, and ids of the same form that never did. */
let existing: Names;
let never: Names;

test.beforeAll(async () => {
  server = await startServer();
  strangers = await makeStrangers(server);
  existing = await storeMarked(server, marker);
  // Of the same age, because ids tell their time: only the existence may differ.
  const twin = (id: string) => id.slice(0, -12) + randomUUID().slice(-12);
  never = Object.fromEntries(
    Object.entries(existing).map(([name, value]) => [
      name,
      name.toLowerCase().endsWith('digest') ? value : twin(value),
    ]),
  );
});
test.afterAll(stopEverything);

const files = readdirSync(path.join(repositoryRoot, 'app'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /(^|\/)(route|page)\.tsx?$/.test(file));

test('every route file is in the table', () => {
  expect(files.filter((file) => !(file in routes))).toEqual([]);
});

/** In the table's order: what ends a session comes last. */
const present = Object.keys(routes).filter((file) => files.includes(file));

test('whoever is not of this workspace learns nothing from any route, and changes nothing', async () => {
  test.setTimeout(120_000);
  const before = await everythingOf(server);
  const rows: string[][] = [];
  const problems: string[] = [];
  for (const [file, address] of present.flatMap((name) => (routes[name]?.addresses ?? []).map((at) => [name, at]))) {
    for (const method of methodsOf(file ?? '')) {
      const tried = await Promise.all(strangers.all.map((who) => tryRoute(file ?? '', address ?? '', method, who)));
      const row = [`${method} ${address}`, ...tried.map(({ status }) => String(status))];
      problems.push(
        ...tried.flatMap((got) => got.problems.map((problem) => `${method} ${address} as ${got.name}: ${problem}`)),
      );
      if (row.some((status, column) => column > 0 && status !== '405')) rows.push(row);
    }
  }
  printTable(['route (what is 405 for all is left out)', ...strangers.all.map(({ name }) => name)], rows);
  expect(problems).toEqual([]);
  expect(await everythingOf(server)).toEqual(before);
});

/** Tries one route as somebody, with an id that exists and one that never did; gives the status and what is wrong with it. */
async function tryRoute(file: string, address: string, method: Method, who: Identity) {
  const route = routes[file];
  if (!route) throw new Error(`${file} is not in the table.`);
  const problems: string[] = [];
  const { status, told } = await visit(server.url, address, method, route, existing, who.headers);
  if (status >= 500) problems.push(`failed with ${status}`);
  if (!who.mayRead && told.includes(marker)) problems.push('tells what the workspace holds');
  if (!who.mayRead && namesAnId(address, route)) {
    const other = await visit(server.url, address, method, route, never, who.headers);
    if (other.status !== status || other.told !== told) {
      problems.push(
        `tells that the id exists: ${status} ${told.slice(0, 200)} instead of ${other.status} ${other.told.slice(0, 200)}`,
      );
    }
  }
  // What members may do concerns their own workspace only; whether it did is looked at in the end.
  // A client-side navigation is led to the sign-in page in a 200 of its own; that it tells nothing is checked above.
  const hasKey = who.name === 'foreign key';
  const mayPass =
    route.open === 'everybody' || method === 'GET rsc' || who.isMember || (route.open === 'keys' && hasKey);
  if (!mayPass && status < 300) problems.push(`passed with ${status}`);
  return { name: who.name, status, problems };
}

const namesAnId = (address: string, route: Route): boolean => /\{\w+\}/.test(address + JSON.stringify(route));

test('whoever has no key of this workspace learns nothing from any tool', async () => {
  const calls: Record<string, (id: string) => Record<string, unknown>> = {
    // Before the others: what a stranger asks itself is in its own list.
    list_sessions: () => ({}),
    ask_user: () => ({ question: 'Anybody there?', wait: false, sessionId: marker, subscriberIds: [existing.device] }),
    propose_scope: (id) => ({
      sessionId: id === existing.question ? marker : 'never seen',
      doneWhen: 'All green',
      allowedPaths: ['src/**'],
      timeoutMs: 0,
    }),
    wait_for_answer: (id) => ({ correlationId: id, timeoutMs: 0 }),
    cancel_question: (id) => ({ correlationId: id, handoff: true }),
    send_notification: () => ({ title: 'Hello', body: 'You there?', subscriberIds: [existing.device] }),
    schedule_reminder: (id) => ({ cancelReminderId: namesWith(id).reminder }),
    enroll_end_user: () => ({ externalId: 'stranger' }),
    create_decision: (id) => ({ question: 'Refund?', externalId: `stranger of ${id}` }),
    get_decision: (id) => ({ decisionId: namesWith(id).decision }),
    cancel_decision: (id) => ({ decisionId: namesWith(id).decision }),
    list_subscribers: () => ({}),
    get_subscriber: (id) => ({ subscriberId: namesWith(id).device }),
    count_subscribers: () => ({}),
  };
  const namesWith = (id: string) => (id === existing.question ? existing : never);
  const listed = await fetchToolNames();
  expect(
    listed.filter((name) => !(name in calls)),
    'every tool is in the table',
  ).toEqual([]);
  const before = await everythingOf(server);
  const rows: string[][] = [];
  for (const [tool, args] of Object.entries(calls)) {
    const row = [tool];
    for (const [name, key] of Object.entries(strangers.keys)) {
      const what = `${tool} with ${name} key`;
      const got = await callAs(tool, args(existing.question ?? ''), key);
      const other = await callAs(tool, args(never.question ?? ''), key);
      expect(got.status, what).toBe(name === 'foreign' ? 200 : 401);
      expect(got.text, what).not.toContain(marker);
      expect(got, `${what}: existing and never existing must look the same`).toEqual(other);
      row.push(got.inShort);
    }
    rows.push(row);
  }
  printTable(['tool', ...Object.keys(strangers.keys).map((name) => `${name} key`)], rows);
  expect(await everythingOf(server)).toEqual(before);
});

test('keys for end users and for trying out see no tool that is not theirs', async () => {
  const before = await countStored(server.query);
  const home = await firstWorkspace(server.query);
  for (const kind of ['bound', 'sandbox'] as const) {
    const key =
      kind === 'bound'
        ? await makeBoundKey(server.query, home, await addEndUser(server.query, home, 'bound'))
        : await makeKey(server.query, home, kind);
    const ask = await callAs('ask_user', { question: 'May I?', wait: false }, key);
    const unknown = await callAs('no_such_tool', { question: 'May I?', wait: false }, key);
    expect(ask.text.replaceAll('ask_user', '…'), kind).toBe(unknown.text.replaceAll('no_such_tool', '…'));
  }
  expect(await countStored(server.query)).toEqual(before);
});

async function fetchToolNames(): Promise<string[]> {
  const { result } = await rpc(server.url, 'tools/list', {}, { key: server.apiKey });
  return ((result?.tools ?? []) as { name: string }[]).map(({ name }) => name);
}

async function callAs(tool: string, args: Record<string, unknown>, key: string | undefined) {
  const { status, text, structured } = await rawCall(server.url, tool, args, { key });
  const made = [structured.correlationId, structured.decisionId].map((id) => String(id ?? 'none'));
  const ids = [existing, never].flatMap(({ question, decision, device }) => [question, decision, device, ...made]);
  const withoutIds = ids.reduce<string>((rest, id) => rest.replaceAll(id ?? 'none', '…'), text);
  // Tokens of links are new each time.
  const told = withoutIds.replace(/[\w-]{32,}/g, '…');
  return {
    status,
    text: told,
    inShort: `${status} ${structured.status ?? structured.code ?? structured.hint ?? ''}`.slice(0, 40),
  };
}

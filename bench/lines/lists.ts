import { selectJustSettled } from '@/lib/activity/activity.sql';
import { cursorOf, searchedDays } from '@/lib/activity/feed';
import { type FeedSearch, selectFeed } from '@/lib/activity/feed.sql';
import { searchExpression } from '@/lib/activity/search-words';
import { closeDatabase, openDatabase } from '@/lib/db/client';
import { selectOthersWaiting } from '@/lib/questions/detail.sql';
import { selectPending } from '@/lib/questions/questions.sql';
import type { Measurement, Scale } from '../measurement';
import { type BenchServer, startBenchServer, stopBenchServer } from '../server/bench-server';
import { commonWord, type History, makeHistory, rareWord, settleTables } from '../server/history';
import { inMs, median } from '../statistics';

const goal = 1.5;
const few = 1000;

/** One page, as a browser asks for it and as its queries alone. */
interface List {
  what: string;
  address: (history: History) => string;
  read: (history: History) => Promise<unknown>;
}

const feed = (search: (history: History) => FeedSearch) => (history: History) =>
  selectFeed(history.workspace, search(history), 51);

const lists: List[] = [
  { what: 'feed, first page', address: () => '/activity', read: feed(() => ({})) },
  {
    what: 'feed, a page in the middle',
    address: ({ middle }) => `/activity?cursor=${cursorOf(middle)}`,
    read: feed(({ middle }) => ({ before: middle })),
  },
  ...[rareWord, commonWord].map((word) => ({
    what: `search, a ${word === rareWord ? 'rare' : 'common'} word`,
    address: () => `/activity?q=${word}`,
    read: feed(() => ({ words: searchExpression(word), from: new Date(Date.now() - searchedDays * 86_400_000) })),
  })),
  {
    what: 'Waiting list, 25 open',
    address: () => '/',
    read: async ({ workspace: { workspaceId } }: History) => {
      await selectPending(workspaceId, 200);
      await selectOthersWaiting(workspaceId, null);
      await selectJustSettled(workspaceId, 5);
    },
  },
];

/** Feed, search and inbox of a workspace with many rows, beside one with 1000 of the same server: the page, and its queries alone. */
export async function measureLists({ quick }: Scale): Promise<Measurement[]> {
  const many = quick ? 10_000 : 100_000;
  const rounds = quick ? 10 : 60;
  const server = await startBenchServer();
  openDatabase({ connectionString: server.databaseUrl });
  try {
    const small = await makeHistory(server, few);
    const large = await makeHistory(server, many);
    await settleTables(server);
    const measurements: Measurement[] = [];
    for (const list of lists) {
      const pages = await byTurns(small, large, rounds, (history) => openPage(server, list, history));
      const queries = await byTurns(small, large, rounds, list.read);
      measurements.push(asMeasurement(`${list.what}, ${many} rows, p50`, pages, goal));
      measurements.push(asMeasurement('the same, its queries alone', queries));
    }
    return measurements;
  } finally {
    await closeDatabase();
    await stopBenchServer(server);
  }
}

interface Turns {
  floorMs: number;
  measuredMs: number;
}

/** The few and the many by turns, so that whatever else the machine does falls on both. The first rounds warm up. */
async function byTurns(
  small: History,
  large: History,
  rounds: number,
  act: (history: History) => Promise<unknown>,
): Promise<Turns> {
  const floor: number[] = [];
  const measured: number[] = [];
  const warmUps = 5;
  for (let round = 0; round < rounds + warmUps; round++) {
    const floorMs = await msOf(() => act(small));
    const measuredMs = await msOf(() => act(large));
    if (round < warmUps) continue;
    floor.push(floorMs);
    measured.push(measuredMs);
  }
  return { floorMs: median(floor), measuredMs: median(measured) };
}

async function msOf(act: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await act();
  return performance.now() - since;
}

async function openPage({ url }: BenchServer, { address }: List, history: History): Promise<void> {
  const response = await fetch(url + address(history), {
    headers: { cookie: history.session.cookie },
    redirect: 'manual',
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`The page answered ${response.status}: ${text.slice(0, 200)}`);
}

function asMeasurement(what: string, { floorMs, measuredMs }: Turns, most?: number): Measurement {
  const ratio = measuredMs / floorMs;
  return {
    what,
    measured: inMs(measuredMs),
    floor: `${inMs(floorMs)} (${few} rows)`,
    ratio,
    goal: most === undefined ? '–' : `≤ ${most}×`,
    ...(most === undefined ? {} : { ok: ratio <= most }),
    values: { measuredMs, floorMs },
  };
}

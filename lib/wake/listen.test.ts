import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { closeDatabase, openDatabase } from '@/lib/db/client';
import { env } from '@/lib/env';
import { bus, inWorkspace, type WakeEvent } from '@/lib/wake/bus';
import { type Listening, listen } from '@/lib/wake/listen';

/** A connection that knows nothing of this process, as another server's would. */
let outside: pg.Client;
let wire: Wire;
let listening: Listening;
/** What was asked after a gap. */
let asked: string[][];

beforeAll(async () => {
  outside = new pg.Client({ connectionString: env().databaseUrl, application_name: 'outside' });
  await outside.connect();
  wire = await layWire();
  const { database, user } = outside;
  openDatabase({ host: wire.directory, port: inject('testServer').port, database, user });
});

beforeEach(async () => {
  asked = [];
  const changedAmong = async (topics: string[]) => {
    asked.push(topics);
    return topics.filter((topic) => topic.startsWith('changed'));
  };
  listening = listen({ heartbeatMs: 60, changedAmong });
  await listening.ready;
});

afterEach(async () => {
  await listening.stop();
  wire.clear();
});

afterAll(async () => {
  await closeDatabase();
  await outside.end();
  await wire.cut();
});

interface Wire {
  directory: string;
  /** Nothing comes through any more on the connections there are, and nobody is told: as when a network cable is pulled. */
  freeze(): void;
  /** Ends what was frozen: a server does not notice by itself that nobody is at the other end. */
  clear(): void;
  /** Answers still come through on the connections there are, notifications do not: as behind a pooler that hands out other backends. */
  deafen(): void;
  cut(): Promise<void>;
}

/** A way to the database server that can go silently dead. */
async function layWire(): Promise<Wire> {
  const { host, port } = inject('testServer');
  const directory = mkdtempSync(path.join(os.tmpdir(), 'nod-wire-'));
  const name = `.s.PGSQL.${port}`;
  const open = new Set<net.Socket>();
  const frozen = new Set<net.Socket>();
  const deafen: (() => void)[] = [];
  const server = net.createServer((near) => {
    const far = net.connect(path.join(host, name));
    const ears = withoutNotifications();
    deafen.push(ears.close);
    near.pipe(far).pipe(ears.stream).pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      // A client that goes with a reply unread resets its socket, and pipe() passes on no reset: the other side must go too.
      socket.on('close', () => open.delete(socket) && !frozen.has(socket) && other.destroy());
      socket.on('error', () => socket.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(path.join(directory, name), resolve));
  return {
    directory,
    freeze: () => {
      for (const socket of open) {
        socket.unpipe().pause();
        frozen.add(socket);
      }
    },
    clear: () => {
      for (const socket of frozen) socket.destroy();
      frozen.clear();
    },
    deafen: () => {
      for (const close of deafen) close();
    },
    cut: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true });
    },
  };
}

/** Passes on what a server says, message by message, and once closed all but its notifications (PostgreSQL's message type "A"). */
function withoutNotifications(): { stream: Transform; close: () => void } {
  let isDeaf = false;
  let rest = Buffer.alloc(0);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const message = rest.subarray(0, 1 + rest.readUInt32BE(1));
        rest = rest.subarray(message.length);
        if (!isDeaf || message[0] !== 'A'.charCodeAt(0)) stream.push(message);
      }
      done();
    },
  });
  return {
    stream,
    close: () => {
      isDeaf = true;
    },
  };
}

const listeners = async (): Promise<number[]> => {
  const { rows } = await outside.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'nod:%' AND query ~ '^(LISTEN nod|SELECT pg_notify)'`,
  );
  return rows.map(({ pid }) => pid);
};

/** Everything that reaches this topic until the test is over. */
function hear(topic: string) {
  const events: string[] = [];
  const stop = bus().subscribe(topic, (event: WakeEvent) => events.push(event.event));
  return { events, stop };
}

const tell = (payload: string | object) =>
  outside.query('SELECT pg_notify($1, $2)', ['nod', typeof payload === 'string' ? payload : JSON.stringify(payload)]);

test('what another process tells reaches those who wait for that thing, and those who wait for its workspace', async () => {
  const [thing, workspace, other] = [hear('thing'), hear(inWorkspace('workspace')), hear('other')];
  await tell({ workspace: 'workspace', id: 'thing', event: 'answered' });
  await expect
    .poll(() => [thing.events, workspace.events], { interval: 2, timeout: 4000 })
    .toEqual([['answered'], ['answered']]);
  expect(other.events).toEqual([]);
  for (const { stop } of [thing, workspace, other]) stop();
  expect(bus().topics()).toEqual([]);
});

test('a shifted clock wakes everybody', async () => {
  const heard = [hear('one'), hear('two')];
  await tell({ event: 'clock' });
  await expect
    .poll(() => heard.map(({ events }) => events), { interval: 2, timeout: 4000 })
    .toEqual([['clock'], ['clock']]);
  for (const { stop } of heard) stop();
});

test('a connection that is cut is replaced; one question about everything waited for tells who must look again', async () => {
  const [changed, same, page] = [hear('changed'), hear('same'), hear(inWorkspace('home'))];
  await outside.query('SELECT pg_terminate_backend($1)', [(await listeners())[0]]);
  await expect.poll(() => changed.events, { interval: 5, timeout: 4000 }).toEqual(['resync']);
  expect(asked).toEqual([['changed', 'same', inWorkspace('home')]]);
  expect(same.events).toEqual([]);
  // Nobody can say what a page missed: it reads again.
  expect(page.events).toEqual(['resync']);
  await tell({ id: 'same', event: 'answered' });
  await expect.poll(() => same.events, { interval: 2, timeout: 4000 }).toEqual(['answered']);
  for (const { stop } of [changed, same, page]) stop();
});

test('a connection that is silently dead is noticed by its missing heartbeat within five seconds and replaced', async () => {
  const changed = hear('changed');
  const [before] = await listeners();
  wire.freeze();
  await expect.poll(() => changed.events, { interval: 5, timeout: 5000 }).toContain('resync');
  expect(await listeners()).not.toEqual([before]);
  await tell({ id: 'changed', event: 'answered' });
  await expect.poll(() => changed.events, { interval: 2, timeout: 4000 }).toContain('answered');
  changed.stop();
});

test('a connection that answers but no longer hears is noticed and replaced', async () => {
  const changed = hear('changed');
  wire.deafen();
  await expect.poll(() => changed.events, { interval: 5, timeout: 5000 }).toContain('resync');
  await tell({ id: 'changed', event: 'answered' });
  await expect.poll(() => changed.events, { interval: 2, timeout: 4000 }).toContain('answered');
  changed.stop();
});

test('after a gap in which nobody waited, nothing is asked', async () => {
  const [before] = await listeners();
  await outside.query('SELECT pg_terminate_backend($1)', [before]);
  await expect
    .poll(async () => (await listeners()).filter((pid) => pid !== before).length, { interval: 5, timeout: 4000 })
    .toBe(1);
  expect(asked).toEqual([]);
});

test.each(['not json', '"text"', 'null', '7'])(
  'a notification that is not ours (%s) changes nothing',
  async (payload) => {
    const thing = hear('thing');
    await tell(payload);
    await tell({ id: 'thing', event: 'answered' });
    await expect.poll(() => thing.events, { interval: 2, timeout: 4000 }).toEqual(['answered']);
    thing.stop();
  },
);

test('a listener that was told to stop is gone from the database and does not come back', async () => {
  await listening.stop();
  await expect.poll(listeners, { interval: 5, timeout: 4000 }).toEqual([]);
});

test('stopping does not wait for a connection that is silently dead', async () => {
  wire.freeze();
  await listening.stop();
});

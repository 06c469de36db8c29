import { waitUntil } from '@/e2e/push/wait-until';
import { answer, type PersonSession, signIn } from '@/e2e/server/person';
import { type NodServer, startServer } from '@/e2e/server/start-server';
import { firstWorkspace, openPage } from '@/e2e/server/workspace';
import { callTool, question } from '../agent/tool-call';
import type { Measurement } from '../measurement';
import { median } from '../statistics';

const goals = { first: 5, existing: 2 };
const restarts = 3;

interface Started {
  readySeconds: number;
  answeredSeconds: number;
}

/** From the command to the first question answered, its agent's call returned; the build is there already. */
export async function measureStart(): Promise<Measurement[]> {
  let session: PersonSession | undefined;
  let dataDirectory: string | undefined;
  const once = async (): Promise<Started> => {
    const since = performance.now();
    const server = await startServer({ dataDirectory });
    const readySeconds = (performance.now() - since) / 1000;
    if (!dataDirectory) await openPage(server.query, await firstWorkspace(server.query));
    session ??= await signIn(server);
    await askAndAnswer(server, session);
    const answeredSeconds = (performance.now() - since) / 1000;
    dataDirectory = server.dataDirectory;
    await server.stop();
    return { readySeconds, answeredSeconds };
  };
  const first = await once();
  const later: Started[] = [];
  for (let restart = 0; restart < restarts; restart++) later.push(await once());
  return [
    asMeasurement('first start', first, goals.first),
    asMeasurement(
      'start of an existing install',
      {
        readySeconds: median(later.map(({ readySeconds }) => readySeconds)),
        answeredSeconds: median(later.map(({ answeredSeconds }) => answeredSeconds)),
      },
      goals.existing,
    ),
  ];
}

async function askAndAnswer(server: NodServer, session: PersonSession): Promise<void> {
  const call = callTool(server, server.apiKey, 'ask_user', question);
  const id = await waitUntil('the question', async () => {
    const [row] = await server.query<{ id: string }>(`SELECT id FROM question WHERE state = 'pending'`);
    return row?.id;
  });
  await answer(server, session, id, 'yes');
  await call.reply;
}

function asMeasurement(what: string, { readySeconds, answeredSeconds }: Started, goal: number): Measurement {
  return {
    what: `${what}, to first answer`,
    measured: `${answeredSeconds.toFixed(1)} s (ready after ${readySeconds.toFixed(1)} s)`,
    floor: '–',
    goal: `≤ ${goal} s wanted`,
    ok: answeredSeconds <= goal,
    values: { readySeconds, answeredSeconds },
  };
}

import type { OwnPrompt } from './agent';
import { startProgram } from './program';
import type { Workplace } from './workplace';

interface Message {
  id?: number | string;
  method?: string;
  params?: { command?: string };
  result?: Record<string, unknown>;
  error?: unknown;
}

interface Hook {
  key: string;
  currentHash: string;
  trustStatus: string;
}

export interface AppServer {
  /** Does what a person does with the hooks that Codex shows for review. */
  trustHooks(): Promise<void>;
  /** One prompt, until the model has nothing more to do. */
  turn(prompt: string): Promise<void>;
  /** Ends it; gives all that it printed. */
  close(): Promise<string>;
}

interface AppServerOptions {
  workplace: Workplace;
  ownPrompt: OwnPrompt;
  /** Gets what its prompt asks about. */
  prompts: string[];
}

/** Codex as an editor embeds it: JSON messages on both pipes, and the editor is asked for approvals. */
export async function startAppServer(file: string, settings: string[], options: AppServerOptions): Promise<AppServer> {
  const { workplace, ownPrompt, prompts } = options;
  const cwd = workplace.project;
  const replies = new Map<number | string, (reply: Message) => void>();
  let endTurn: () => void = () => undefined;
  const turnEnded = new Promise<void>((resolve) => {
    endTurn = resolve;
  });
  const onLine = (line: string) => {
    const message = JSON.parse(line) as Message;
    if (message.method === 'turn/completed') endTurn();
    if (message.id === undefined) return;
    if (!message.method) return replies.get(message.id)?.(message);
    prompts.push(message.params?.command ?? JSON.stringify(message.params));
    program.send({ id: message.id, result: { decision: ownPrompt } });
  };
  const program = startProgram(file, ['app-server', ...settings], { workplace, onLine });
  const isOver = program.ended.then(({ output }): never => {
    throw new Error(`Codex ended early:\n${output}`);
  });
  isOver.catch(() => undefined);
  let lastId = 0;
  const request = async (method: string, params: unknown): Promise<Record<string, unknown>> => {
    lastId += 1;
    const id = lastId;
    const replied = new Promise<Message>((resolve) => replies.set(id, resolve));
    program.send({ id, method, params });
    const { result, error } = await Promise.race([replied, isOver]);
    if (!result) throw new Error(`Codex refused ${method}: ${JSON.stringify(error)}`);
    return result;
  };
  await request('initialize', {
    clientInfo: { name: 'nod-e2e', version: '1.0.0' },
    capabilities: { experimentalApi: true },
  });
  program.send({ method: 'initialized' });

  const listHooks = async () => {
    const { data } = (await request('hooks/list', { cwds: [cwd] })) as { data: { hooks: Hook[] }[] };
    return data.flatMap(({ hooks }) => hooks);
  };
  return {
    trustHooks: async () => {
      const edits = (await listHooks()).map(({ key, currentHash }) => ({
        keyPath: 'hooks.state',
        value: { [key]: { trusted_hash: currentHash } },
        mergeStrategy: 'upsert',
      }));
      await request('config/batchWrite', { edits });
      const left = (await listHooks()).filter(({ trustStatus }) => trustStatus !== 'trusted');
      if (edits.length === 0 || left.length > 0)
        throw new Error(`Codex has ${edits.length} hooks, and does not trust ${left.length}.`);
    },
    turn: async (prompt) => {
      const policy = { approvalPolicy: 'on-request', sandbox: 'danger-full-access' };
      const { thread } = (await request('thread/start', { cwd, ...policy })) as { thread: { id: string } };
      await request('turn/start', { threadId: thread.id, input: [{ type: 'text', text: prompt }] });
      await Promise.race([turnEnded, isOver]);
    },
    close: async () => {
      program.endInput();
      return (await program.ended).output;
    },
  };
}

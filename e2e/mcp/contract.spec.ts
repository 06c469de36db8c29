import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { rpc } from '../server/mcp';
import { startServer, stopEverything } from '../server/start-server';
import { compareSchemas, type Schema } from './compare-schemas';

interface AgreedTool {
  input: Schema;
  output: Schema;
  annotations: Record<string, boolean>;
}

interface ListedTool {
  name: string;
  description?: string;
  inputSchema: Schema;
  outputSchema?: Schema;
  annotations?: Record<string, boolean>;
}

/** The tools that exist by now; add a name here when its tool is built. */
const built = [
  'ask_user',
  'wait_for_answer',
  'cancel_question',
  'propose_scope',
  'send_notification',
  'schedule_reminder',
  'list_sessions',
  'enroll_end_user',
  'create_decision',
  'get_decision',
  'cancel_decision',
  'list_subscribers',
  'get_subscriber',
  'count_subscribers',
];

const contract = JSON.parse(readFileSync(new URL('./mcp-tools.json', import.meta.url), 'utf8')) as {
  tools: Record<string, AgreedTool>;
};
const listed = new Map<string, ListedTool>();

test.beforeAll(async () => {
  const server = await startServer();
  const { result } = await rpc(server.url, 'tools/list', {}, { key: server.apiKey });
  for (const tool of (result?.tools ?? []) as ListedTool[]) listed.set(tool.name, tool);
});
test.afterAll(stopEverything);

test('a full key is shown exactly the tools that are built', () => {
  expect([...listed.keys()].sort()).toEqual([...built].sort());
});

for (const name of built) {
  test(`${name} keeps what clients rely on`, () => {
    const agreed = contract.tools[name];
    const tool = listed.get(name);
    if (!agreed || !tool) throw new Error(`${name} is not in the contract or not listed.`);
    expect(compareSchemas(`${name} input`, agreed.input, tool.inputSchema)).toEqual([]);
    // Clients check a result against the schema that they were given: an output may have no field of its own.
    expect(compareSchemas(`${name} output`, agreed.output, tool.outputSchema, { exact: true })).toEqual([]);
    expect(tool.annotations).toMatchObject(agreed.annotations);
  });

  test(`${name} tells a model what to do, field by field, and refuses unknown fields`, () => {
    const tool = listed.get(name);
    expect(tool?.description?.length).toBeGreaterThan(80);
    expect(tool?.inputSchema.additionalProperties).toBe(false);
    const silent = Object.entries(tool?.inputSchema.properties ?? {}).filter(([, field]) => !field.description);
    expect(silent.map(([field]) => field)).toEqual([]);
  });
}

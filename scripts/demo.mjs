// npm run demo -- --key pk_…   Asks a question as an agent would, with the MCP client that most agents embed.
import './steps/require-node.mjs';
import { parseArgs } from 'node:util';
import { explain } from './steps/explain.mjs';
import { showWaiting } from './steps/show-waiting.mjs';

/** How long one call waits, in milliseconds: the most that Nod allows. Agents call again, and so do we. */
const waitMs = 55_000;

const question = {
  type: 'confirm',
  question: 'Run the database migration on staging?',
  context: 'This is the demo: nothing runs, whatever you answer. A real agent would wait for you in the same way.',
  intent: 'Add the column orders.status',
  action: 'npm run migrate -- --env staging',
  agentName: 'Demo agent - nod',
};

const { url, key } = readArguments();
const client = await connect();

// A real agent would simply block in ask_user. Not waiting there gives the address before the answer.
const asked = await call('ask_user', { ...question, wait: false });
console.log(`\nAsked:   ${question.question}\nAnswer:  ${asked.answerUrl}`);
if (asked.noDevices)
  console.log('\nNo device gets pushes yet (Devices, in Nod, changes that). The address above works all the same.');
const waiting = showWaiting('Waiting for the answer. Ctrl-C withdraws the question.');
let withdrawn = false;
process.on('SIGINT', () => void withdraw());
process.on('SIGTERM', () => void withdraw());

let reply;
do {
  reply = await call('wait_for_answer', { correlationId: asked.correlationId, timeoutMs: waitMs });
} while (reply.status === 'pending');
waiting.end();
report(reply);
await client.close();
process.exit(reply.answered ? 0 : withdrawn ? 130 : 1);

function readArguments() {
  const options = { url: { type: 'string' }, key: { type: 'string' } };
  const usage = 'Usage: npm run demo -- --key pk_… [--url http://localhost:3000]';
  let values;
  try {
    values = parseArgs({ options }).values;
  } catch (error) {
    explain(`${error.message}\n${usage}`);
  }
  const address = (values.url ?? process.env.NOD_URL ?? 'http://localhost:3000').replace(/\/+$/, '');
  if (!URL.canParse(address)) explain(`"${address}" is no address.\n${usage}`);
  const secret = values.key ?? process.env.NOD_KEY;
  if (!secret) {
    explain(
      `The demo needs an API key, as every agent does. Open ${address}/keys, make one, and run:\n  npm run demo -- --key pk_…`,
    );
  }
  return { url: address, key: secret };
}

async function connect() {
  const { Client, StreamableHTTPClientTransport } = await loadMcpClient();
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/mcp/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  const connected = new Client({ name: 'nod-demo', version: '1.0.0' });
  try {
    await connected.connect(transport);
    return connected;
  } catch (error) {
    return explain(whyNot(error));
  }
}

async function loadMcpClient() {
  try {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    return { Client, StreamableHTTPClientTransport };
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return explain('The packages are not installed yet. Start Nod in another terminal first: npm run up');
  }
}

async function call(name, input) {
  let result;
  try {
    // Longer than Nod may wait, so that the reply comes from Nod and not from the client's patience.
    result = await client.callTool({ name, arguments: input }, undefined, { timeout: waitMs + 20_000 });
  } catch (error) {
    return explain(whyNot(error));
  }
  if (!result.isError) return result.structuredContent;
  const { error, hint } = JSON.parse(result.content[0].text);
  return explain(`${error} ${hint}`);
}

function whyNot(error) {
  const said = `${error.code ?? ''} ${error.message}`;
  if (error.name === 'UnauthorizedError' || /\b401\b/.test(said)) {
    return `Nod at ${url} does not know this key. Make one at ${url}/keys and run:\n  npm run demo -- --key pk_…`;
  }
  const cause = error.cause?.code ?? error.cause?.message;
  if (cause) return `Nothing answers at ${url} (${cause}). Start Nod with: npm run up`;
  return `Nod at ${url} did not accept the call: ${error.message}`;
}

async function withdraw() {
  if (withdrawn) process.exit(130);
  withdrawn = true;
  // The waiting call hears of it and ends the program.
  await call('cancel_question', { correlationId: asked.correlationId });
}

function report({ answered, value, note, answerSource, status, hint }) {
  if (answered) {
    console.log(`\nAnswered: ${value}`);
    if (note) console.log(`Note:     ${note}`);
    if (answerSource) console.log(`From:     ${answerSource.replaceAll('_', ' ')}`);
  } else if (withdrawn) console.log('\nWithdrawn. Nobody can answer it any more.');
  else console.log(`\nNo answer (${status}). ${hint ?? ''}`);
}

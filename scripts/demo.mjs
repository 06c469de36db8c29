// npm run demo -- --key pk_…   Asks a question as an agent would, with the MCP client that most agents embed.
import './steps/require-node.mjs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { explain } from './steps/explain.mjs';
import { showWaiting } from './steps/show-waiting.mjs';

/** How long one call waits: the most that Nod allows. Agents call again, and so do we. */
const waitMs = 55_000;
const retryMs = 2_000;
/** How long withdrawing may take before we leave anyway. */
const withdrawMs = 5_000;

const question = {
  type: 'confirm',
  question: 'Run the database migration on staging?',
  context: 'This is the demo: nothing runs, whatever you answer. A real agent would wait for you in the same way.',
  intent: 'Add the column orders.status',
  action: 'npm run migrate -- --env staging',
  agentName: 'Demo agent - nod',
};

/** Ends the call that is running. */
let broken;

const { url, key } = readArguments();
const client = await connect().catch(giveUp);

// A real agent would simply block in ask_user. Not waiting there gives the address before the answer.
const asked = await call('ask_user', { ...question, wait: false }).catch(giveUp);
console.log(`\nAsked:   ${question.question}\nAnswer:  ${asked.answerUrl}`);
if (asked.noDevices)
  console.log('\nNo device gets pushes yet (Devices, in Nod, changes that). The address above works all the same.');
const waiting = showWaiting('Waiting for the answer. Ctrl-C withdraws the question.');
let withdrawing;
process.on('SIGINT', withdraw);
process.on('SIGTERM', withdraw);

let reply;
do {
  reply = await waitForAnswer();
} while (reply.status === 'pending');
waiting.end();
await withdrawing;
report(reply);
await client.close();
process.exit(reply.answered ? 0 : withdrawing ? 130 : 1);

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
  // A connection that breaks is reported here; the call on it would otherwise be given up only when its time is over.
  connected.onerror = (error) => broken?.abort(error);
  await connected.connect(transport);
  return connected;
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

/** Calls one tool; what the tool refuses ends the program, a call that does not get through throws. */
async function call(name, input) {
  const mine = new AbortController();
  broken = mine;
  // Longer than Nod may wait, so that the reply comes from Nod and not from the client's patience.
  const options = { timeout: waitMs + 20_000, signal: mine.signal };
  const result = await client.callTool({ name, arguments: input }, undefined, options);
  if (!result.isError) return result.structuredContent;
  const { error, hint } = JSON.parse(result.content[0].text);
  return explain(`${error} ${hint}`);
}

/** Waits once. While Nod is away (it is started anew, say) the question is kept, so trying again is all there is to do. */
async function waitForAnswer() {
  try {
    return await call('wait_for_answer', { correlationId: asked.correlationId, timeoutMs: waitMs });
  } catch (error) {
    if (isRefusedKey(error) || withdrawing) return giveUp(error);
    await sleep(retryMs);
    return { status: 'pending' };
  }
}

function isRefusedKey(error) {
  return error.name === 'UnauthorizedError' || /\b401\b/.test(`${error.code} ${error.message}`);
}

function giveUp(error) {
  if (isRefusedKey(error)) {
    explain(`Nod at ${url} does not know this key. Make one at ${url}/keys and run:\n  npm run demo -- --key pk_…`);
  }
  const cause = error.cause?.code ?? error.cause?.message;
  if (cause) explain(`Nothing answers at ${url} (${cause}). Start Nod with: npm run up`);
  explain(`Nod at ${url} did not accept the call: ${error.message}`);
}

function withdraw() {
  // One Ctrl-C may come twice: from the terminal and from npm.
  if (withdrawing) return;
  setTimeout(() => process.exit(130), withdrawMs).unref();
  // The waiting call hears of it and returns, or it returns the answer that was faster.
  withdrawing = call('cancel_question', { correlationId: asked.correlationId }).catch(giveUp);
}

function report({ answered, value, note, answerSource, status, hint }) {
  if (answered) {
    console.log(`\nAnswered: ${value}`);
    if (note) console.log(`Note:     ${note}`);
    if (answerSource) console.log(`From:     ${answerSource.replaceAll('_', ' ')}`);
  } else if (withdrawing) console.log('\nWithdrawn. Nobody can answer it any more.');
  else console.log(`\nNo answer (${status}). ${hint ?? ''}`);
}

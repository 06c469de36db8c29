// A hook runs before every tool call of an agent, so nothing of the other commands may be loaded on its way: every
// import of this file is lazy, and the bundle keeps it so (scripts/steps/build-cli.mjs).
const [command, agentId] = process.argv.slice(2);

if (command === 'hook') import('@/cli/hook/run').then(({ runHook }) => runHook(agentId ?? ''));
else import('@/cli/commands/run-command').then(({ runCommand }) => runCommand(process.argv.slice(2)));

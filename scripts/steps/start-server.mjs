import { spawn } from 'node:child_process';
import { root } from './run-command.mjs';

/**
 * Starts `next` with these arguments and passes our signals on to it. `ended` resolves with the exit code, once it is
 * gone. stdout is a pipe unless `inheritOutput`.
 */
export function startServer(args, { env, inheritOutput = false }) {
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', ...args], {
    cwd: root,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', inheritOutput ? 'inherit' : 'pipe', 'inherit'],
  });
  let asked = false;
  const stop = (signal) => {
    asked = true;
    child.kill(signal);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // The end of a terminal is a reason to stop properly.
  process.on('SIGHUP', () => stop('SIGTERM'));
  whenNpmIsGone(() => stop('SIGTERM'));
  const ended = new Promise((settle) => {
    child.once('error', (error) => {
      process.stderr.write(`\nThe server cannot be started: ${error.message}\n\n`);
      settle(1);
    });
    // A server that a signal ended before it could answer to it ended as it should.
    child.once('close', (code) => settle(code ?? (asked ? 0 : 1)));
  });
  return { child, ended };
}

/** npm runs us in a shell, and a signal to npm ends that shell without reaching us: all that we see of it is another parent. */
function whenNpmIsGone(act) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, 250);
  watch.unref();
}

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/**
 * Runs a program in the checkout without input; resolves with its exit code and what it printed. With `show` it prints
 * as it goes, and `output` stays empty. A signal to this process goes to the program, and then ends this process too.
 */
export function runCommand(program, args, { env = process.env, show = false } = {}) {
  return new Promise((resolve) => {
    const shown = show ? 'inherit' : 'pipe';
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', shown, shown] });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    let stoppedBy;
    const stop = (signal) => {
      stoppedBy = signal;
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM'];
    for (const signal of signals) process.on(signal, stop);
    child.on('error', (error) => {
      output += `${program} cannot be started: ${error.message}\n`;
    });
    child.on('close', (code) => {
      for (const signal of signals) process.off(signal, stop);
      if (stoppedBy) process.exit(stoppedBy === 'SIGINT' ? 130 : 143);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Runs a JavaScript file of an installed package with this Node. */
export function runPackage(file, args, options) {
  return runCommand(process.execPath, [`node_modules/${file}`, ...args], options);
}

/** The end of a long output, where programs say what went wrong. */
export function lastLines(output, count = 60) {
  return output.trimEnd().split('\n').slice(-count).join('\n');
}

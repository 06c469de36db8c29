import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A D-Bus of our own, on which only the test and its browsers are. */
export interface PrivateBus {
  /** For DBUS_SESSION_BUS_ADDRESS. */
  address: string;
  close(): Promise<void>;
}

/**
 * Starts a D-Bus daemon that starts no services by itself, so that nothing of the desktop answers in place of the test.
 * @throws Error when `dbus-daemon` is missing or does not start.
 */
export async function startPrivateBus(): Promise<PrivateBus> {
  const folder = await mkdtemp(join(tmpdir(), 'nod-bus-'));
  const configPath = join(folder, 'bus.conf');
  await writeFile(configPath, busConfig(join(folder, 'socket')));
  const daemon = spawn('dbus-daemon', [`--config-file=${configPath}`, '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  daemon.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const ended = new Promise<void>((resolve) => daemon.once('close', () => resolve()));
  const killWithUs = () => daemon.kill();
  process.once('exit', killWithUs);
  const close = async () => {
    process.off('exit', killWithUs);
    daemon.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // `once` rejects on "error", which is how a missing program shows; ending without an address is the other way to fail.
    const firstLine = await Promise.race([once(daemon.stdout, 'data'), once(daemon, 'spawn').then(() => ended)]);
    if (!firstLine) throw new Error(`dbus-daemon ended at once: ${complaints}`);
    return { address: String(firstLine[0]).trim(), close };
  } catch (cause) {
    await close();
    throw new Error('Could not start a private D-Bus: is dbus-daemon installed?', { cause });
  }
}

function busConfig(socketPath: string): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socketPath}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`;
}

import { fieldsIn } from './read-call';

const longest = 8 * 1_048_576;
const longestWaitMs = 5000;

/**
 * What the agent wrote to its hook: until it ends, or until it is a whole JSON object, because not every agent closes the pipe. Throws a
 * sentence when it is longer than 8 MB or does not come within 5 seconds.
 */
export function readStdin(): Promise<string> {
  return new Promise((resolve, reject) => {
    const { stdin } = process;
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (act: () => void) => {
      clearTimeout(timer);
      stdin.removeAllListeners().pause();
      act();
    };
    const text = () => Buffer.concat(chunks).toString('utf8');
    const timer = setTimeout(() => settle(() => reject(new Error('nothing whole came on stdin'))), longestWaitMs);
    stdin.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > longest) return settle(() => reject(new Error('what came on stdin is too long')));
      if (!/\}\s*$/.test(chunk.subarray(-64).toString('latin1'))) return;
      const whole = text();
      if (fieldsIn(whole)) settle(() => resolve(whole));
    });
    stdin.on('end', () => settle(() => resolve(text())));
    stdin.on('error', (error) => settle(() => reject(new Error(`stdin cannot be read: ${error.message}`))));
  });
}

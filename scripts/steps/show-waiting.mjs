/** Shows that something is waited for, and since when: on one line of a terminal, else a line every 15 seconds. */
export function showWaiting(text) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const isTerminal = process.stdout.isTTY === true;
  const show = () => process.stdout.write(isTerminal ? `\r${text} ${seconds()} s ` : `${text} ${seconds()} s\n`);
  process.stdout.write('\n');
  show();
  const timer = setInterval(show, isTerminal ? 1000 : 15_000);
  return {
    end() {
      clearInterval(timer);
      if (isTerminal) process.stdout.write('\n');
    },
  };
}

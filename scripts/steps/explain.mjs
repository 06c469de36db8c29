/** Ends this process with one sentence for the person at the terminal. */
export function explain(sentence) {
  process.stderr.write(`\n${sentence}\n\n`);
  process.exit(1);
}

// Loaded into the server by NODE_OPTIONS=--import. On SIGUSR2 it writes what it saw since the last one to
// NOD_BENCH_PROBE: the event loop's delay, and memory after a collection.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const file = process.env.NOD_BENCH_PROBE;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  const seen = { p99Ms: delay.percentile(99) / 1e6, maxMs: delay.max / 1e6, meanMs: delay.mean / 1e6 };
  collect();
  const { rss, heapUsed } = process.memoryUsage();
  // Renamed into place, so that the reader never sees half of it.
  writeFileSync(`${file}.part`, JSON.stringify({ ...seen, residentBytes: rss, heapBytes: heapUsed }));
  renameSync(`${file}.part`, file);
  delay.reset();
});

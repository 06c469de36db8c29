/** How long this process computes for one synchronous piece of work, in milliseconds; waiting behind other programs does not count. */
export function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

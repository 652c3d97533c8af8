/** What work takes however busy the machine is with other things: the time the processor gave to it. */

/** Milliseconds of this process while `work` runs. */
export function measureProcessorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

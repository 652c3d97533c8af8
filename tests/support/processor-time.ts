/** What work takes however busy the machine is with other things: the time the processor gave to it. */

/** Milliseconds of this process while `work` runs. */
export function measureProcessorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return since(before);
}

/** The same for what has threads of its own; whatever else this process does meanwhile is counted, too. */
export async function measureProcessorMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return since(before);
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

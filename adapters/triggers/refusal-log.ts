/** Tells the log what was refused: each reason once in a while with how often, so that a flood fills no disk. */

const EVERY_MS = 10_000;

/** `elapsed`: milliseconds of a monotonic clock. Warnings hold nothing that was sent. */
export function createRefusalLog(elapsed: () => number, warn: (problem: string) => void): (code: string) => void {
  const told = new Map<string, { at: number; since: number }>();
  return (code) => {
    const now = elapsed();
    const known = told.get(code);
    if (known !== undefined && now - known.at < EVERY_MS) {
      known.since += 1;
      return;
    }
    const more = known === undefined || known.since === 0 ? '' : `, and ${known.since} before it`;
    warn(`A call at the port for triggers was refused: ${code}${more}.`);
    told.set(code, { at: now, since: 0 });
  };
}

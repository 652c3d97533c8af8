/** A report for diagnosing a problem: findings, versions, names of the settings in use, ends of runs. No person's words, no secrets, no pictures. */
import { arch, platform, release } from 'node:os';
import { join } from 'node:path';
import { createRecordings } from '../../../adapters/files/recordings.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { VARIABLE_NAMES } from '../../config/schema.ts';
import type { ToldFinding } from '../../ports/control.ts';
import { createRedactor } from '../../safety/secrets/redact.ts';
import { readVersion } from './version.ts';

const RUNS_TOLD = 20;

export interface BundleParts {
  readonly findings: readonly ToldFinding[];
  readonly dataFolder: string;
  /** Names of the settings that are set. */
  readonly isSet: (name: string) => boolean;
  readonly secrets: readonly string[];
}

/** JSON. */
export async function buildBundle({ findings, dataFolder, isSet, secrets }: BundleParts): Promise<string> {
  const bundle = {
    made: new Date().toISOString(),
    deskhand: readVersion(),
    node: process.version,
    system: `${platform()} ${release()} ${arch()}`,
    settings: VARIABLE_NAMES.filter(isSet),
    findings: findings.map(({ said: _said, ...finding }) => finding),
    runs: await describeRuns(dataFolder),
  };
  return createRedactor(secrets).text(`${JSON.stringify(bundle, null, 2)}\n`);
}

/** The newest runs: their ends and kinds of events, without anything said, typed or seen. */
async function describeRuns(dataFolder: string): Promise<readonly object[]> {
  const recordings = createRecordings({ folder: join(dataFolder, 'recordings'), clock: createSystemClock() });
  const ids = (await recordings.list().catch(() => [])).slice(-RUNS_TOLD);
  return await Promise.all(
    ids.map(async (run) => {
      const events = (await recordings.read(run).catch(() => null)) ?? [];
      const ended = events.findLast((event) => event.type === 'run.ended' || event.type === 'run.recovered');
      const counts: Record<string, number> = {};
      for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
      return {
        run,
        from: events[0]?.at ?? null,
        to: events.at(-1)?.at ?? null,
        outcome: ended?.outcome ?? null,
        reason: ended?.reason ?? null,
        events: counts,
      };
    }),
  );
}

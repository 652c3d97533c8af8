/** Which machines are connected: what each last reported of itself, and when. */

import type { NatsConnection } from '@nats-io/transport-node';
import { readFrame } from '../../src/fleet/read-frame.ts';
import type { Seals } from '../../src/fleet/seal.ts';
import { PRESENCE_TTL_MS } from '../../src/fleet/subjects.ts';
import { presenceSchema } from '../../src/fleet/wire.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { MachineSeen, MachineTold } from '../../src/ports/work.ts';
import { onReconnect } from './on-reconnect.ts';
import { preparePresence } from './prepare-server.ts';

export interface Presence {
  seen(machine: string): MachineSeen;
  /** Notes a sign of life: anything heard of a machine proves that it is there. */
  note(machine: string): void;
  /** Watches the bucket until the connection ends; begun again after a break. */
  watch(connection: NatsConnection, signal: AbortSignal): Promise<void>;
}

const AGAIN_MS = 1_000;
const SOON_MS = 20;

export function createPresence(
  clock: Clock,
  seals: Pick<Seals, 'openThread'>,
  onChange: (machine: MachineSeen) => void,
  warn: (problem: string) => void,
): Presence {
  const known = new Map<string, { at: number; elapsed: number; told: MachineSeen['told'] }>();

  const seen: Presence['seen'] = (name) => {
    const last = known.get(name);
    if (last === undefined) return { name, isHere: false, lastSeenAt: null, told: null };
    return { name, isHere: clock.elapsed() - last.elapsed < PRESENCE_TTL_MS, lastSeenAt: last.at, told: last.told };
  };

  const take = (name: string, bytes: Uint8Array): void => {
    const read = readFrame(bytes, name, presenceSchema);
    if (!read.ok) return;
    const { told } = read.body;
    known.set(name, { at: clock.now(), elapsed: clock.elapsed(), told: openRun(name, told) });
    onChange(seen(name));
  };

  /** A run whose thread was not sealed by this gateway is hidden: nobody here talks to the machine there. */
  const openRun = (name: string, told: MachineTold): MachineTold => {
    const thread = told.run === null ? null : seals.openThread(name, told.run.thread);
    return { ...told, run: told.run === null || thread === null ? null : { ...told.run, thread } };
  };

  let stop = (): void => undefined;
  const watchOnce = async (connection: NatsConnection): Promise<void> => {
    const entries = await (await preparePresence(connection)).watch();
    stop = () => entries.stop();
    for await (const entry of entries) if (entry.operation === 'PUT') take(entry.key, entry.value);
  };

  return {
    seen,
    note(machine) {
      const last = known.get(machine);
      known.set(machine, { at: clock.now(), elapsed: clock.elapsed(), told: last?.told ?? null });
    },
    async watch(connection, signal) {
      signal.addEventListener('abort', () => stop(), { once: true });
      // A restarted server has forgotten the bucket, so this watch would never report anything again.
      void onReconnect(connection, () => stop());
      while (!signal.aborted && !connection.isClosed()) {
        const problem = await watchOnce(connection).then(
          () => null,
          (error: unknown) => String(error),
        );
        if (problem !== null && !signal.aborted) warn(`Which machines are there is not known now: ${problem}`);
        await clock.sleep(problem === null ? SOON_MS : AGAIN_MS, signal).catch(() => undefined);
      }
    },
  };
}

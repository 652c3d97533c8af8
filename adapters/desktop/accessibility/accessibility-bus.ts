/** The bus on which applications show their elements: found through the session bus, connected when first needed, again when lost. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { say, type Text } from '../../../src/words/say.ts';
import { type BusConnection, makeQuestion, openBus } from './dbus-connection.ts';

/** The environment of the desktop session. */
export interface SessionEnvironment {
  readonly DBUS_SESSION_BUS_ADDRESS?: string | undefined;
  readonly XDG_RUNTIME_DIR?: string | undefined;
}

export type FoundBus =
  | { readonly ok: true; readonly bus: BusConnection }
  | { readonly ok: false; readonly reason: Text };

export interface AccessibilityBus {
  /** Never rejects; a reason is a sentence that says what to do. */
  reach(): Promise<FoundBus>;
  close(): void;
}

const CONNECT_MS = 1000;
/** The pause before a bus that hangs is tried again, since each try costs the time of a connection. */
const RETRY_MS = 10_000;
const LAUNCHER = { name: 'org.a11y.Bus', path: '/org/a11y/bus' };
const ADDRESS = makeQuestion({ interface: 'org.a11y.Bus', member: 'GetAddress', answer: z.tuple([z.string()]) });

const NO_SESSION: FoundBus = {
  ok: false,
  reason: say`There is no session bus, so applications cannot show their elements: start Deskhand inside the desktop session, or set DBUS_SESSION_BUS_ADDRESS.`,
};
const NO_ACCESSIBILITY: FoundBus = {
  ok: false,
  reason: say`The accessibility bus does not answer, so elements cannot be read: install the Debian package at-spi2-core.`,
};

export function createAccessibilityBus(env: SessionEnvironment): AccessibilityBus {
  let current: BusConnection | null = null;
  let reaching: Promise<FoundBus> | null = null;
  let failed: { readonly found: FoundBus; readonly at: number } | null = null;
  let isClosed = false;

  const connect = async (): Promise<FoundBus> => {
    const startedAt = performance.now();
    const found = await findBus(env, startedAt + CONNECT_MS);
    const wasSlow = performance.now() - startedAt > CONNECT_MS / 2;
    failed = found.ok || !wasSlow ? null : { found, at: performance.now() };
    if (found.ok) current = found.bus;
    if (isClosed) current?.close();
    return found;
  };

  return {
    reach: () => {
      if (current?.isOpen()) return Promise.resolve({ ok: true, bus: current });
      if (failed !== null && performance.now() - failed.at < RETRY_MS) return Promise.resolve(failed.found);
      reaching ??= connect().finally(() => {
        reaching = null;
      });
      return reaching;
    },
    close: () => {
      isClosed = true;
      current?.close();
    },
  };
}

async function findBus(env: SessionEnvironment, until: number): Promise<FoundBus> {
  const sessionAddress = await findSessionAddress(env);
  const session = sessionAddress === null ? null : await openBus(sessionAddress, until);
  if (session === null) return NO_SESSION;
  const answer = await session.ask(LAUNCHER, ADDRESS, until);
  session.close();
  const bus = answer.ok ? await openBus(answer.value[0], until) : null;
  return bus === null ? NO_ACCESSIBILITY : { ok: true, bus };
}

/** Finds the session bus as libdbus does, but starts none: no application would be on a bus of our own. */
async function findSessionAddress(env: SessionEnvironment): Promise<string | null> {
  const { DBUS_SESSION_BUS_ADDRESS: address = '', XDG_RUNTIME_DIR: folder = '' } = env;
  if (address !== '') return address;
  if (folder === '') return null;
  const path = join(folder, 'bus');
  const isThere = await stat(path).then(
    (entry) => entry.isSocket(),
    () => false,
  );
  return isThere ? `unix:path=${path}` : null;
}

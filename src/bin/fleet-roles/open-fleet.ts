/** Additional parts of a launch when several computers work for one bot; none for a single computer. */
import type { Logger } from 'pino';
import type { Settings } from '../../config/schema.ts';
import type { About, Here } from '../../fleet/here.ts';
import type { Pairing } from '../../inbound/pairing.ts';
import type { Chat, Platform } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Together } from '../../run/limits/caps.ts';
import type { Redactor } from '../../safety/secrets/redact.ts';
import { redactChat } from '../../safety/secrets/redacted-ports.ts';
import { say, type Text } from '../../words/say.ts';
import { versionOfDeskhand } from '../own-files.ts';
import { type OpenChats, openChats } from '../parts/open-chats.ts';
import type { Data } from '../parts/open-data.ts';

export interface Fleet {
  readonly chats: OpenChats;
  /** The chats of this computer's own Deskhand. */
  readonly byPlatform: ReadonlyMap<Platform, Chat>;
  /** Once it is put together, and before its chats are opened. */
  begin(here: Here, about: Omit<About, 'version' | 'freeBytes'>): Promise<void>;
  /** Called before the locks of the chats' tokens are released. */
  close(): Promise<void>;
  /** Resolves with a message for the person once this computer can no longer be reached; never where that cannot happen. */
  readonly ended: Promise<Text>;
  /** Cost of the bot's other machines today, and their common limit; left out: this computer is alone. */
  readonly together?: () => Together | null;
  /** Part of the ready line; ''. */
  label(): string;
}

export interface FleetOptions {
  readonly settings: Settings;
  readonly data: Data;
  readonly pairing: Pairing;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly log: Logger;
}

const NEVER = new Promise<Text>(() => undefined);
const DISK_EVERY_MS = 60_000;

export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const { settings, data, redactor, clock, log } = options;
  const redact = (chats: OpenChats): ReadonlyMap<Platform, Chat> =>
    new Map([...chats.byPlatform].map(([platform, chat]) => [platform, redactChat(chat, redactor)]));
  if (settings.DESKHAND_ROLE === 'worker') {
    const { openWorker } = await import('./open-worker.ts');
    const { readRules } = await import('./read-rules.ts');
    const worker = await openWorker(
      settings,
      data.state,
      await readRules(data.folder, settings.MACHINE_NAME ?? ''),
      clock,
      log,
    );
    const life = new AbortController();
    return {
      chats: worker,
      byPlatform: redact(worker),
      async begin(here, about) {
        const free = await watchDisk(data.folder, clock, life.signal);
        await worker.begin(here, () => ({ ...about, version: versionOfDeskhand(), freeBytes: free() }));
      },
      close: () => Promise.resolve(life.abort()),
      ended: worker.shutOut.then(
        (why) =>
          say`The server no longer lets this computer in (${why}). Let it join again, or unset DESKHAND_ROLE to use it from chats of its own.`,
      ),
      together: worker.together,
      label: () => '',
    };
  }
  const chats = await openChats(settings, { ...data, pairing: options.pairing, mask: redactor.text }, clock, log);
  if (settings.NATS_URL === undefined) {
    const nothing = (): Promise<void> => Promise.resolve();
    return { chats, byPlatform: redact(chats), begin: nothing, close: nothing, ended: NEVER, label: () => '' };
  }
  const { openGateway } = await import('./open-gateway.ts');
  const gateway = await openGateway({
    ...options,
    dataFolder: data.folder,
    chats,
    byPlatform: redact(chats),
    state: data.state,
  });
  const life = new AbortController();
  return {
    chats,
    byPlatform: gateway.chats,
    async begin(here, about) {
      const free = await watchDisk(data.folder, clock, life.signal);
      await gateway.start({ here, about: () => ({ ...about, version: versionOfDeskhand(), freeBytes: free() }) });
    },
    async close() {
      life.abort();
      await gateway.stop();
    },
    ended: NEVER,
    together: gateway.together,
    label: () => ` | ${gateway.label()}`,
  };
}

/** Measures the free space on the data disk regularly. */
async function watchDisk(folder: string, clock: Clock, signal: AbortSignal): Promise<() => number | null> {
  const { freeBytesOf } = await import('./free-bytes.ts');
  let free = await freeBytesOf(folder);
  const again = async (): Promise<void> => {
    while (!signal.aborted) {
      await clock.sleep(DISK_EVERY_MS, signal);
      free = await freeBytesOf(folder);
    }
  };
  again().catch(() => undefined);
  return () => free;
}

/** Opens everything under DATA_DIR: lock, inbox, recordings, small state, vault; mended and compacted first. */
import { join } from 'node:path';
import type { z } from 'zod';
import { compactJournal, openJournal } from '../../../adapters/files/journal.ts';
import { type JournalDisk, systemDisk } from '../../../adapters/files/journal-disk.ts';
import { acquireLock } from '../../../adapters/files/lock.ts';
import { createRecordings } from '../../../adapters/files/recordings.ts';
import { createStateStore } from '../../../adapters/files/state-store.ts';
import { createVault } from '../../../adapters/files/vault.ts';
import { compactInbox } from '../../inbox/compact-inbox.ts';
import { createInbox, type Inbox } from '../../inbox/inbox.ts';
import { type InboxEvent, inboxEventSchema } from '../../inbox/inbox-events.ts';
import type { Recordings } from '../../journal/recordings.ts';
import { redactJournal, redactRecordings } from '../../journal/recordings.ts';
import { compactOrders } from '../../orders/compact-orders.ts';
import { createOrderBook, type OrderBook } from '../../orders/order-book.ts';
import { type OrderEvent, orderEventSchema } from '../../orders/order-events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StateStore } from '../../ports/state-store.ts';
import type { Vault } from '../../ports/vault.ts';
import type { Redactor } from '../../safety/secrets/redact.ts';
import { SaidError } from '../../words/said-error.ts';
import { say } from '../../words/say.ts';
import { EXIT, ExitError } from '../exit.ts';

export interface Data {
  readonly folder: string;
  readonly inbox: Inbox;
  readonly orders: OrderBook;
  readonly recordings: Recordings;
  readonly state: StateStore;
  /** The conversation of the page. */
  readonly page: StateStore;
  /** Secrets of triggers. */
  readonly triggerSecrets: StateStore;
  readonly vault: Vault;
  close(): void;
}

/** Socket on which the Deskhand of this folder listens for programs of this computer. */
export function controlSocketPath(folder: string): string {
  return join(folder, 'state', 'control.sock');
}

/**
 * Ends with exit code 2 when another Deskhand uses this folder, or when it is unusable. `warn` gets one sentence for each repair. Secrets are masked
 * in everything that is written.
 */
export async function openData(
  folder: string,
  clock: Clock,
  redactor: Redactor,
  warn: (problem: string) => void,
  disk: JournalDisk = systemDisk,
): Promise<Data> {
  try {
    return await openAll(folder, clock, redactor, warn, disk);
  } catch (error) {
    if (error instanceof ExitError) throw error;
    const why = error instanceof SaidError ? error.text : String(error instanceof Error ? error.message : error);
    throw new ExitError(
      EXIT.configuration,
      say`The data folder ${folder} cannot be used. ${why} Fix that, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

async function openAll(
  folder: string,
  clock: Clock,
  redactor: Redactor,
  warn: (problem: string) => void,
  disk: JournalDisk,
): Promise<Data> {
  const lock = await acquireLock(join(folder, 'state'));
  if (!lock.ok) throw new ExitError(EXIT.configuration, lock.text);
  try {
    const { store, damage } = await createStateStore(join(folder, 'state', 'settings.json'));
    if (damage !== '') warn(damage);
    const triggers = await createStateStore(join(folder, 'state', 'trigger-secrets.json'));
    if (triggers.damage !== '') warn(triggers.damage);
    const page = await createStateStore(join(folder, 'state', 'page.json'));
    const recordings = redactRecordings(
      createRecordings({ folder: join(folder, 'recordings'), clock, disk }),
      redactor,
    );
    const hadRuns = async () => (await recordings.list().catch(() => [])).length > 0;
    const inbox = await openInbox(join(folder, 'state', 'inbox.jsonl'), hadRuns, clock, redactor, warn, disk);
    const orders = await openOrders(join(folder, 'state', 'orders.jsonl'), inbox, clock, redactor, warn, disk);
    const vault = await createVault(join(folder, 'vault'));
    return {
      folder,
      inbox,
      orders,
      recordings,
      state: store,
      page: page.store,
      triggerSecrets: triggers.store,
      vault,
      close() {
        inbox.close();
        orders.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openOrders(
  path: string,
  inbox: Inbox,
  clock: Clock,
  redactor: Redactor,
  warn: (problem: string) => void,
  disk: JournalDisk,
): Promise<OrderBook> {
  const schema: z.ZodType<OrderEvent> = orderEventSchema;
  const lost = await compactJournal(path, schema, compactOrders).catch((error: unknown) => {
    warn(error instanceof Error ? error.message : String(error));
    return '';
  });
  const journal = openJournal(path, schema, clock, disk);
  return createOrderBook(redactJournal({ ...journal, damage: lost || journal.damage }, redactor), inbox.ordersKnown());
}

const EMPTIED = 'The inbox is empty although there were runs: what it held is lost.';

/** Damage is reported when the inbox is used. */
export async function openInbox(
  path: string,
  hadRuns: () => Promise<boolean>,
  clock: Clock,
  redactor: Redactor,
  warn: (problem: string) => void,
  disk: JournalDisk = systemDisk,
): Promise<Inbox> {
  const schema: z.ZodType<InboxEvent> = inboxEventSchema;
  // Compacting only saves space: a full disk must not keep the bot from starting and saying so.
  const lost = await compactJournal(path, schema, compactInbox).catch((error: unknown) => {
    warn(error instanceof Error ? error.message : String(error));
    return '';
  });
  const journal = openJournal(path, schema, clock, disk);
  // Each run was requested through the inbox, which remembers requests for long; an empty one with runs has lost its content.
  const emptied = journal.found.length === 0 && (await hadRuns()) ? EMPTIED : '';
  return createInbox(redactJournal({ ...journal, damage: lost || journal.damage || emptied }, redactor));
}

/** A journal in memory, and the store it is opened from: closing and opening it again is a restart. */
import { type Journal, type JournalEvent, JournalFailed, type Stamp } from '../../src/ports/journal.ts';
import { createFakeClock } from './clock.ts';

export interface FakeJournalStore<E extends JournalEvent> {
  /** Opens it again where the last one left off. */
  open(): Journal<E>;
  /** Everything appended so far. */
  events(): readonly (E & Stamp)[];
  /** How many of these events a sync has covered. */
  syncedCount(): number;
  /** Lets the next writes, or syncs, fail with this code. */
  failWrites(count: number, code: string): void;
  failSyncs(count: number, code: string): void;
}

/** `noteAppend` is called with each event that was taken. */
export function createFakeJournalStore<E extends JournalEvent>(
  clock: { now(): number } = createFakeClock(),
  noteAppend: (event: E) => void = () => undefined,
): FakeJournalStore<E> {
  const events: (E & Stamp)[] = [];
  let synced = 0;
  let writeFault = { left: 0, code: '' };
  let syncFault = { left: 0, code: '' };
  return {
    events: () => events,
    syncedCount: () => synced,
    failWrites(left, code) {
      writeFault = { left, code };
    },
    failSyncs(left, code) {
      syncFault = { left, code };
    },
    open() {
      let isClosed = false;
      const check = (fault: { left: number; readonly code: string }): void => {
        if (isClosed) throw new JournalFailed('The journal is closed.', 'EBADF');
        if (fault.left === 0) return;
        fault.left -= 1;
        throw new JournalFailed(`The journal could not be written (${fault.code}).`, fault.code);
      };
      return {
        found: structuredClone(events),
        damage: '',
        append(event) {
          check(writeFault);
          const stamped = { ...event, seq: events.length + 1, at: new Date(clock.now()).toISOString() };
          events.push(structuredClone(stamped));
          noteAppend(event);
          return stamped;
        },
        async sync() {
          check(syncFault);
          synced = events.length;
        },
        close() {
          isClosed = true;
        },
      };
    },
  };
}

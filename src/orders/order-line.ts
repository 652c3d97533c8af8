/**
 * The queue of orders for the desktop: a person's own commands go first, and an order never interrupts a person at the mouse. An order that waits too
 * long is reported once.
 */
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Clock } from '../ports/clock.ts';
import type { Desktop, Place } from '../ports/desktop.ts';
import type { RunQueue } from '../run/queue.ts';
import { say, type Text } from '../words/say.ts';

export interface OrderLinePorts {
  readonly clock: Clock;
  readonly desktop: Pick<Desktop, 'presence' | 'cursor' | 'presses'>;
  readonly queue: Pick<RunQueue, 'current' | 'waiting' | 'whenIdle'>;
  /** Called when it is its turn: begins the run, or says why not. */
  readonly begin: (command: QueuedCommand) => void;
  /** Longest wait after its due time. */
  readonly lateMsOf: (command: QueuedCommand) => number;
  readonly tellLate: (command: QueuedCommand, why: Text) => void;
}

export interface OrderLine {
  /** `notBefore`: milliseconds since 1970; until then it does not count as late either. */
  add(command: QueuedCommand, notBefore?: number): void;
  /** Whether one of this order waits for a later moment. */
  isPutOff(order: string): boolean;
  /** Lets this order's waiting times begin before their later moment. */
  hurry(order: string): void;
  waiting(): readonly QueuedCommand[];
  /** Removes the matching waiting commands. */
  takeIf(isTaken: (command: QueuedCommand) => boolean): readonly QueuedCommand[];
}

const POLL_MS = 1000;
/** Time without input after which a person counts as away; longer after input was seen. */
const UNSEEN_MS = 3000;
const SEEN_MS = 20_000;
const JITTER_PX = 4;

const BUSY = say`another run is at work`;
const HANDS = say`somebody is at the computer`;
const LOCKED = say`the screen is locked`;

export function createOrderLine(ports: OrderLinePorts, signal: AbortSignal): OrderLine {
  const { clock, queue } = ports;
  const waiting: QueuedCommand[] = [];
  const told = new Set<string>();
  const putOff = new Map<string, number>();
  let isWorking = false;

  /** null: it may begin. */
  const hindrance = async (hands: Hands): Promise<Text | null> => {
    if (queue.current() !== null || queue.waiting().length > 0) return BUSY;
    // The run itself reports a desktop that is away.
    const presence = await ports.desktop.presence(signal).catch(() => null);
    // Also while it is locked, as a person who unlocks it is there.
    const isSomebodyThere = await hands.areThere();
    if (presence?.screen === 'locked') return LOCKED;
    return isSomebodyThere ? HANDS : null;
  };

  const tellWhoIsLate = (why: Text): void => {
    for (const command of waiting) {
      const due = Date.parse(command.order?.due ?? command.sentAt);
      // A missed time was reported as that.
      const from = command.order?.missed === undefined ? due : Date.parse(command.sentAt);
      if (told.has(command.update) || clock.now() - from < ports.lateMsOf(command)) continue;
      told.add(command.update);
      ports.tellLate(command, why);
    }
  };

  const mayBegin = ({ update }: QueuedCommand): boolean => (putOff.get(update) ?? 0) <= clock.now();

  const work = async (): Promise<void> => {
    let hands = watchHands(ports);
    while (waiting.length > 0) {
      if (!waiting.some(mayBegin)) {
        await clock.sleep(POLL_MS, signal);
        hands = watchHands(ports);
        continue;
      }
      const why = await hindrance(hands);
      if (why === null) {
        const next = waiting.find(mayBegin);
        if (next === undefined) continue;
        waiting.splice(waiting.indexOf(next), 1);
        told.delete(next.update);
        putOff.delete(next.update);
        ports.begin(next);
        await queue.whenIdle();
        // A pointer where the run left it is no person's hand.
        hands = watchHands(ports);
      } else {
        tellWhoIsLate(why);
        await clock.sleep(POLL_MS, signal);
      }
    }
  };

  const start = (): void => {
    if (isWorking) return;
    isWorking = true;
    work()
      .catch(() => undefined)
      .finally(() => {
        isWorking = false;
        if (waiting.length > 0 && !signal.aborted) start();
      });
  };

  return {
    add(command, notBefore = 0) {
      waiting.push(command);
      if (notBefore > 0) {
        putOff.set(command.update, notBefore);
        told.add(command.update);
      }
      start();
    },
    waiting: () => [...waiting],
    isPutOff: (order) => waiting.some((command) => command.order?.id === order && putOff.has(command.update)),
    hurry(order) {
      for (const { update, order: time } of waiting) if (time?.id === order) putOff.delete(update);
    },
    takeIf(isTaken) {
      const taken = waiting.filter(isTaken);
      for (const command of taken) {
        waiting.splice(waiting.indexOf(command), 1);
        told.delete(command.update);
        putOff.delete(command.update);
      }
      return taken;
    },
  };

  interface Hands {
    areThere(): Promise<boolean>;
  }

  /** Recognises a person by the pointer's place and by pressed keys, between two checks. */
  function watchHands({ desktop }: OrderLinePorts): Hands {
    const beganAt = clock.elapsed();
    let seenAt: number | null = null;
    let last: Place | null = null;
    return {
      async areThere() {
        const cursor = await desktop.cursor(signal).catch(() => null);
        const presses = await desktop.presses(signal).catch(() => null);
        const now = clock.elapsed();
        const hasMoved = cursor !== null && last !== null && isFar(cursor, last);
        const hasPressed = presses !== null && (presses.keys > 0 || presses.clicks.length > 0);
        last = cursor;
        if (hasMoved || hasPressed) seenAt = now;
        return seenAt === null ? now - beganAt < UNSEEN_MS : now - seenAt < SEEN_MS;
      },
    };
  }
}

function isFar(one: Place, other: Place): boolean {
  const isElsewhere = one.display.index !== other.display.index;
  return isElsewhere || Math.abs(one.x - other.x) > JITTER_PX || Math.abs(one.y - other.y) > JITTER_PX;
}

/** Watches at work: each is checked by itself, less often while nothing moves, until its condition holds or its time is over. */

import type { Clock } from '../../ports/clock.ts';
import { anySignal } from '../../ports/waits/abort-signals.ts';
import { backOff } from '../../ports/waits/backoff.ts';
import type { Order } from '../order.ts';
import type { OrderBook } from '../order-book.ts';
import type { When } from '../when.ts';
import { type LookPorts, makeLook } from './make-look.ts';

export interface WatcherPorts extends LookPorts {
  readonly book: Pick<OrderBook, 'all' | 'find'>;
  readonly clock: Clock;
  readonly isAllowed: (senderId: string) => boolean;
  /** Its condition holds, so the watch is over. */
  readonly found: (order: Order) => Promise<void>;
  /** Its time ran out. */
  readonly over: (order: Order) => void;
}

export interface Watcher {
  /** Begins watches that are new, ends those that are gone. */
  refresh(): void;
}

const MOVING_MS = 400;
/** Interval for conditions that have to be reported within three seconds. */
const SCREEN_MS = 1000;
const OTHER_MS = 1500;
/** Pauses between readings of an application's elements, which are expensive: while still, and after a change, long enough for a clock to tick. */
const TOLD_MS = 1250;
const TOLD_MOVING_MS = 1100;
/** Interval for this computer's own pages, which may be requested more often than others. */
const OWN_PAGE_MS = 1000;
const PAGE_MS = 5000;
const PAGE_STILL_MS = 30_000;
/** After a look that failed: soon, for what changes meanwhile is not seen; and less often while the desktop stays away. */
const FAILED = { firstMs: 300, capMs: 5000 };

type Watching = Extract<When, { readonly kind: 'watch' }>;

export function createWatcher(ports: WatcherPorts, signal: AbortSignal): Watcher {
  const { book, clock } = ports;
  const underWay = new Map<string, AbortController>();

  /** Checked again after each look, as an order may be paused, changed or deleted meanwhile, and its maker may lose access. */
  function isWanted({ id, revision, sender }: Order): boolean {
    const now = book.find(id);
    return now !== null && now.paused === null && now.order.revision === revision && ports.isAllowed(sender.id);
  }

  async function watch(order: Order, { watch: what, until }: Watching, cut: AbortSignal): Promise<void> {
    const look = makeLook(what, ports);
    let still = 0;
    let failed = 0;
    for (;;) {
      if (!isWanted(order)) return;
      if (clock.now() >= until) return ports.over(order);
      const looked = await look(cut).catch(() => null);
      cut.throwIfAborted();
      if (!isWanted(order)) return;
      if (looked?.found === true) return await ports.found(order);
      failed = looked === null ? failed + 1 : 0;
      still = looked?.isMoving === true ? 0 : still + 1;
      await clock.sleep(failed > 0 ? backOff(failed, FAILED) : pauseOf(what, still), cut);
    }
  }

  function begin(order: Order, when: Watching): void {
    const cut = new AbortController();
    underWay.set(keyOf(order), cut);
    const work = async (): Promise<void> => {
      for (;;) {
        try {
          return await watch(order, when, anySignal(cut.signal, signal));
        } catch (error) {
          if (cut.signal.aborted || signal.aborted) throw error;
          await clock.sleep(FAILED.capMs, signal);
        }
      }
    };
    work()
      .catch(() => undefined)
      .finally(() => underWay.delete(keyOf(order)));
  }

  return {
    refresh() {
      const wanted = new Map<string, Order>();
      for (const { order, paused } of book.all())
        if (order.when.kind === 'watch' && paused === null && ports.isAllowed(order.sender.id))
          wanted.set(keyOf(order), order);
      for (const [key, cut] of underWay) if (!wanted.has(key)) cut.abort(new Error('the watch is over'));
      for (const [key, order] of wanted)
        if (!underWay.has(key) && order.when.kind === 'watch') begin(order, order.when);
    },
  };
}

function keyOf({ id, revision }: Order): string {
  return `${id} ${revision}`;
}

/** `still`: number of checks in a row without anything new. */
function pauseOf(watch: Watching['watch'], still: number): number {
  if (watch.kind === 'url') {
    if (isOwn(watch.url)) return OWN_PAGE_MS;
    return still < 6 ? PAGE_MS : PAGE_STILL_MS;
  }
  if (watch.kind === 'file') return OTHER_MS;
  // A missing program is checked once more at once.
  if (watch.kind === 'process') return still === 0 ? MOVING_MS : OTHER_MS;
  if (watch.kind === 'change' && watch.app !== null) return still === 0 ? TOLD_MOVING_MS : TOLD_MS;
  return still < 3 ? MOVING_MS : SCREEN_MS;
}

function isOwn(url: string): boolean {
  return URL.canParse(url) && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

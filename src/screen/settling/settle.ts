/** Waits until the screen has reacted to an act and come to rest, no longer than needed. Later changes are left to the watch. */
import type { Clock } from '../../ports/clock.ts';
import type { Desktop } from '../../ports/desktop.ts';
import { tilesOf } from '../fingerprints.ts';
import { createTileHistory, mayBeCaret, smallPart } from '../tile-history.ts';
import { createDoubt } from './caret.ts';
import { isWholeAnswer } from './expected-answer.ts';
import { settleByGlimpses } from './settle-by-glimpses.ts';
import {
  CAP_MS,
  NO_TICKERS,
  reactionMsOf,
  type Settled,
  type SettleRequest,
  STILL_MOVING,
  SURE_QUIET_MS,
} from './settled.ts';

const POLL_MS = 15;
const LEAST_PAUSE_MS = 4;
/** Without changes for this long the screen is at rest, ms. */
export const QUIET_MS = 35;
/** Without changes for this long the screen may be coming to rest, so the next look is begun, ms. */
export const STILL_MS = 20;
/** Duration of a look: for an act without effect it is begun this long before the wait ends. */
const LOOK_MS = 80;
/** A change elsewhere counts as complete after this long without more; further parts come in the next frames. */
const MORE_MS = 100;
/** A small area that moves for this long is a spinner, as a fade is shorter. */
const SPINNER_MS = 300;

/** Call it as soon as the act is done. */
export async function settle(
  request: SettleRequest,
  ports: { readonly desktop: Pick<Desktop, 'glimpse' | 'fingerprint'>; readonly clock: Clock },
  signal: AbortSignal,
): Promise<Settled> {
  const seen = await ports.desktop.glimpse(signal);
  return seen === null
    ? await settleByPictures(request, ports, signal)
    : await settleByGlimpses(seen, request, ports, signal);
}

async function settleByPictures(
  { before, display, memory, answer, mayShowCaret, saysOtherwise, isWatched }: SettleRequest,
  { desktop, clock }: { readonly desktop: Pick<Desktop, 'fingerprint'>; readonly clock: Clock },
  signal: AbortSignal,
): Promise<Settled> {
  const startedAt = clock.elapsed();
  const isText = answer.kind === 'text';
  const reactionMs = reactionMsOf(answer);
  const history = createTileHistory(before, startedAt, memory.habits, isText ? NO_TICKERS : memory.tickers);
  const small = smallPart(before);
  const knowsCarets = isText || memory.knowsCarets || !mayShowCaret;
  const own = answer.kind === 'itself' ? tilesOf(answer.box, before) : null;
  const doubt = createDoubt(saysOtherwise, clock);
  let movingSince: number | null = null;
  memory.early?.drop();
  for (;;) {
    const askedAt = clock.elapsed();
    history.see(await desktop.fingerprint(display, signal), clock.elapsed());
    const tookMs = clock.elapsed() - askedAt;
    const waitedMs = clock.elapsed() - startedAt;
    const changed = history.differences().filter(({ isTicking }) => !isTicking);
    // A change inside the acted element alone opens no new window, which might not take keys yet.
    const isInPlace = own !== null && changed.every(({ tile }) => own.has(tile));
    const quietMs = isWatched || isInPlace ? QUIET_MS : SURE_QUIET_MS;
    const moving = history.countMoving(quietMs);
    movingSince = moving === 0 ? null : (movingSince ?? waitedMs);
    const isSpinning = moving <= small && movingSince !== null && waitedMs - movingSince >= SPINNER_MS;
    const isWhole = isWholeAnswer(changed, answer, before);
    // A change elsewhere may be only the first part.
    const isAtRest = changed.length > small || answer.kind !== 'elsewhere' || history.countMoving(MORE_MS) === 0;
    if (isWhole || waitedMs >= reactionMs - LOOK_MS) memory.early?.see(history.countMoving(STILL_MS) > 0);
    if (moving === 0 || isSpinning) {
      if (changed.length === 0) {
        if (waitedMs >= reactionMs) return { effect: 'unchanged', isAnswered: false, note: '' };
      } else {
        const isDoubtful = !knowsCarets && !doubt.isOver() && mayBeCaret(changed, before.columns);
        if ((isWhole && isAtRest) || waitedMs >= reactionMs) {
          if (!isDoubtful) return { effect: 'changed', isAnswered: isWhole, note: '' };
          // The screen went on changing while the window was asked, so it is sampled once more.
          await doubt.ask();
        }
      }
    }
    if (waitedMs >= CAP_MS) {
      return {
        effect: changed.length > 0 ? 'changed' : 'unchanged',
        isAnswered: false,
        note: STILL_MOVING,
      };
    }
    const untilCertain = waitedMs < reactionMs ? reactionMs - waitedMs : Number.POSITIVE_INFINITY;
    await clock.sleep(Math.min(POLL_MS, untilCertain, untilQuiet(quietMs, history.stillForMs(), tookMs)), signal);
  }
}

/** How long to sleep, ms, so that a sample that takes `tookMs` ends just when the screen, still for `stillMs`, counts as at rest. */
export function untilQuiet(quietMs: number, stillMs: number, tookMs: number): number {
  return stillMs >= quietMs ? Number.POSITIVE_INFINITY : Math.max(LEAST_PAUSE_MS, quietMs - stillMs - tookMs);
}

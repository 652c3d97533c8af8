/** Waits for the screen where a picture takes long: windows and elements tell when it rests, and one picture then shows the effect. */
import type { Clock } from '../../ports/clock.ts';
import type { Desktop } from '../../ports/desktop.ts';
import { createTileHistory, mayBeCaret } from '../tile-history.ts';
import { createDoubt } from './caret.ts';
import { isWholeAnswer } from './expected-answer.ts';
import {
  CAP_MS,
  NO_TICKERS,
  reactionMsOf,
  type Settled,
  type SettleRequest,
  STILL_MOVING,
  SURE_QUIET_MS,
} from './settled.ts';

const POLL_MS = 20;
/** Time without change after which windows and elements count as at rest; the picture that follows takes longer than that. */
const QUIET_MS = 60;

/** `first`: glimpse taken right after the act. */
export async function settleByGlimpses(
  first: string,
  { before, display, memory, answer, mayShowCaret, saysOtherwise, isWatched }: SettleRequest,
  { desktop, clock }: { readonly desktop: Pick<Desktop, 'glimpse' | 'fingerprint'>; readonly clock: Clock },
  signal: AbortSignal,
): Promise<Settled> {
  const startedAt = clock.elapsed();
  const isText = answer.kind === 'text';
  const reactionMs = reactionMsOf(answer);
  const waited = (): number => clock.elapsed() - startedAt;
  const history = createTileHistory(before, startedAt, memory.habits, isText ? NO_TICKERS : memory.tickers);
  const knowsCarets = isText || memory.knowsCarets || !mayShowCaret;
  const quietMs = isWatched ? QUIET_MS : SURE_QUIET_MS;
  const doubt = createDoubt(saysOtherwise, clock);
  let seen = first;
  let stirredAt = startedAt;
  /** Whether a change was reported that no picture shows yet. */
  let isNew = isText;
  let isLookBegun = false;
  const glimpse = async (): Promise<boolean> => {
    const now = (await desktop.glimpse(signal)) ?? seen;
    if (now === seen) return false;
    [seen, stirredAt, isNew] = [now, clock.elapsed(), true];
    if (isLookBegun) memory.early?.see(true);
    isLookBegun = false;
    return true;
  };
  const noteStill = (): void => {
    memory.early?.see(false);
    isLookBegun = true;
  };

  memory.early?.drop();
  for (;;) {
    await glimpse();
    const isQuiet = clock.elapsed() - stirredAt >= quietMs;
    if (!(isQuiet && (isNew || waited() >= reactionMs)) && waited() < CAP_MS) {
      await clock.sleep(POLL_MS, signal);
      continue;
    }
    // A look takes as long as this wait, so it is begun now; in most cases the screen stays at rest.
    if (isQuiet) noteStill();
    isNew = false;
    const begunMs = waited();
    history.see(await desktop.fingerprint(display, signal), clock.elapsed());
    const hasStirred = await glimpse();
    const changed = history.differences().filter(({ isTicking }) => !isTicking);
    if (begunMs >= CAP_MS)
      return {
        effect: changed.length > 0 ? 'changed' : 'unchanged',
        isAnswered: false,
        note: isQuiet ? '' : STILL_MOVING,
      };
    const isWhole = isWholeAnswer(changed, answer, before);
    const isDoubtful = changed.length > 0 && !knowsCarets && !doubt.isOver() && mayBeCaret(changed, before.columns);
    if (!hasStirred && (isWhole || begunMs >= reactionMs)) {
      if (!isDoubtful) {
        noteStill();
        return { effect: changed.length > 0 ? 'changed' : 'unchanged', isAnswered: isWhole, note: '' };
      }
      await doubt.ask();
    }
    await clock.sleep(POLL_MS, signal);
  }
}

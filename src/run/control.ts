/** The handle on a running run: what the gateway may do to it from outside, at any moment. */
import type { Clock } from '../ports/clock.ts';
import type { Text } from '../words/say.ts';
import { english } from '../words/speak.ts';

export interface RunControl {
  /** Aborts with a `RunStopped` that names who or what stopped it. */
  readonly signal: AbortSignal;
  /** Ends everything the run has under way, at once. */
  stop(reason: StopReason): void;
  /** Holds the run before its next step; the step under way is finished. */
  pause(why: Text): void;
  resume(): void;
  isPaused(): boolean;
  /** Why it is paused; ''. */
  pausedWhy(): Text;
  /** Resolves when the run is not paused; rejects when it is stopped. */
  whenResumed(): Promise<void>;
  /** Runs `wait` for a person, whose time is not counted against the run's time limit. */
  offTheClock<T>(wait: () => Promise<T>): Promise<T>;
  /** Whether a person is waited for now. */
  isWaiting(): boolean;
  /** Milliseconds the run has been at work; stands still while a person is waited for. */
  workedMs(): number;
}

export type StopReason =
  /** `also`: what else came of it, told with the end. */
  | { readonly kind: 'person'; readonly name: string; readonly also?: Text }
  | { readonly kind: 'signal'; readonly detail: string }
  /** By hand, at the computer itself. */
  | { readonly kind: 'failsafe'; readonly by: StopByHand }
  | { readonly kind: 'journal'; readonly detail: Text }
  /** It needs an answer, and nobody waits for it. */
  | { readonly kind: 'question'; readonly yes: 'park' | 'skip' | 'fail' }
  /** Something outside holds it up, nobody waits for it, and it is kept for later. */
  | { readonly kind: 'put off'; readonly title: Text; readonly detail: Text };

function describeStop(why: StopReason): string {
  if (why.kind === 'person') return `stopped by ${why.name}`;
  if (why.kind === 'failsafe') return `stopped by hand (${why.by})`;
  if (why.kind === 'put off') return `put off: ${english(why.title)}`;
  return why.kind === 'question' ? 'stopped: it needs an answer' : `stopped: ${english(why.detail)}`;
}

/** The mouse was pushed into the corner, or the stop keys were pressed. */
export type StopByHand = 'corner' | 'keys';

/** The reason of a run's abort. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
  readonly why: StopReason;
  constructor(why: StopReason) {
    super(describeStop(why));
    this.why = why;
  }
}

/** `onWait` is called when the wait for a person begins and when it is over. */
export function createRunControl(clock: Clock, onWait: () => void = () => undefined): RunControl {
  const controller = new AbortController();
  const startedAt = clock.elapsed();
  let paused: { readonly why: Text; readonly resumed: PromiseWithResolvers<void> } | null = null;
  let waitedMs = 0;
  let waits = 0;
  let waitingSince = 0;

  const control: RunControl = {
    signal: controller.signal,
    stop(reason) {
      if (!controller.signal.aborted) controller.abort(new RunStopped(reason));
    },
    pause(why) {
      if (paused !== null || controller.signal.aborted) return;
      const resumed = Promise.withResolvers<void>();
      resumed.promise.catch(() => undefined);
      controller.signal.addEventListener('abort', () => resumed.reject(controller.signal.reason), { once: true });
      paused = { why, resumed };
    },
    resume() {
      paused?.resumed.resolve();
      paused = null;
    },
    isPaused: () => paused !== null,
    pausedWhy: () => paused?.why ?? '',
    async whenResumed() {
      if (paused !== null) await control.offTheClock(() => paused?.resumed.promise ?? Promise.resolve());
      controller.signal.throwIfAborted();
    },
    async offTheClock(wait) {
      if (waits === 0) waitingSince = clock.elapsed();
      waits += 1;
      onWait();
      try {
        return await wait();
      } finally {
        waits -= 1;
        if (waits === 0) waitedMs += clock.elapsed() - waitingSince;
        onWait();
      }
    },
    isWaiting: () => waits > 0,
    workedMs: () => (waits > 0 ? waitingSince : clock.elapsed()) - startedAt - waitedMs,
  };
  return control;
}

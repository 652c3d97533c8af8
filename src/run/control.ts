/** The handle on a running run: what the gateway may do to it from outside, at any moment. */

import type { Clock } from '../ports/clock.ts';
import { anySignal } from '../ports/waits/abort-signals.ts';
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
  /** Milliseconds of work so far. The clock stands still while a person is waited for; with parts side by side, while all of them wait. */
  workedMs(): number;
  /** Control for one part of a plan: it has its own stop and its own wait beside those of the run. */
  part(): PartControl;
}

export interface PartControl extends RunControl {
  /** Ends this part alone. */
  readonly end: (reason: StopReason) => void;
  /** Called when the part is over: its wait no longer counts for the run's clock. */
  readonly leave: () => void;
}

export type StopReason =
  /** `also`: a further consequence of the stop, told with the end. */
  | { readonly kind: 'person'; readonly name: string; readonly also?: Text }
  | { readonly kind: 'signal'; readonly detail: string }
  /** By hand, at the computer itself. */
  | { readonly kind: 'failsafe'; readonly by: StopByHand }
  | { readonly kind: 'journal'; readonly detail: Text }
  /** The run needs an answer, and as an order's run it has nobody to ask. */
  | { readonly kind: 'question'; readonly yes: 'park' | 'skip' | 'fail' }
  /** Of a part of a plan: another part ended the plan. */
  | { readonly kind: 'other part'; readonly part: number }
  /** An outside cause blocks an order's run, which is kept for later. */
  | { readonly kind: 'put off'; readonly title: Text; readonly detail: Text };

function describeStop(why: StopReason): string {
  if (why.kind === 'person') return `stopped by ${why.name}`;
  if (why.kind === 'failsafe') return `stopped by hand (${why.by})`;
  if (why.kind === 'other part') return `stopped: part ${why.part} ended the plan`;
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
  /** Waits of each part that is under way. */
  const parts = new Set<{ waits: number }>();
  let stillSince: number | null = null;
  const isStill = (): boolean => (parts.size === 0 ? waits > 0 : [...parts].every((part) => part.waits > 0));
  const keepTime = (): void => {
    const now = clock.elapsed();
    if (isStill()) stillSince ??= now;
    else if (stillSince !== null) {
      waitedMs += now - stillSince;
      stillSince = null;
    }
  };
  const count = (of: { waits: number } | null, by: 1 | -1): void => {
    waits += by;
    if (of !== null) of.waits += by;
    keepTime();
    onWait();
  };
  const waitAs = async <T>(of: { waits: number } | null, wait: () => Promise<T>): Promise<T> => {
    count(of, 1);
    try {
      return await wait();
    } finally {
      count(of, -1);
    }
  };
  const resumedAs = async (of: { waits: number } | null, signal: AbortSignal): Promise<void> => {
    if (paused !== null) await waitAs(of, () => orAborted(paused?.resumed.promise ?? Promise.resolve(), signal));
    signal.throwIfAborted();
  };

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
    whenResumed: () => resumedAs(null, controller.signal),
    offTheClock: (wait) => waitAs(null, wait),
    isWaiting: () => waits > 0,
    workedMs: () => (stillSince ?? clock.elapsed()) - startedAt - waitedMs,
    part() {
      const own = new AbortController();
      const signal = anySignal(controller.signal, own.signal);
      const part = { waits: 0 };
      parts.add(part);
      keepTime();
      return {
        ...control,
        signal,
        whenResumed: () => resumedAs(part, signal),
        offTheClock: (wait) => waitAs(part, wait),
        isWaiting: () => part.waits > 0,
        end(reason) {
          if (!signal.aborted) own.abort(new RunStopped(reason));
        },
        leave() {
          parts.delete(part);
          keepTime();
        },
      };
    },
  };
  return control;
}

/** Rejects with the signal's reason when that aborts first. */
function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: either, resolve, reject } = Promise.withResolvers<void>();
  const abort = (): void => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  return either;
}

/** The caps of the next runs as a person set them: below those of the settings, never above; kept through restarts. */
import { z } from 'zod';
import type { Caps } from '../../config/caps.ts';
import type { StateStore } from '../../ports/state-store.ts';

export interface OwnCaps {
  /** What holds for the next run. */
  now(): Caps;
  /** As the settings of this computer name them. */
  readonly most: Caps;
  /** `mayRaise`: one that is lower now may go up again, as far as `most`. Nothing is set unless all of it is. Rejects when it cannot be kept. */
  set(wanted: Partial<Caps>, mayRaise: boolean): Promise<'set' | 'would raise' | 'too high'>;
}

const KEY = 'caps';
const amount = z.number().positive().optional().catch(undefined);
const schema = z.object({
  maxIterations: amount,
  timeLimitMs: amount,
  tokenBudget: amount,
  costLimitUsd: amount,
  dayCostLimitUsd: amount,
});
type Kept = z.infer<typeof schema>;
const NAMES = schema.keyof().options;

export function createOwnCaps(state: StateStore, most: Caps): OwnCaps {
  const read = (): Kept => schema.safeParse(state.get(KEY) ?? {}).data ?? {};
  const now = (): Caps => {
    const kept = read();
    const capOf = (name: keyof Caps): number => Math.min(most[name], kept[name] ?? most[name]);
    return {
      maxIterations: capOf('maxIterations'),
      timeLimitMs: capOf('timeLimitMs'),
      tokenBudget: capOf('tokenBudget'),
      costLimitUsd: capOf('costLimitUsd'),
      dayCostLimitUsd: capOf('dayCostLimitUsd'),
    };
  };
  /** One at a time: each writes all of them. */
  let last: Promise<unknown> = Promise.resolve();

  async function change(wanted: Partial<Caps>, mayRaise: boolean): Promise<'set' | 'would raise' | 'too high'> {
    const before = now();
    const isAbove = (caps: Caps) => NAMES.some((name) => (wanted[name] ?? 0) > caps[name]);
    if (isAbove(most)) return 'too high';
    if (!mayRaise && isAbove(before)) return 'would raise';
    const next = { ...read(), ...wanted };
    // What is as high as the settings follows them from now on.
    const lower = NAMES.flatMap((name) => {
      const cap = next[name];
      return cap === undefined || cap >= most[name] ? [] : [[name, cap] as const];
    });
    await state.set(KEY, Object.fromEntries(lower));
    return 'set';
  }

  return {
    now,
    most,
    set(wanted, mayRaise) {
      const mine = last.then(() => change(wanted, mayRaise));
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

/** The same settings, with the caps as they are whenever they are asked for. */
export function withOwnCaps<Settings extends { readonly caps: Caps }>(settings: Settings, own: OwnCaps): Settings {
  return {
    ...settings,
    get caps() {
      return own.now();
    },
  };
}

/** The caps of the next runs as a person set them: below those of the settings, never above; kept through restarts. */
import { z } from 'zod';
import type { Caps } from '../../config/caps.ts';
import type { StateStore } from '../../ports/state-store.ts';

export interface OwnCaps {
  /** The caps of the next run. */
  now(): Caps;
  /** The caps in the settings of this computer. */
  readonly most: Caps;
  /** `mayRaise`: a lowered cap may be raised again, up to `most`. Either all wanted caps are set or none. Rejects when they cannot be kept. */
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
  /** Changes run one after the other, since each writes all caps. */
  let last: Promise<unknown> = Promise.resolve();

  async function change(wanted: Partial<Caps>, mayRaise: boolean): Promise<'set' | 'would raise' | 'too high'> {
    const before = now();
    const isAbove = (caps: Caps) => NAMES.some((name) => (wanted[name] ?? 0) > caps[name]);
    if (isAbove(most)) return 'too high';
    if (!mayRaise && isAbove(before)) return 'would raise';
    const next = { ...read(), ...wanted };
    // A cap equal to the settings' is not stored, so it follows the settings from now on.
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

/** Turns the numbers that a caller saw into roles and names: by the time its act begins, the same number may be another element. */
import type { Observation } from '../screen/observe.ts';

type Params = Readonly<Record<string, unknown>>;

export type Pointed =
  | { readonly ok: true; readonly action: Params }
  /** The number it has not seen. */
  | { readonly ok: false; readonly number: number };

/** `seen`: the caller's last look; null: none, or too long ago. */
export function pointByName(action: Params, seen: Observation | null): Pointed {
  const pointed: Record<string, unknown> = { ...action };
  for (const key of ['target', 'from', 'to', 'element']) {
    const number = numberIn(key, action[key]);
    if (number === null) continue;
    const element = seen?.elements.find((one) => one.number === number);
    if (seen === null || element === undefined) return { ok: false, number };
    const { display } = seen.frame;
    const x = clamp(((element.box.x + element.box.width / 2) / display.width) * 1000);
    const y = clamp(((element.box.y + element.box.height / 2) / display.height) * 1000);
    // An element recognised from pixels is in no later list, so its place is used.
    pointed[key] = element.isRead === true ? { x, y } : { role: element.role, name: element.name, x, y };
  }
  return { ok: true, action: pointed };
}

function numberIn(key: string, value: unknown): number | null {
  if (key === 'element') return typeof value === 'number' ? value : null;
  if (typeof value !== 'object' || value === null || !('element' in value)) return null;
  return typeof value.element === 'number' ? value.element : Number.NaN;
}

function clamp(share: number): number {
  return Math.min(999, Math.max(0, Math.round(share * 10) / 10));
}

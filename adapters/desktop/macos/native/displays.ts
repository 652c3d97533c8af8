/** The displays of a Mac, as Quartz has them: points from the main display's top left corner, densities, negative origins. */
import { DesktopLost, type Display } from '../../../../src/ports/desktop.ts';
import { say } from '../../../../src/words/say.ts';
import type { Foundation } from './core-foundation.ts';
import type { Native } from './load.ts';

export interface MacDisplays {
  /** The name that the ready line shows. */
  readonly name: string;
  readonly displays: readonly Display[];
}

const MOST = 16;

/** The main display comes first. Throws `DesktopLost` where there is none. */
export function readDisplays(native: Native, cf: Foundation): MacDisplays {
  const { c } = native;
  native.hearNews();
  const [ids, count] = [new Uint32Array(MOST), new Uint32Array(1)];
  const said = c.CGGetActiveDisplayList(MOST, ids, count);
  const main = c.CGMainDisplayID();
  const active = [...ids.subarray(0, count[0] ?? 0)];
  if (said !== 0 || active.length === 0)
    throw new DesktopLost(say`no display is connected to this Mac, or all are switched off`);
  const ordered = active.toSorted((one, other) => Number(other === main) - Number(one === main));
  const displays = ordered.map((id, position): Display => {
    const bounds = c.CGDisplayBounds(id);
    const density = readDensity(id, native, cf);
    return {
      index: position + 1,
      width: Math.round(bounds.width * density),
      height: Math.round(bounds.height * density),
      originX: Math.round(bounds.x * density),
      originY: Math.round(bounds.y * density),
      density,
    };
  });
  return { name: c.CGDisplayIsBuiltin(ordered[0] ?? main) === 0 ? 'Main Display' : 'Built-in Display', displays };
}

function readDensity(id: number, { c }: Native, cf: Foundation): number {
  return cf.scope((own) => {
    const mode = own(c.CGDisplayCopyDisplayMode(id));
    if (mode === null) return 1;
    return c.CGDisplayModeGetPixelWidth(mode) / Math.max(1, c.CGDisplayModeGetWidth(mode));
  });
}

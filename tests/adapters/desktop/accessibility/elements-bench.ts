/** Hands on a display with a session bus, and short ways to say what is looked for among the elements. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { ElementList, UiElement } from '../../../../src/ports/desktop.ts';
import { english } from '../../../../src/words/speak.ts';
import { until } from '../../../support/until.ts';
import { noX11 } from '../../../support/x11.ts';
import { type HandsBench, startHandsBench } from '../hands-bench.ts';

const NEEDED = ['/usr/bin/dbus-daemon', '/usr/libexec/at-spi-bus-launcher'];
const missing = NEEDED.filter((path) => !existsSync(path));
/** For the `skip` option of `node:test`. */
export const noElements: string | false =
  noX11 || (missing.length === 0 ? false : `not installed: ${missing.join(', ')}`);

const never = new AbortController().signal;

/** Whether the look was cut short; a list of the most important 200 is whole in this sense. */
const isCutShort = ({ reason }: ElementList): boolean => / ms; there may be more/.test(english(reason));

export interface ElementsBench extends HandsBench {
  /** A look at the window in front, or at an application. */
  look(app?: string): Promise<ElementList>;
  /** A look as it comes, even when it was cut short. */
  lookOnce(app?: string): Promise<ElementList>;
  /** The element with this role and name once a look shows it. */
  find(role: string, name: string | RegExp, app?: string): Promise<UiElement>;
}

export async function startElementsBench(options: Parameters<typeof startHandsBench>[0] = {}): Promise<ElementsBench> {
  const bench = await startHandsBench({ hasSessionBus: true, ...options });
  const look = async (app?: string): Promise<ElementList> => {
    const [display] = (await bench.hands.desktop.describe(never)).displays;
    assert.ok(display !== undefined);
    return bench.hands.desktop.elements({ app: app ?? null, display }, never);
  };
  /** A machine busy with other things may cut a look short, and a window that has just come to the front may tell nothing yet: asked again. */
  const lookInPeace = async (app?: string): Promise<ElementList> => {
    let list = await look(app);
    for (let tries = 1; tries < 40 && (isCutShort(list) || list.elements.length === 0); tries += 1)
      list = await look(app);
    return list;
  };
  return {
    ...bench,
    look: lookInPeace,
    lookOnce: look,
    find: async (role, name, app) => {
      let found: UiElement | undefined;
      await until(async () => {
        found = (await look(app)).elements.find(
          (element) =>
            element.role === role && (typeof name === 'string' ? element.name === name : name.test(element.name)),
        );
        return found !== undefined;
      }, `${role} “${name}” to be listed`);
      assert.ok(found !== undefined);
      return found;
    },
  };
}

/** The number of processes waiting for a processor above which no look can be whole in 250 ms. */
const BUSY_LOAD = 6;

/** Why a test whose subject is time cannot be run now; null when it can. */
export function busyWithOthers(): string | null {
  const load = loadavg()[0] ?? 0;
  return load > BUSY_LOAD ? `this machine is busy with other things (load ${load.toFixed(1)})` : null;
}

/** The time of a look in milliseconds, including the way to the hands process and back. */
export async function timeLooks(
  { lookOnce }: ElementsBench,
  count: number,
): Promise<{
  readonly median: number;
  readonly longest: number;
  readonly times: readonly number[];
  /** The number of looks that were not cut short. */
  readonly whole: number;
}> {
  const times: number[] = [];
  let whole = 0;
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    const list = await lookOnce();
    times.push(performance.now() - startedAt);
    if (list.coverage !== 'unavailable' && !isCutShort(list)) whole += 1;
  }
  times.sort((one, other) => one - other);
  return { median: times[Math.floor(count / 2)] ?? 0, longest: times.at(-1) ?? 0, times, whole };
}

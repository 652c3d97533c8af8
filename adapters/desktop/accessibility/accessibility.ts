/** UI elements of X11 applications over AT-SPI: listed, pressed, focused, set; the elements' part of the Desktop port. */
import {
  type Box,
  type Desktop,
  type Display,
  type ElementList,
  type FrontWindow,
  Refused,
  type UiElement,
} from '../../../src/ports/desktop.ts';
import { say } from '../../../src/words/say.ts';
import type { FocusTold } from '../focus-told.ts';
import { createAccessibilityBus, type SessionEnvironment } from './accessibility-bus.ts';
import { focusElement, type Outcome, pressElement, setElement } from './act.ts';
import type { ListedElement } from './compact.ts';
import type { BusConnection, Target } from './dbus-connection.ts';
import { createFreshWalk } from './fresh-walk.ts';
import { type Look, look, unavailable } from './look.ts';
import type { RawElement } from './read-elements.ts';
import { readFocus } from './read-focus.ts';
import { createSecureLookout, type ScreenWindow, type SecureField, type SecureFields } from './secure-fields.ts';
import { type Walk, type WalkTree, walkTree } from './tree-walk.ts';

export interface Accessibility extends Pick<Desktop, 'press' | 'focus' | 'setValue'> {
  /**
   * Elements of the window in front, or of the application called `app`: at most 200 in at most 250 ms once the bus is connected
   * (which takes up to a second). Rejects only when the signal aborts; what is missing is said in the list's `reason`.
   * The front window's width in pixels tells whether its application counts in larger units (GDK_SCALE, a device scale factor).
   */
  elements(
    request: {
      readonly app: string | null;
      readonly front: FrontWindow & { readonly width: number | null };
      readonly display: Display;
      readonly patience?: number;
    },
    signal: AbortSignal,
  ): Promise<ElementList>;
  /** What has the focus in the window in front. Rejects only when the signal aborts. */
  focusTold(
    request: { readonly front: FrontWindow & { readonly width: number | null }; readonly display: Display },
    signal: AbortSignal,
  ): Promise<FocusTold>;
  /** Password fields in all windows that are shown; `isReachable` false: nobody can be asked about any. Rejects only when the signal aborts. */
  secureFields(
    shown: readonly ScreenWindow[],
    display: Display,
    signal: AbortSignal,
  ): Promise<SecureFields & { readonly isReachable: boolean }>;
  /** Where the fields are now. */
  follow(fields: readonly SecureField[], display: Display, signal: AbortSignal): Promise<readonly Box[]>;
  close(): void;
}

/** How many looks are kept: an element may be used after others have looked, and an act makes up to three looks of its own. */
const KEPT_LOOKS = 16;
/** How much more time a second look gets when the first list came late. */
const FOCUS_PATIENCE = 3;

export function createAccessibility({ env }: { readonly env: SessionEnvironment }): Accessibility {
  const access = createAccessibilityBus(env);
  const freshWalk = createFreshWalk(walkTree);
  const walk = createSharedWalk(freshWalk);
  const lookout = createSecureLookout(walk);
  let looks: readonly (readonly ListedElement[])[] = [];

  const recall = (element: UiElement): RawElement | null => {
    const found = looks.flatMap((listed) => listed.filter((known) => isSame(known.element, element)));
    return found[0]?.raw ?? null;
  };
  const act = async (
    element: UiElement,
    signal: AbortSignal,
    perform: (bus: BusConnection, raw: RawElement) => Promise<Outcome>,
  ): Promise<Outcome> => {
    signal.throwIfAborted();
    const raw = recall(element);
    if (raw === null) return 'impossible';
    const reached = await abortable(access.reach(), signal);
    if (!reached.ok) return 'impossible';
    const outcome = await abortable(perform(reached.bus, raw), signal);
    if (outcome === 'stale') {
      throw new Refused(say`element ${element.number} is no longer what it was at the last look; look again first`);
    }
    if (outcome === 'hanging') throw new Refused(say`the application does not answer; wait a moment and look again`);
    return outcome;
  };

  return {
    elements: async ({ app, front, display, patience }, signal) => {
      signal.throwIfAborted();
      const wanted = app === null ? front : { pid: null, app, title: '', width: null };
      const lookOnce = async (): Promise<Look> => {
        const reached = await access.reach();
        // A patient look walks by itself: a shared walk may have begun earlier and end sooner.
        const own = patience === undefined || patience === 1 ? walk : freshWalk;
        return reached.ok ? look(reached.bus, wanted, display, patience, own) : unavailable(reached.reason);
      };
      const { list, listed } = await abortable(lookOnce(), signal);
      looks = [listed, ...looks].slice(0, KEPT_LOOKS);
      return list;
    },
    focusTold: async ({ front, display }, signal) => {
      signal.throwIfAborted();
      const ask = async (): Promise<FocusTold> => {
        const reached = await access.reach();
        if (!reached.ok) return { kind: 'unknown' };
        const first = await look(reached.bus, front, display, 1, walk);
        const told = readFocus(first, reached.bus);
        if (told.kind !== 'unknown' || first.list.isLate !== true) return told;
        // On a busy machine a second look at the focus is worth the wait: typing blindly costs more.
        return readFocus(await look(reached.bus, front, display, FOCUS_PATIENCE, freshWalk), reached.bus);
      };
      return await abortable(ask(), signal);
    },
    press: async (element, signal) => {
      const outcome = await act(element, signal, (bus, raw) => pressElement(bus, raw, signal));
      // A press that was not answered is most likely done, and a click after it would be the second one.
      return outcome === 'done' || outcome === 'unanswered';
    },
    focus: async (element, signal) =>
      (await act(element, signal, (bus, raw) => focusElement(bus, raw, signal))) === 'done',
    setValue: async (element, text, signal) =>
      (await act(element, signal, (bus, raw) => setElement(bus, raw, text, signal))) === 'done',
    secureFields: async (shown, display, signal) => {
      signal.throwIfAborted();
      const find = async (): Promise<SecureFields & { readonly isReachable: boolean }> => {
        const reached = await access.reach();
        if (!reached.ok) return { ...lookout.recall(shown), isReachable: false };
        return { ...(await lookout.find(reached.bus, shown, display)), isReachable: true };
      };
      return abortable(find(), signal);
    },
    follow: async (fields, display, signal) => {
      signal.throwIfAborted();
      const reached = await access.reach();
      if (!reached.ok) return fields.map(({ box }) => box);
      return abortable(lookout.follow(reached.bus, fields, display), signal);
    },
    close: access.close,
  };
}

/** Compares with the element as it was given out; it may have been copied between processes since. */
function isSame(one: UiElement, other: UiElement): boolean {
  return (
    one.number === other.number &&
    one.role === other.role &&
    one.name === other.name &&
    (['x', 'y', 'width', 'height'] as const).every((side) => one.box[side] === other.box[side])
  );
}

/** Rejects at once when the signal aborts; what is under way ends by its own limits. */
function abortable<Value>(running: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** A walk that is shared: whoever asks while one down the same window is under way gets its nodes. */
function createSharedWalk(walkTree: WalkTree): WalkTree {
  const underWay = new Map<string, Promise<Walk | null>>();
  const keyOf = ({ name, path }: Target): string => `${name} ${path}`;
  return (bus, window, view, until) => {
    const key = keyOf(window);
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const walk = walkTree(bus, window, view, until).finally(() => underWay.delete(key));
    underWay.set(key, walk);
    return walk;
  };
}

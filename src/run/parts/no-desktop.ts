/** The desktop port of a part without the desktop: it shows nothing, refuses all input, and does not release what others hold down. */
import type { Desktop, Display, Fingerprint, Frame } from '../../ports/desktop.ts';
import { Refused } from '../../ports/desktop.ts';
import { say } from '../../words/say.ts';

const REFUSED = say`This part of the plan works without the screen.`;
const SEE_NOTHING = { permission: 'see', program: '', isMoving: false } as const;
const NOTHING: Fingerprint = { columns: 1, rows: 1, tiles: new Uint32Array(1) };
const DISPLAY: Display = { index: 1, width: 1, height: 1, originX: 0, originY: 0, density: 1 };

/** `of`: desktop that describes the computer. */
export function createNoDesktop(of: Pick<Desktop, 'describe'>, now: () => number): Desktop {
  const refuse = async (): Promise<never> => {
    throw new Refused(REFUSED);
  };
  const frame = (): Frame => ({
    takenAt: now(),
    display: DISPLAY,
    jpeg: new Uint8Array(),
    width: 1,
    height: 1,
    fingerprint: NOTHING,
    isBlack: false,
    cover: { covered: [], unsure: [] },
  });
  return {
    async describe(signal) {
      signal.throwIfAborted();
      const { platform, name } = await of.describe(signal);
      return { platform, name, displays: [DISPLAY], lacks: [SEE_NOTHING] };
    },
    async capture(_request, signal) {
      signal.throwIfAborted();
      return frame();
    },
    fingerprint: async () => NOTHING,
    glimpse: async () => null,
    front: async () => ({ app: '', title: '', pid: null }),
    windowAt: async () => null,
    titles: async () => [],
    elements: async () => ({ elements: [], coverage: 'complete', reason: '' }),
    webElements: async () => ({ elements: [], coverage: 'complete', reason: '' }),
    press: refuse,
    focus: refuse,
    setValue: refuse,
    cursor: async () => ({ display: DISPLAY, x: 0, y: 0 }),
    move: refuse,
    click: refuse,
    mouseDown: refuse,
    mouseUp: refuse,
    drag: refuse,
    scroll: refuse,
    type: refuse,
    key: refuse,
    holdKey: refuse,
    keepDown: refuse,
    clipboardRead: refuse,
    clipboardCopy: async () => null,
    clipboardWrite: refuse,
    presence: async () => ({ screen: 'on', keysPressed: null }),
    presses: async () => null,
    wake: async () => undefined,
    stayAwake: async () => undefined,
    releaseAll: async () => undefined,
    close: async () => undefined,
  };
}

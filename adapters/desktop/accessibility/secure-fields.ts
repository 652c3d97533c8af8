/** Where password fields show, in every window one can see: what must be black in a picture. Bounded in time; what was not reached is named. */
import type { Box, Display } from '../../../src/ports/desktop.ts';
import { applicationOf, CHILDREN, EXTENTS, type Extents, hasState, processOf, REGISTRY, STATE } from './atspi.ts';
import { BUS, type BusConnection, readValue, type Target } from './dbus-connection.ts';
import { findRole } from './roles.ts';
import { findEdges, findScale } from './scale.ts';
import type { WalkTree } from './tree-walk.ts';
import { readWindow, type ShownWindow } from './windows.ts';

/** A window as the screen tells it. */
export interface ScreenWindow {
  readonly pid: number | null;
  readonly app: string;
  readonly title: string;
  /** In pixels, without decoration. */
  readonly width: number;
  /** With decoration, in pixels of the display. */
  readonly box: Box;
}

/** A password field and the window it is in; null when the screen shows no such window. */
export interface SecureField {
  readonly target: Target;
  readonly scale: number;
  readonly window: ScreenWindow | null;
  readonly box: Box;
}

export interface SecureFields {
  readonly fields: readonly SecureField[];
  /** Windows that could not be looked through, wholly or in part. */
  readonly unsure: readonly ScreenWindow[];
}

const FIND_MS = 120;
const LOOK_MS = 220;
const FOLLOW_MS = 60;

export interface SecureLookout {
  /** Never rejects. Remembers: a window that does not answer in time keeps the fields it had, as long as it stays where it is. */
  find(bus: BusConnection, shown: readonly ScreenWindow[], display: Display): Promise<SecureFields>;
  /** The fields found before, in windows that stay where they were: for when the bus cannot be asked. */
  recall(shown: readonly ScreenWindow[]): SecureFields;
  /** Where those fields are now; a field that does not answer is where it was. */
  follow(bus: BusConnection, fields: readonly SecureField[], display: Display): Promise<readonly Box[]>;
}

export function createSecureLookout(walkTree: WalkTree): SecureLookout {
  let known: readonly WindowLook[] = [];
  const stayed = (shown: readonly ScreenWindow[], isAsked: (look: WindowLook) => boolean): readonly WindowLook[] =>
    known.filter(isAsked).flatMap((before) => {
      const screen = shown.find((window) => isInPlace(before, window));
      return screen === undefined ? [] : [{ ...before, isWhole: false, screen }];
    });
  return {
    recall(shown) {
      known = stayed(shown, () => true);
      return { fields: fieldsOf(known), unsure: shown };
    },
    async find(bus, shown, display) {
      const startedAt = performance.now();
      const heard = known.map(({ target }) => target.name);
      const { windows, silent } = await listWindows(bus, heard, startedAt + FIND_MS);
      const looks = await Promise.all(
        windows.map(async ({ window, pid }) => {
          const screen = matchWindow(window, pid, shown);
          const look = await lookInto(bus, { window, screen }, display, walkTree, startedAt + LOOK_MS);
          const before = known.find(({ target }) => isSame(target, window.target));
          return before !== undefined && isInPlace(before, screen) ? withKnown(look, before) : look;
        }),
      );
      known = [...looks, ...stayed(shown, ({ target }) => silent.includes(target.name))];
      const seen = looks.filter(({ isWhole }) => isWhole).map(({ screen }) => screen);
      return {
        fields: fieldsOf(known),
        unsure: shown.filter((window) => !seen.includes(window)),
      };
    },
    follow(bus, fields, display) {
      const until = performance.now() + FOLLOW_MS;
      return Promise.all(
        fields.map(async ({ target, scale, box }) => {
          const extents = readValue(await bus.ask(target, EXTENTS, until));
          return extents === null ? box : toBox(extents, scale, display);
        }),
      );
    },
  };
}

/** What a look into one window found. */
interface WindowLook {
  readonly target: Target;
  readonly screen: ScreenWindow | null;
  readonly fields: readonly Omit<SecureField, 'window'>[];
  /** Everything in the window was looked at. */
  readonly isWhole: boolean;
}

function fieldsOf(looks: readonly WindowLook[]): readonly SecureField[] {
  return looks.flatMap(({ fields, screen }) => fields.map((field) => ({ ...field, window: screen })));
}

function isInPlace({ screen }: WindowLook, now: ScreenWindow | null): boolean {
  if (screen === null || now === null) return false;
  return screen.pid === now.pid && screen.app === now.app && JSON.stringify(screen.box) === JSON.stringify(now.box);
}

function withKnown(look: WindowLook, before: WindowLook): WindowLook {
  if (look.isWhole) return look;
  const missing = before.fields.filter(({ target }) => !look.fields.some((field) => isSame(field.target, target)));
  return { ...look, fields: [...look.fields, ...missing] };
}

interface Listed {
  readonly windows: readonly { readonly window: ShownWindow; readonly pid: number | null }[];
  /** Applications that did not answer in time. */
  readonly silent: readonly string[];
}

/** `heard`: applications that were there before; they are used when the registry does not answer in time. */
async function listWindows(bus: BusConnection, heard: readonly string[], until: number): Promise<Listed> {
  const applications = readValue(await bus.ask(REGISTRY, CHILDREN, until));
  const names = [...new Set(applications?.map(({ name }) => name) ?? heard)];
  const listed = await Promise.all(
    names.map(async (name) => {
      const [pid, children] = await Promise.all([
        bus.ask(BUS, processOf(name), until),
        bus.ask(applicationOf(name), CHILDREN, until),
      ]);
      const targets = readValue(children) ?? [];
      const windows = await Promise.all(targets.map((target) => readWindow(bus, target, until)));
      const isSilent = !children.ok || windows.some((window) => window === null);
      return { name, pid: readValue(pid), windows, isSilent };
    }),
  );
  const windows = listed.flatMap(({ pid, windows }) =>
    windows.flatMap((window) => (window !== null && hasState(window.states, STATE.showing) ? [{ window, pid }] : [])),
  );
  return { windows, silent: listed.filter(({ isSilent }) => isSilent).map(({ name }) => name) };
}

/** By title, of its own process where that is known: a sandboxed application has another one on the bus. */
function matchWindow({ name }: ShownWindow, pid: number | null, shown: readonly ScreenWindow[]): ScreenWindow | null {
  const own = shown.filter((window) => window.pid !== null && window.pid === pid);
  const titled = own.find(({ title }) => title === name) ?? (own.length === 1 ? own[0] : undefined);
  return titled ?? shown.find(({ title }) => title !== '' && title === name) ?? null;
}

async function lookInto(
  bus: BusConnection,
  { window, screen }: { readonly window: ShownWindow; readonly screen: ScreenWindow | null },
  display: Display,
  walkTree: WalkTree,
  until: number,
): Promise<WindowLook> {
  const { target } = window;
  const scale = findScale(screen?.width ?? null, window.extents);
  const walk = await walkTree(bus, target, { bottom: findEdges(display).bottom, scale }, until);
  const secure = (walk?.nodes ?? []).filter(({ role }) => findRole(role)?.kind === 'secure');
  const places = await Promise.all(secure.map((node) => bus.ask(node.target, EXTENTS, until)));
  const fields = secure.flatMap((node, index) => {
    const extents = readValue(places[index]);
    return extents === null
      ? []
      : [{ target: node.target, scale: node.scale, box: toBox(extents, node.scale, display) }];
  });
  const isWhole = walk !== null && walk.cut === 'nothing' && fields.length === secure.length;
  return { target, screen, fields, isWhole };
}

function toBox([x, y, width, height]: Extents, scale: number, { originX, originY }: Display): Box {
  return {
    x: Math.floor(x * scale) - originX,
    y: Math.floor(y * scale) - originY,
    width: Math.ceil(width * scale),
    height: Math.ceil(height * scale),
  };
}

function isSame(one: Target, other: Target): boolean {
  return one.name === other.name && one.path === other.path;
}

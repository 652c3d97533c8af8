/** Tells native Wayland windows, which an X client can neither see nor work, where the X server only serves the X windows among them. */
import { Refused } from '../../../src/ports/desktop.ts';
import { say } from '../../../src/words/say.ts';
import type { Spot } from '../pointer.ts';
import { askForExtension, type XConnection } from './connection.ts';
import { readMonitorName } from './monitors.ts';
import type { XProperties } from './properties.ts';
import { findWindowAt, readStack } from './stacking.ts';
import { readFrontWindow } from './windows.ts';

export interface WaylandGuard {
  /** Rejects with `Refused` where no X window is. */
  checkSpot(spot: Spot): Promise<void>;
  /** Rejects with `Refused` while no X window has the keys. */
  checkKeys(): Promise<void>;
  isNativeInFront(): Promise<boolean>;
}

export const NATIVE_WINDOW = say`This is no X11 window but a native Wayland one, which I cannot work. Start that application with GDK_BACKEND=x11, QT_QPA_PLATFORM=xcb or --ozone-platform=x11, or log out and choose a session “on Xorg”.`;

/** On any server but Xwayland the guard checks nothing. */
export async function createWaylandGuard(connection: XConnection, properties: XProperties): Promise<WaylandGuard> {
  return guardWayland(await isXwayland(connection, properties), {
    stack: () => readStack(properties, connection.root),
    front: () => readFrontWindow(properties, connection.root),
  });
}

/** It says so itself since 23.1; before, its monitors have names of their own. */
async function isXwayland(connection: XConnection, properties: XProperties): Promise<boolean> {
  if ((await askForExtension(connection, 'XWAYLAND')) !== null) return true;
  const name = await readMonitorName(connection);
  return name !== null && (await properties.atomName(name)).startsWith('XWAYLAND');
}

interface ShownWindows {
  stack(): ReturnType<typeof readStack>;
  front(): Promise<{ readonly app: string; readonly window?: string }>;
}

export function guardWayland(isWayland: boolean, { stack, front }: ShownWindows): WaylandGuard {
  const isNativeInFront = async (): Promise<boolean> => isWayland && (await front()).window === undefined;
  return {
    async checkSpot({ x, y }) {
      if (isWayland && findWindowAt(await stack(), x, y) === null) throw new Refused(NATIVE_WINDOW);
    },
    async checkKeys() {
      if (await isNativeInFront()) throw new Refused(NATIVE_WINDOW);
    },
    isNativeInFront,
  };
}

/** Finds the desktop to work on: an existing display, or a virtual one that ends with Deskhand. */
import { findDisplay } from '../../../adapters/desktop/find-display.ts';
import { startVirtualDisplay, type VirtualDisplay } from '../../../adapters/desktop/virtual-display.ts';
import { SaidError } from '../../words/said-error.ts';
import { say } from '../../words/say.ts';
import { EXIT, ExitError } from '../exit.ts';

export interface OpenDesktop {
  readonly platform: 'x11' | 'macos';
  /** Environment for programs that should appear on it, read at each use: a virtual display that died is replaced by a new one. */
  env(): Readonly<Record<string, string | undefined>>;
  close(): Promise<void>;
}

const VIRTUAL_SIZE = { width: 1440, height: 900 };

export interface DesktopWish {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `found`: an existing display, else a virtual one; `virtual`: always a virtual one. */
  readonly display: 'found' | 'virtual';
}

export async function openDesktop(wish: DesktopWish, signal: AbortSignal): Promise<OpenDesktop> {
  const isThere = process.platform === 'darwin' || (wish.display === 'found' && (await findDisplay(wish.env)).ok);
  if (isThere) {
    return {
      platform: process.platform === 'darwin' ? 'macos' : 'x11',
      env: () => wish.env,
      close: () => Promise.resolve(),
    };
  }
  return await openVirtual(wish, signal);
}

async function openVirtual(wish: DesktopWish, signal: AbortSignal): Promise<OpenDesktop> {
  let isClosed = false;
  let virtual = await startVirtual(wish, signal);
  const keepAlive = async (): Promise<void> => {
    while (!isClosed) {
      await virtual.ended;
      if (isClosed) return;
      await virtual.stop();
      virtual = await startVirtual(wish, signal);
    }
  };
  // When no new display can be started, the input process reports that the desktop is down.
  keepAlive().catch(() => undefined);
  return {
    platform: 'x11',
    env: () => virtual.env,
    close() {
      isClosed = true;
      return virtual.stop();
    },
  };
}

async function startVirtual(wish: DesktopWish, signal: AbortSignal): Promise<VirtualDisplay> {
  try {
    return await startVirtualDisplay({ ...VIRTUAL_SIZE, hasSessionBus: true, env: wish.env }, signal);
  } catch (error) {
    const why = error instanceof SaidError ? error.text : String(error instanceof Error ? error.message : error);
    throw new ExitError(EXIT.lacking, say`There is no display, and a virtual one could not be started: ${why}`, {
      cause: error,
    });
  }
}

/**
 * libnut: the native part of nut-js, which works the pointer and reads the screen on X11. It is imported without nut-js's own layers:
 * those cost 90 ms to import, sleep 100–300 ms a call and move the pointer in a busy loop.
 * It ends its process with SIGSEGV when there is no display: load it only in a process that may die, after the display answered.
 */
import { createRequire } from 'node:module';

/** What Deskhand uses of libnut's functions; coordinates are those of the whole desktop. */
export interface Libnut {
  setMouseDelay(ms: number): void;
  setKeyboardDelay(ms: number): void;
  moveMouse(x: number, y: number): void;
  mouseClick(button: string): void;
  mouseToggle(state: 'down' | 'up', button: string): void;
  /** Wheel notches: y up, x to the *left*, negative the other way; nut-js's scrollLeft goes right. */
  scrollMouse(x: number, y: number): void;
  readonly screen: {
    capture(
      x?: number,
      y?: number,
      width?: number,
      height?: number,
    ): { readonly width: number; readonly height: number; readonly byteWidth: number; readonly image: Buffer };
  };
}

/** Loads the binary of this platform (1 ms) and switches its built-in sleeps off. */
export function loadLibnut(): Libnut {
  // The package's main file exports nut-js's classes; this one of its files picks the platform's binary.
  const { libnut }: { libnut: Libnut } = createRequire(import.meta.url)('@nut-tree-fork/libnut/dist/import_libnut.js');
  libnut.setMouseDelay(0);
  libnut.setKeyboardDelay(0);
  return libnut;
}

/** Facts of a Mac that only its frameworks tell: the keyboard layout of the moment, and who is responsible for us. */
import { createFoundation } from './native/core-foundation.ts';
import { createLayout } from './native/layout.ts';
import { loadNative } from './native/load.ts';
import { findResponsible, type Responsible } from './native/responsible.ts';
import { createWindows } from './native/windows.ts';

export interface MacFacts {
  /** As com.apple.keylayout.German. */
  layout(): string;
  responsible(): Responsible;
}

/** `library`: what stands in for the frameworks in tests. */
export function openMacFacts(library?: string): MacFacts {
  const native = loadNative(library);
  const cf = createFoundation(native);
  const layout = createLayout(native, cf);
  const windows = createWindows(native, cf);
  return {
    layout: layout.name,
    responsible: () => findResponsible(native, windows, { pid: process.pid, nodePath: process.execPath }),
  };
}

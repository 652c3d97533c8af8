/** What macOS lets this process do, asked silently; and the one time a permission is asked for. */
import type { Foundation } from './core-foundation.ts';
import type { Native } from './load.ts';
import type { MacWindow } from './windows.ts';

export interface Permissions {
  /** Clicks, keys and elements (Accessibility). */
  mayTouch(): boolean;
  /** Windows in pictures, and their titles (Screen Recording). */
  maySee(windows: readonly MacWindow[]): boolean;
  /** Shows macOS's own question, which also puts the program on the list of the pane. */
  ask(which: 'touch' | 'see'): void;
}

/** Fewer windows than this prove nothing when none of them has a title. */
const ENOUGH_WINDOWS = 3;
const DOCK = 'com.apple.dock';

export function createPermissions({ c, constants }: Native, cf: Foundation, ownPid: number): Permissions {
  return {
    mayTouch: () => c.AXIsProcessTrusted(),
    maySee: (windows) => {
      // The preflight call tells the state at the start of this process; other programs' titles are readable only while it is allowed.
      const others = windows.filter(({ pid, bundle }) => pid !== ownPid && bundle !== DOCK && bundle !== '');
      if (others.some(({ title }) => title !== null && title !== '')) return true;
      return c.CGPreflightScreenCaptureAccess() && others.length < ENOUGH_WINDOWS;
    },
    ask: (which) => {
      if (which === 'see') c.CGRequestScreenCaptureAccess();
      else
        cf.scope((own) => {
          const [key, value] = [cf.constant('AXTrustedCheckOptionPrompt'), constants.kCFBooleanTrue];
          const [keys, values] = [new BigUint64Array([key]), new BigUint64Array([value])];
          const { kCFTypeDictionaryKeyCallBacks, kCFTypeDictionaryValueCallBacks } = constants;
          c.AXIsProcessTrustedWithOptions(
            own(
              c.CFDictionaryCreate(
                null,
                keys,
                values,
                1,
                kCFTypeDictionaryKeyCallBacks,
                kCFTypeDictionaryValueCallBacks,
              ),
            ),
          );
        });
    },
  };
}

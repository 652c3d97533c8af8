/** The stop by hand at the computer, for the platform this runs on. */
import { createLackNote, createLocalStop } from '../../../adapters/desktop/local-stop/local-stop.ts';
import type { OwnEscape } from '../../../adapters/desktop/local-stop/own-escape.ts';
import { createMacStopKeys } from '../../../adapters/desktop/macos/stop-keys.ts';
import { createX11StopKeys } from '../../../adapters/desktop/x11/stop-keys.ts';
import { parseKeys } from '../../action/keys.ts';
import type { LocalStop } from '../../ports/local-stop.ts';
import { english } from '../../words/speak.ts';
import { EXIT, ExitError } from '../exit.ts';

export interface OpenLocalStopOptions {
  readonly platform: 'x11' | 'macos';
  /** Variables that lead to the display, read at each use. */
  readonly env: () => Readonly<Record<string, string | undefined>>;
  /** STOP_KEY. */
  readonly keys: string;
  readonly ownEscape: Pick<OwnEscape, 'mayBeDown'>;
  readonly warn: (problem: string) => void;
  /** Replaces a Mac's frameworks in tests. */
  readonly library?: string;
}

export function openLocalStop({ platform, env, keys, ownEscape, warn, library }: OpenLocalStopOptions): LocalStop {
  const parsed = parseKeys(keys);
  if (!parsed.ok) throw new ExitError(EXIT.configuration, `STOP_KEY: ${english(parsed.reason)}`);
  const options = {
    combo: parsed.combo,
    ownEscape,
    now: () => performance.now(),
    onLack: createLackNote(parsed.combo, warn),
  };
  return createLocalStop(
    platform === 'macos'
      ? createMacStopKeys(library === undefined ? options : { ...options, library })
      : createX11StopKeys({ ...options, env }),
    warn,
  );
}

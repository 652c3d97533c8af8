/** Whether a Mac's screen can be worked: whether it is locked, asleep or another person's session. */
import type { ScreenState } from '../../../../src/ports/desktop.ts';
import type { Foundation } from './core-foundation.ts';
import type { Native } from './load.ts';

/**
 * CGSSessionScreenIsLocked is there only while it is locked; kCGSSessionOnConsoleKey is false while another person's session is on the
 * screen. Without a session (started by a daemon) nothing is known, and the picture will tell.
 */
export function readScreenState({ c }: Native, cf: Foundation): ScreenState {
  const isLocked = cf.scope((own) => {
    const session = own(c.CGSessionCopyCurrentDictionary());
    if (session === null) return false;
    const isSet = (key: string): boolean | null => cf.readFlag(cf.lookUp(session, key));
    return isSet('CGSSessionScreenIsLocked') === true || isSet('kCGSSessionOnConsoleKey') === false;
  });
  if (isLocked) return 'locked';
  return c.CGDisplayIsAsleep(c.CGMainDisplayID()) === 0 ? 'on' : 'asleep';
}

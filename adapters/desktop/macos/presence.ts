/**
 * Whether a Mac's screen can be worked and whether somebody types: asked of a helper that is kept alive, apart from the one for
 * elements, which applications can hold up. From Apple's documentation of Quartz Display Services, Quartz Window Services
 * (CGSessionCopyCurrentDictionary) and Quartz Event Services; its script is tested against a bridge in memory, it was not run on a Mac.
 */
import { z } from 'zod';
import type { Presence } from '../../../src/ports/desktop.ts';
import { ANSWER_LINES } from './answer-lines.ts';
import type { AxHelper } from './ax-helper.ts';

/**
 * CGSSessionScreenIsLocked is there only while the screen is locked; kCGSSessionOnConsoleKey is false while another person's session is
 * on the screen. 1 is kCGEventSourceStateHIDSystemState, which counts what comes from the hardware; 10 is kCGEventKeyDown.
 */
export const PRESENCE_SCRIPT = `
ObjC.import('CoreGraphics');
ObjC.bindFunction('CGSessionCopyCurrentDictionary', ['id', []]);
ObjC.bindFunction('CGMainDisplayID', ['unsigned int', []]);
ObjC.bindFunction('CGDisplayIsAsleep', ['bool', ['unsigned int']]);
ObjC.bindFunction('CGEventSourceCounterForEventType', ['unsigned int', ['int', 'unsigned int']]);
const isSet = (value) => value === true || value === 1;
const ACTS = {
  presence: () => {
    const session = ObjC.deepUnwrap($.CGSessionCopyCurrentDictionary()) || {};
    const onConsole = session.kCGSSessionOnConsoleKey;
    return {
      locked: isSet(session.CGSSessionScreenIsLocked) || onConsole === false || onConsole === 0,
      asleep: isSet($.CGDisplayIsAsleep($.CGMainDisplayID())),
      keys: $.CGEventSourceCounterForEventType(1, 10),
    };
  },
};
${ANSWER_LINES}`;

const answerSchema = z.object({ locked: z.boolean(), asleep: z.boolean(), keys: z.number() });
/** Its first answer comes after its start. */
const ANSWER_MS = 1500;

/** A Mac that does not answer is taken for one that can be worked: a locked one also shows by its black picture. */
export async function readMacPresence(helper: Pick<AxHelper, 'ask'>, signal: AbortSignal): Promise<Presence> {
  const answer = answerSchema.safeParse(await helper.ask({ do: 'presence' }, ANSWER_MS, signal));
  if (!answer.success) return { screen: 'on', keysPressed: null };
  const { locked, asleep, keys } = answer.data;
  return { screen: locked ? 'locked' : asleep ? 'asleep' : 'on', keysPressed: keys };
}

/** -u: as if somebody had touched it, which switches the display on; -t: for so many seconds. */
export const WAKE_COMMAND: readonly [string, ...string[]] = ['caffeinate', '-u', '-t', '2'];

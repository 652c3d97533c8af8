/**
 * Lets go of every key a Mac takes for pressed: an earlier life of hands may have ended while it held one. From Apple's documentation of
 * Quartz Event Services; not run here.
 */

/** 0 is kCGEventSourceStateCombinedSessionState, and kCGHIDEventTap; virtual key codes end at 127. */
const SCRIPT = `ObjC.import('CoreGraphics');
for (let key = 0; key < 128; key += 1)
  if ($.CGEventSourceKeyState(0, key)) $.CGEventPost(0, $.CGEventCreateKeyboardEvent($(), key, false));`;

export const RELEASE_KEYS_COMMAND: readonly [string, ...string[]] = ['osascript', '-l', 'JavaScript', '-e', SCRIPT];

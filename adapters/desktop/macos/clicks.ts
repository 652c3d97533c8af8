/** Three clicks in one place: a Mac is told the count with each event, and libnut can say only one and two. Not run here. */
import type { MouseButton } from '../../../src/ports/desktop.ts';
import type { Spot } from '../pointer.ts';

/** CGEventType of pressing and releasing, and CGMouseButton (CGEventTypes.h). */
const EVENTS: Readonly<Record<MouseButton, readonly [number, number, number]>> = {
  left: [1, 2, 0],
  right: [3, 4, 1],
  middle: [25, 26, 2],
};

/** kCGMouseEventClickState is 1, kCGHIDEventTap is 0. */
const SCRIPT = `ObjC.import('CoreGraphics');
function run(args) {
  const [x, y, down, up, button] = args.map(Number);
  for (let count = 1; count <= 3; count += 1) {
    for (const type of [down, up]) {
      const event = $.CGEventCreateMouseEvent($(), type, $.CGPointMake(x, y), button);
      $.CGEventSetIntegerValueField(event, 1, count);
      $.CGEventPost(0, event);
    }
  }
}`;

/** `spot` in points of the whole desktop. */
export function tripleClickCommand(spot: Spot, button: MouseButton): readonly [string, ...string[]] {
  const args = [spot.x, spot.y, ...EVENTS[button]].map(String);
  return ['osascript', '-l', 'JavaScript', '-e', SCRIPT, '--', ...args];
}

/** The functions of Gemini's computer-use tool on a desktop, as actions of Deskhand. Places are 0–999 of the first picture. */
import { z } from 'zod';
import type { ScreenPart } from '../../src/ports/model.ts';
import type { FlatAction, HostedCall } from './hosted-reply.ts';

const grid = z.number();
const at = { x: grid, y: grid };

/** Each takes what the function takes, places turned afterwards; `intent` and `safety_decision` are read apart. */
const functions = {
  click: click('left', 1),
  double_click: click('left', 2),
  triple_click: click('left', 3),
  right_click: click('right', 1),
  middle_click: click('middle', 1),
  mouse_down: z.object(at).transform((point) => ({ action: 'mouse_down', ...point })),
  mouse_up: z.object(at).transform((point) => ({ action: 'mouse_up', ...point })),
  move: z.object(at).transform((point) => ({ action: 'move', ...point })),
  type: z
    .object({ text: z.string(), press_enter: z.boolean().default(false) })
    .transform(({ text, press_enter: isSent }) => ({ action: 'type', text: isSent ? `${text}\n` : text })),
  drag_and_drop: z
    .object({ start_x: grid, start_y: grid, end_x: grid, end_y: grid })
    .transform(({ start_x: x, start_y: y, end_x: to_x, end_y: to_y }) => ({ action: 'drag', x, y, to_x, to_y })),
  wait: z.object({ seconds: z.number().default(1) }).transform(({ seconds }) => ({ action: 'wait', seconds })),
  press_key: z.object({ key: z.string() }).transform(({ key }) => ({ action: 'key', text: key })),
  key_down: z.object({ key: z.string() }).transform(({ key }) => ({ action: 'key_down', text: key })),
  key_up: z.object({ key: z.string() }).transform(({ key }) => ({ action: 'key_up', text: key })),
  hotkey: z.object({ keys: z.array(z.string()).min(1) }).transform(({ keys }) => ({
    action: 'key',
    // A single plus among the keys means the plus key.
    text: keys.map((key) => (key === '+' ? 'plus' : key)).join('+'),
  })),
  take_screenshot: z.object({}).transform(() => ({ action: 'screenshot' })),
  scroll: z
    .object({
      ...at,
      direction: z.enum(['up', 'down', 'left', 'right']),
      magnitude_in_pixels: z.number().default(300),
    })
    .transform(({ x, y, direction, magnitude_in_pixels: pixels }) => ({
      action: 'scroll',
      x,
      y,
      direction,
      count: Math.min(20, Math.max(1, Math.round(pixels / PIXELS_PER_NOTCH))),
    })),
} as const;

/** What most applications scroll by one notch of the wheel. */
const PIXELS_PER_NOTCH = 100;

function click(button: 'left' | 'right' | 'middle', count: number) {
  return z.object(at).transform((point) => ({ action: 'click', button, count, ...point }));
}

/** What a call means. Never throws. `part`: what the first picture shows; null: there was none. */
export function readFunction(name: string, args: unknown, part: ScreenPart | null): HostedCall {
  const schema = Object.entries(functions).find(([own]) => own === name)?.[1];
  if (schema === undefined) return { kind: 'fault', told: `Deskhand has no action like ${name}.` };
  const parsed = schema.safeParse(args ?? {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { kind: 'fault', told: `${name}: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}` };
  }
  const flat: FlatAction = parsed.data;
  if (!('x' in flat)) return { kind: 'action', action: flat };
  if (part === null)
    return { kind: 'fault', told: 'No picture was sent, so there are no places on it to name; use an element.' };
  return { kind: 'action', action: place(flat, part) };
}

/** Points of a 1000×1000 grid over the picture, as 0–1000 of the whole screen; the middle of each square. */
function place(flat: FlatAction, part: ScreenPart): FlatAction {
  const across = (x: unknown): number => round(part.x + ((Number(x) + 0.5) / 1000) * part.width);
  const down = (y: unknown): number => round(part.y + ((Number(y) + 0.5) / 1000) * part.height);
  const to = 'to_x' in flat ? { to_x: across(flat.to_x), to_y: down(flat.to_y) } : {};
  return { ...flat, x: across(flat.x), y: down(flat.y), ...to };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

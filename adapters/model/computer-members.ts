/** The members of Anthropic's computer toolset, and of the single tool before it, as actions of Deskhand. */
import { z } from 'zod';
import type { ScreenPart } from '../../src/ports/model.ts';
import type { HostedCall } from './hosted-reply.ts';

/** The first picture of the question: its size in pixels, and what of the screen it shows. null: there was none. */
export type SeenScreen = { readonly width: number; readonly height: number; readonly part: ScreenPart } | null;

const point = z.tuple([z.number(), z.number()]);
const held = z.string().nullish();
const duration = z.number().min(0);

/** Schemas of the members' parameters; unknown keys are dropped. Places are in pixels here and converted afterwards. */
const members = {
  key: z
    .object({ text: z.string(), repeat: z.number().nullish() })
    .transform(({ text, repeat }) => ({ action: 'key', text, ...(repeat == null ? {} : { count: repeat }) })),
  hold_key: z
    .object({ text: z.string(), duration })
    .transform(({ text, duration: seconds }) => ({ action: 'hold_key', text, seconds })),
  type: z.object({ text: z.string() }).transform(({ text }) => ({ action: 'type', text })),
  cursor_position: z.object({}).transform(() => ({ action: 'cursor_position' })),
  mouse_move: z.object({ coordinate: point }).transform(({ coordinate: at }) => ({ action: 'move', at })),
  left_mouse_down: z.object({}).transform(() => ({ action: 'mouse_down' })),
  left_mouse_up: z.object({}).transform(() => ({ action: 'mouse_up' })),
  left_click: click('left', 1),
  right_click: click('right', 1),
  middle_click: click('middle', 1),
  double_click: click('left', 2),
  triple_click: click('left', 3),
  left_click_drag: z
    .object({ start_coordinate: point, coordinate: point, text: held })
    .transform(({ start_coordinate: at, coordinate: to, text }) => ({ action: 'drag', at, to, ...withHeld(text) })),
  scroll: z
    .object({
      coordinate: point.nullish(),
      scroll_direction: z.enum(['up', 'down', 'left', 'right']),
      scroll_amount: z.number(),
      text: held,
    })
    .transform(({ coordinate, scroll_direction: direction, scroll_amount: count, text }) => ({
      action: 'scroll',
      direction,
      count,
      ...(coordinate == null ? {} : { at: coordinate }),
      ...withHeld(text),
    })),
  wait: z.object({ duration }).transform(({ duration: seconds }) => ({ action: 'wait', seconds })),
  screenshot: z.object({}).transform(() => ({ action: 'screenshot' })),
  zoom: z
    .object({ region: z.tuple([z.number(), z.number(), z.number(), z.number()]) })
    .transform(({ region: [left, top, right, bottom] }) => ({
      action: 'zoom',
      at: [left, top] as const,
      to: [right, bottom] as const,
    })),
} as const;

function click(button: 'left' | 'right' | 'middle', count: number) {
  return z
    .object({
      coordinate: z.tuple([z.number(), z.number()], 'say where: Deskhand clicks at a place it was told'),
      text: held,
    })
    .transform(({ coordinate: at, text }) => ({ action: 'click', at, button, count, ...withHeld(text) }));
}

/** Held keys: "ctrl+shift" is two keys. */
function withHeld(text: string | null | undefined): { readonly options?: readonly string[] } {
  return text == null || text === '' ? {} : { options: text.split('+').map((key) => key.trim()) };
}

/** What a member call means. Never throws. */
export function readMember(name: string, input: unknown, screen: SeenScreen): HostedCall {
  const schema = Object.hasOwn(members, name) ? Object.entries(members).find(([own]) => own === name)?.[1] : undefined;
  if (schema === undefined) return { kind: 'fault', told: `Deskhand has no action like ${name}.` };
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { kind: 'fault', told: `${name}: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}` };
  }
  const { at, to, ...action }: { at?: Point; to?: Point; readonly action: string } = parsed.data;
  if (at === undefined && to === undefined) return { kind: 'action', action };
  if (screen === null)
    return {
      kind: 'fault',
      told: 'No picture was sent, so there are no pixels to name; use an element, or screenshot.',
    };
  const places = { ...(at && place(at, screen, '')), ...(to && place(to, screen, 'to_')) };
  return { kind: 'action', action: { ...action, ...places } };
}

type Point = readonly [x: number, y: number];

/** Pixels of the picture as 0–1000 of the whole screen. What lies outside stays outside, and is refused as every point is. */
function place(
  [x, y]: Point,
  { width, height, part }: NonNullable<SeenScreen>,
  prefix: string,
): Record<string, number> {
  // The middle of the pixel: its corner would round to the one before.
  const across = part.x + ((x + 0.5) / width) * part.width;
  const down = part.y + ((y + 0.5) / height) * part.height;
  return { [`${prefix}x`]: round(across), [`${prefix}y`]: round(down) };
}

/** Rounds to three digits of a thousandth, which is finer than any pixel. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Writes scripted replies as Gemini with its computer-use tool would answer them: calls on a grid of 0–999. */
import { flattenReply } from '../anthropic/wire-reply.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export interface WireFunction {
  readonly name: string;
  readonly args: JsonObject;
}

/** What the tool has a name for goes to it, everything else to the function beside it. */
export function toFunctions(reply: JsonObject): { readonly text: string; readonly calls: readonly WireFunction[] } {
  const { action, then: followUps, screen, intent, note } = reply;
  const list = [action, ...(Array.isArray(followUps) ? followUps : [])];
  const made = list.flatMap((one) => (isObject(one) ? (toFunction(one) ?? []) : []));
  if (made.length !== list.length) return { text: '', calls: [{ name: 'deskhand', args: flattenReply(reply) }] };
  const words = [`Screen: ${screen}`, ...(note === null ? [] : [`Note: ${note}`])].join('\n');
  return { text: words, calls: made.map(({ name, args }) => ({ name, args: { ...args, intent } })) };
}

const CLICKS: Readonly<Record<string, string>> = {
  'left 1': 'click',
  'left 2': 'double_click',
  'left 3': 'triple_click',
  'right 1': 'right_click',
  'middle 1': 'middle_click',
};

function toFunction(action: JsonObject): WireFunction | null {
  const { target } = action;
  const point =
    isObject(target) && typeof target.x === 'number' && typeof target.y === 'number'
      ? { x: Math.min(999, Math.floor(target.x)), y: Math.min(999, Math.floor(target.y)) }
      : null;
  switch (action.action) {
    case 'click': {
      const name = CLICKS[`${String(action.button ?? 'left')} ${String(action.count ?? 1)}`];
      const isHeld = Array.isArray(action.modifiers);
      return point === null || name === undefined || isHeld ? null : { name, args: point };
    }
    case 'move':
      return point === null ? null : { name: 'move', args: point };
    case 'type':
      return { name: 'type', args: { text: action.text } };
    case 'key':
      return action.repeat === undefined ? { name: 'hotkey', args: { keys: String(action.keys).split('+') } } : null;
    case 'wait':
      return { name: 'wait', args: { seconds: action.seconds } };
    case 'screenshot':
      return { name: 'take_screenshot', args: {} };
    default:
      return null;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

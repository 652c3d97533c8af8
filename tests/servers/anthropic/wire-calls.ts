/** Writes scripted replies as a model with a computer-use tool would answer them: calls with pixels of the picture. */
import type { WireCall } from './answers.ts';
import type { SeenPicture } from './request-rules.ts';
import { flattenReply } from './wire-reply.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export const OWN_TOOL = 'deskhand';

/** What the computer tool has a name for goes to it, everything else to the tool beside it; a reply is either wholly the one or the other. */
export function toCalls(
  reply: JsonObject,
  tools: { readonly computer: string },
  picture: Pick<SeenPicture, 'width' | 'height'> | null,
): { readonly text: string | null; readonly calls: readonly WireCall[] } {
  const { action, then: followUps, screen, intent, note } = reply;
  const list = [action, ...(Array.isArray(followUps) ? followUps : [])];
  const members = list.map((one) => (isObject(one) && picture !== null ? toMember(one, picture) : null));
  const known = members.flatMap((member) => (member === null ? [] : [member]));
  if (known.length !== list.length)
    return { text: null, calls: [{ name: OWN_TOOL, input: flattenReply(reply), toolset: null }] };
  const words = [`Screen: ${screen}`, `Intent: ${intent}`, ...(note === null ? [] : [`Note: ${note}`])].join('\n');
  const isToolset = tools.computer === 'computer_toolset_20260801';
  return {
    text: words,
    calls: known.map(({ name, input }) =>
      isToolset
        ? { name, input, toolset: 'computer' }
        : { name: 'computer', input: { action: name, ...input }, toolset: null },
    ),
  };
}

interface Member {
  readonly name: string;
  readonly input: JsonObject;
}

const CLICKS: Readonly<Record<string, string>> = {
  'left 1': 'left_click',
  'left 2': 'double_click',
  'left 3': 'triple_click',
  'right 1': 'right_click',
  'middle 1': 'middle_click',
};

/** null: the tool has no name for it. */
function toMember(action: JsonObject, { width, height }: Pick<SeenPicture, 'width' | 'height'>): Member | null {
  const pixel = (target: unknown): readonly [number, number] | null => {
    if (!isObject(target) || typeof target.x !== 'number' || typeof target.y !== 'number') return null;
    return [Math.floor((target.x / 1000) * width), Math.floor((target.y / 1000) * height)];
  };
  const coordinate = pixel(action.target);
  const held = Array.isArray(action.modifiers) ? { text: action.modifiers.join('+') } : {};
  switch (action.action) {
    case 'click': {
      const name = CLICKS[`${String(action.button ?? 'left')} ${String(action.count ?? 1)}`];
      return coordinate === null || name === undefined ? null : { name, input: { coordinate, ...held } };
    }
    case 'move':
      return coordinate === null ? null : { name: 'mouse_move', input: { coordinate } };
    case 'type':
      return { name: 'type', input: { text: action.text } };
    case 'key':
      return {
        name: 'key',
        input: { text: action.keys, ...(action.repeat === undefined ? {} : { repeat: action.repeat }) },
      };
    case 'wait':
      return { name: 'wait', input: { duration: action.seconds } };
    case 'screenshot':
      return { name: 'screenshot', input: {} };
    case 'scroll':
      return {
        name: 'scroll',
        input: {
          scroll_direction: action.direction,
          scroll_amount: action.amount ?? 3,
          ...(coordinate === null ? {} : { coordinate }),
        },
      };
    default:
      return null;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

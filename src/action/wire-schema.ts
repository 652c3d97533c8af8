/** The reply as providers are asked for it: one flat object with every parameter side by side, and the way back to the contract's shape. */
import type { JsonObject } from './json-object.ts';
import { ACTION_NAMES, type ActionName, type ActionOf } from './schema.ts';

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const integer = { type: 'integer' } as const;

/**
 * JSON Schema of a step's reply. Providers compile it into a grammar and refuse large ones: 22 optional parameters, one union, no
 * bounds (what is out of range is caught when the reply is parsed). Frozen: another byte would miss the prompt cache.
 */
export const REPLY_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    screen: text,
    intent: text,
    action: { type: 'string', enum: ACTION_NAMES },
    element: integer,
    x: number,
    y: number,
    to_element: integer,
    to_x: number,
    to_y: number,
    text,
    count: integer,
    button: { type: 'string', enum: ['left', 'right', 'middle'] },
    direction: { type: 'string', enum: ['up', 'down', 'left', 'right'] },
    seconds: number,
    path: text,
    line: integer,
    old: text,
    options: { type: 'array', items: text },
    secret: { type: 'boolean' },
    // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is never a function
    then: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          action: { type: 'string', enum: ['click', 'type', 'key', 'wait'] },
          element: integer,
          x: number,
          y: number,
          text,
          seconds: number,
        },
        required: ['action'],
        additionalProperties: false,
      },
    },
    note: { type: ['string', 'null'] },
  },
  required: ['screen', 'intent', 'action', 'note'],
  additionalProperties: false,
};

/** Where a parameter of the contract comes from: a key of the flat object, or a place made of three. */
type Source = 'place' | 'toPlace' | 'text' | 'count' | 'button' | 'direction' | 'seconds' | PlainSource;
type PlainSource = 'element' | 'path' | 'line' | 'old' | 'options' | 'secret';

type Sources = { readonly [Name in ActionName]: Readonly<Record<Exclude<keyof ActionOf<Name>, 'action'>, Source>> };

/** For every action, each of its parameters; what is not named here cannot matter to it. */
const sources: Sources = {
  click: { target: 'place', button: 'button', count: 'count' },
  move: { target: 'place' },
  mouse_down: { target: 'place' },
  mouse_up: { target: 'place' },
  drag: { from: 'place', to: 'toPlace' },
  scroll: { target: 'place', direction: 'direction', amount: 'count' },
  type: { text: 'text' },
  clipboard_write: { text: 'text' },
  key: { keys: 'text', repeat: 'count' },
  hold_key: { keys: 'text', seconds: 'seconds' },
  focus: { element: 'element' },
  set_value: { element: 'element', text: 'text' },
  ui_elements: { app: 'text' },
  web_elements: { app: 'text' },
  screenshot: {},
  cursor_position: {},
  clipboard_read: {},
  shell_restart: {},
  zoom: { from: 'place', to: 'toPlace' },
  wait: { seconds: 'seconds' },
  wait_until: { text: 'text', seconds: 'seconds' },
  open_app: { app: 'text' },
  open_url: { url: 'text' },
  shell: { command: 'text', timeout_s: 'seconds' },
  applescript: { script: 'text' },
  file_view: { path: 'path', line: 'line', amount: 'count' },
  file_create: { path: 'path', text: 'text' },
  file_replace: { path: 'path', old: 'old', text: 'text' },
  file_insert: { path: 'path', line: 'line', text: 'text' },
  file_undo: { path: 'path' },
  vault_read: { path: 'path' },
  vault_write: { path: 'path', text: 'text' },
  recall: { text: 'text' },
  ask_user: { text: 'text', options: 'options', secret: 'secret' },
  send_file: { path: 'path' },
  think: { text: 'text' },
  done: { summary: 'text' },
  fail: { summary: 'text' },
};

/**
 * The action a flat object means, in the contract's shape, not yet checked. A parameter under the contract's own name
 * (`command`, `target`) wins over the flat one, for models that were only shown the schema. null stands for absent.
 */
export function fromWire(flat: JsonObject): JsonObject {
  const name = typeof flat.action === 'string' ? flat.action.trim().toLowerCase() : '';
  const action: Record<string, unknown> = { action: flat.action };
  if (!isActionName(name)) return action;
  for (const [parameter, source] of Object.entries(sources[name])) {
    const value = flat[parameter] ?? readSource(flat, source);
    if (value !== undefined && value !== null) action[parameter] = value;
  }
  return action;
}

function readSource(flat: JsonObject, source: Source): unknown {
  if (source === 'place') return readPlace(flat.element, flat.x, flat.y);
  if (source === 'toPlace') return readPlace(flat.to_element, flat.to_x, flat.to_y);
  return flat[source];
}

/** A half-given point stays half-given, so that checking it says what is missing. */
function readPlace(element: unknown, x: unknown, y: unknown): unknown {
  if (element !== undefined && element !== null) return { element };
  return (x ?? y ?? null) === null ? null : { x, y };
}

function isActionName(name: string): name is ActionName {
  return Object.hasOwn(sources, name);
}

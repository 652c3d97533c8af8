/** The reply as providers are asked for it: one flat object with every parameter side by side, and the way back to the contract's shape. */
import type { JsonObject } from './json-object.ts';
import { FOLLOW_UPS } from './kinds.ts';
import { ACTION_NAMES, entryNamed, TOOL_ACTION_NAMES } from './schema.ts';
import type { WireKey } from './table/define.ts';

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const integer = { type: 'integer' } as const;

/**
 * JSON Schema of a step's reply. Providers compile it into a grammar and refuse large ones: 22 optional parameters, one union, no
 * bounds (what is out of range is caught when the reply is parsed). Frozen: another byte would miss the prompt cache. For runs without
 * tools of servers.
 */
export const REPLY_SCHEMA: JsonObject = schemaOf(ACTION_NAMES.filter((name) => !TOOL_ACTION_NAMES.includes(name)));

/** The same with the actions that use tools. */
export const TOOL_REPLY_SCHEMA: JsonObject = schemaOf(ACTION_NAMES);

/** Schema for a part of a plan that works without the screen: it has no targets, and `done` hands on files and facts. `names`: its actions. */
export function partReplySchema(names: readonly string[]): JsonObject {
  return {
    type: 'object',
    properties: {
      intent: text,
      action: { type: 'string', enum: names },
      text,
      count: integer,
      seconds: number,
      path: text,
      line: integer,
      old: text,
      options: { type: 'array', items: text },
      files: { type: 'array', items: text },
      facts: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: text, value: text },
          required: ['name', 'value'],
          additionalProperties: false,
        },
      },
      note: { type: ['string', 'null'] },
    },
    required: ['intent', 'action', 'note'],
    additionalProperties: false,
  };
}

function schemaOf(names: readonly string[]): JsonObject {
  return {
    type: 'object',
    properties: {
      screen: text,
      intent: text,
      action: { type: 'string', enum: names },
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
            action: { type: 'string', enum: FOLLOW_UPS },
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
}

/**
 * The action a flat object means, in the contract's shape, not yet checked. A parameter under the contract's own name
 * (`command`, `target`) wins over the flat one, for models that were only shown the schema. null stands for absent.
 */
export function fromWire(flat: JsonObject): JsonObject {
  const name = typeof flat.action === 'string' ? flat.action.trim().toLowerCase() : '';
  const action: Record<string, unknown> = { action: flat.action };
  for (const [parameter, source] of Object.entries(entryNamed(name)?.wire ?? {})) {
    const value = flat[parameter] ?? readSource(flat, source);
    if (value !== undefined && value !== null) action[parameter] = value;
  }
  return action;
}

function readSource(flat: JsonObject, source: WireKey): unknown {
  if (source === 'place') return readPlace(flat.element, flat.x, flat.y);
  if (source === 'toPlace') return readPlace(flat.to_element, flat.to_x, flat.to_y);
  if (source === 'server' || source === 'tool') return readTool(flat.path, source);
  return flat[source];
}

/** `server/tool`: the tool's own name may hold slashes, the server's none. */
function readTool(path: unknown, side: 'server' | 'tool'): unknown {
  if (typeof path !== 'string') return null;
  const at = path.indexOf('/');
  if (at < 0) return side === 'server' ? null : path;
  return side === 'server' ? path.slice(0, at) : path.slice(at + 1);
}

/** An incomplete point stays incomplete, so that parsing it reports what is missing. */
function readPlace(element: unknown, x: unknown, y: unknown): unknown {
  if (element !== undefined && element !== null) return { element };
  return (x ?? y ?? null) === null ? null : { x, y };
}

/** Actions that call tools of servers: their effect is up to somebody else's program. */
import { z } from 'zod';
import { say } from '../../words/say.ts';
import { problem } from '../../words/say-issue.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { define } from './define.ts';
import { isFilled, quote, text } from './params.ts';

const MAX_ARGUMENTS = 65_536;
const MAX_DEPTH = 32;

/** On the wire a JSON text; `{}` may be left out. */
const values = z.preprocess(
  parseText,
  z
    .custom<JsonObject>(isObject, problem(say`the arguments are one JSON object, like {"path": "notes.txt"}`))
    .refine((given) => isShallow(given, MAX_DEPTH), problem(say`the arguments hold too much inside each other`))
    .refine(
      (given) => !isShallow(given, MAX_DEPTH) || JSON.stringify(given).length <= MAX_ARGUMENTS,
      problem(say`the arguments are longer than 64 KB`),
    ),
);

export const TOOL_ACTIONS = [
  define('tool', {
    takes: {
      server: z.string().trim().refine(isFilled, problem(say`name the server: path is server/tool`)).max(64),
      name: z.string().trim().refine(isFilled, problem(say`name the tool: path is server/tool`)).max(128),
      arguments: values,
    },
    wire: { server: 'server', name: 'tool', arguments: 'text' },
    traits: {
      apart: 'reads',
      counted: 'tools',
      notAlone: 'in-run',
      kind: 'act',
      answers: true,
      needsTools: true,
      grant: 'never',
      permission: 'network',
    },
    prompt: 'tool path=server/tool text=its arguments, one JSON object',
    says: (tool) => say`using ${quote(`${tool.server}/${tool.name}`)}`,
    whole: (tool) => `${tool.server}/${tool.name} ${JSON.stringify(tool.arguments, null, 2)}`,
  }),
  define('find_tool', {
    takes: { text },
    wire: { text: 'text' },
    traits: { apart: 'reads', notAlone: 'in-run', kind: 'look', needsTools: true, permission: null },
    prompt: 'find_tool text=what it is for: more tools, with their arguments',
    says: (find) => say`looking for a tool: ${quote(find.text)}`,
  }),
] as const;

function parseText(given: unknown): unknown {
  if (typeof given !== 'string') return given ?? {};
  if (given.trim() === '') return {};
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inside) => isShallow(inside, depth - 1));
}

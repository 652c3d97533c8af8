/** What a server says it offers, as tools of ours: bounded, and with a hash that stands for each and for all. */
import { createHash } from 'node:crypto';
import type { Tool as OfferedTool } from '@modelcontextprotocol/client';
import type { Tool } from '../../src/ports/tools.ts';

export const MOST_TOOLS = 200;
const MAX_DESCRIPTION = 2000;
const MAX_NAME = 128;

/** The tools whose names a person can be shown; of too many, the first ones. */
export function readTools(server: string, offered: readonly OfferedTool[]): readonly Tool[] {
  const named = offered.filter(({ name }) => name.length <= MAX_NAME && /^[\w./-]+$/.test(name));
  const first = new Map(named.toReversed().map((tool) => [tool.name, tool]));
  return [...first.values()]
    .reverse()
    .slice(0, MOST_TOOLS)
    .map((tool) => readTool(server, tool));
}

function readTool(
  server: string,
  { name, description = '', inputSchema, outputSchema, annotations = {}, title }: OfferedTool,
): Tool {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations;
  return {
    server,
    name,
    description: description.slice(0, MAX_DESCRIPTION),
    input: inputSchema,
    hints: {
      ...(readOnlyHint === undefined ? {} : { readOnly: readOnlyHint }),
      ...(destructiveHint === undefined ? {} : { destructive: destructiveHint }),
      ...(openWorldHint === undefined ? {} : { openWorld: openWorldHint }),
    },
    // The hash covers all of the definition, also parts that are not kept.
    hash: hashOf([name, title, description, inputSchema, outputSchema, annotations]),
  };
}

/** Does not depend on the order in which the tools are listed. */
export function hashOfTools(tools: readonly Tool[]): string {
  return hashOf(
    tools.map(({ name, hash }) => [name, hash]).toSorted((one, other) => (String(one) < String(other) ? -1 : 1)),
  );
}

export function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)) ?? '')
    .digest('hex');
}

/** Keys of an object in another order are the same object. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inside]) => [key, sorted(inside)]),
  );
}

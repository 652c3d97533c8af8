/** The tools that runs may use now: of confirmed and enabled servers, without those the person excluded. */
import type { Tool, ToolCall, ToolLook, Tools } from '../ports/tools.ts';
import { shorten } from '../words/amounts.ts';
import { closestWord } from '../words/closest.ts';
import { say, type Text } from '../words/say.ts';
import type { ToolGrades } from './grades.ts';

export interface Toolbox {
  list(): readonly Tool[];
  /** Why this call is impossible, whatever a person approves; null: it is possible. */
  whyNot(call: ToolCall): Promise<Text | null>;
  /** Look-up for the gate. */
  readonly look: ToolLook;
  readonly call: Tools['call'];
}

export const NO_TOOLBOX: Toolbox = {
  list: () => [],
  whyNot: async ({ server }) => say`There is no tool server “${shorten(server, 60)}”.`,
  look: () => null,
  call: () => Promise.reject(new Error('there are no tools')),
};

export function createToolbox(tools: Tools, grades: Pick<ToolGrades, 'of' | 'isOff'>): Toolbox {
  const usable = (): readonly Tool[] =>
    tools
      .servers()
      .filter(({ name, state }) => (state === 'ready' || state === 'running') && !grades.isOff(name))
      .flatMap((server) => server.tools);
  const find = ({ server, name }: Pick<ToolCall, 'server' | 'name'>): Tool | undefined =>
    usable().find((tool) => tool.server === server && tool.name === name);
  return {
    list: () => usable().filter((tool) => grades.of(tool) !== 'never'),
    look(server, name) {
      const tool = find({ server, name });
      return tool === undefined ? null : { grade: grades.of(tool), hints: tool.hints };
    },
    async whyNot(call) {
      const tool = find(call);
      if (tool === undefined) return whyMissing(call, tools, grades);
      if (grades.of(tool) === 'never') return say`The person ruled out ${call.server}/${call.name}.`;
      return await tools.misfit(call);
    },
    call: tools.call,
  };
}

function whyMissing(call: ToolCall, tools: Tools, grades: Pick<ToolGrades, 'isOff'>): Text {
  const servers = tools.servers();
  const server = servers.find(({ name }) => name === call.server);
  const [wanted, tool] = [shorten(call.server, 60), shorten(call.name, 60)];
  if (server === undefined) return say`There is no tool server “${wanted}”.`;
  if (grades.isOff(server.name)) return say`The person turned the tool server “${wanted}” off.`;
  if (server.state !== 'ready' && server.state !== 'running')
    return say`The tool server “${wanted}” cannot be used: ${server.detail}`;
  const closest = closestWord(
    call.name,
    server.tools.map(({ name }) => name),
  );
  return closest === null
    ? say`The server “${wanted}” has no tool “${tool}”.`
    : say`The server “${wanted}” has no tool “${tool}”; the closest is “${closest}”.`;
}

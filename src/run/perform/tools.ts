/** Actions that call tools of servers. The result is the server's own text. */
import type { ActionOf } from '../../action/schema.ts';
import type { MachineResult } from '../../ports/machine.ts';
import type { ToolAnswer, ToolCall } from '../../ports/tools.ts';
import { findTools } from '../../tools/choose-tools.ts';
import type { Toolbox } from '../../tools/toolbox.ts';
import { say } from '../../words/say.ts';
import { refuse, tell } from './result.ts';

export interface ToolPorts {
  readonly tools: Pick<Toolbox, 'list' | 'whyNot'>;
  readonly callTool: (call: ToolCall, signal: AbortSignal) => Promise<ToolAnswer>;
}

export async function useTool(
  { server, name, arguments: values }: ActionOf<'tool'>,
  { tools, callTool }: ToolPorts,
  signal: AbortSignal,
): Promise<MachineResult> {
  const call = { server, name, arguments: values };
  // A person may have turned the tool off since it was judged.
  const why = await tools.whyNot(call);
  if (why !== null) return refuse(why);
  return await callTool(call, signal);
}

export function searchTools({ text }: ActionOf<'find_tool'>, { tools }: Pick<ToolPorts, 'tools'>): MachineResult {
  const list = tools.list();
  return list.length === 0 ? refuse(say`There are no tools of servers.`) : tell(findTools(list, text));
}

/** The Messages API with Anthropic's own computer-use tools: what a call declares, and how its calls become one reply. Nothing is kept between calls. */
import type {
  BetaMessageParam,
  BetaToolUnion,
  MessageCreateParamsNonStreaming,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import { z } from 'zod';
import { readJpegSize } from '../../src/ports/image-forms/jpeg-size.ts';
import { english } from '../../src/words/speak.ts';
import { readMember, type SeenScreen } from './computer-members.ts';
import { type HostedCall, type HostedReply, toReply } from './hosted-reply.ts';
import { OWN_TOOL, OWN_TOOL_DESCRIPTION, readHostedWords } from './hosted-words.ts';
import type { ComputerTool } from './model-facts.ts';
import { TOOL_FACTS } from './models.ts';
import { type Call, UnreadableAnswer } from './provider.ts';

type AnthropicTool = Exclude<ComputerTool, 'gemini_desktop'>;

/** A call that goes to Anthropic's own tools. */
export type HostedQuestion = Call & { readonly tool: AnthropicTool };

export function isHosted(call: Call): call is HostedQuestion {
  return call.tool !== null && call.tool !== 'gemini_desktop';
}

const WHOLE = { x: 0, y: 0, width: 1000, height: 1000 } as const;
/** What older tools are told when a step has no picture. */
const SIZE_WITHOUT_PICTURE = { width: 1260, height: 784 } as const;

export function screenOf({ request }: Pick<Call, 'request'>): SeenScreen {
  const [first] = request.pictures;
  const size = first === undefined ? null : readJpegSize(first);
  return size === null ? null : { ...size, part: request.shows ?? WHOLE };
}

export function hostedTools(call: HostedQuestion): BetaToolUnion[] {
  const { schema } = call.request;
  const own = {
    name: OWN_TOOL,
    description: OWN_TOOL_DESCRIPTION,
    input_schema: { ...schema, type: 'object' as const },
  };
  return [declare(call.tool, screenOf(call) ?? SIZE_WITHOUT_PICTURE), own];
}

function declare(
  tool: AnthropicTool,
  { width, height }: { readonly width: number; readonly height: number },
): BetaToolUnion {
  if (tool === 'computer_toolset_20260801') return { type: tool };
  const size = { display_width_px: width, display_height_px: height };
  if (tool === 'computer_20251124') return { type: tool, name: 'computer', ...size, enable_zoom: true };
  return { type: tool, name: 'computer', ...size };
}

/** The `anthropic-beta` names a call needs. */
export function betasOf({ tool }: HostedQuestion): string[] {
  const { beta } = TOOL_FACTS[tool];
  return beta === null ? [] : [beta];
}

const toolUse = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  toolset_name: z.string().nullish(),
  input: z.unknown(),
});
type ToolUse = z.infer<typeof toolUse>;

const contentSchema = z.array(z.looseObject({ type: z.string(), text: z.string().optional() }));

export interface HostedAnswer {
  readonly reply: HostedReply;
  /** The model's turn as it came, and ours with a result for each of its calls: for asking once more. */
  readonly again: (told: string) => BetaMessageParam[];
}

/** Reads the content of a whole answer. Throws `UnreadableAnswer`. */
export function readHosted(content: unknown, call: HostedQuestion): HostedAnswer {
  const blocks = contentSchema.safeParse(content);
  if (!blocks.success) throw new UnreadableAnswer('an answer that is not a message', { cause: blocks.error });
  const uses = blocks.data.flatMap((block) => toolUse.safeParse(block).data ?? []);
  const words = blocks.data.flatMap((block) => (block.type === 'text' ? [block.text ?? ''] : [])).join('');
  const screen = screenOf(call);
  const { check, schema } = call.request;
  const made = uses.map((use) => readUse(use, call.tool, screen));
  // An answer without a call may be the JSON object itself.
  const turned: HostedReply =
    made.length === 0 ? { ok: true, text: words } : toReply(readHostedWords(words), made, schema);
  const fault = turned.ok && uses.length > 0 ? (check?.(turned.text) ?? null) : null;
  return {
    reply: fault === null ? turned : { ok: false, told: english(fault) },
    again: (told) => [
      { role: 'assistant', content: echo(content) },
      { role: 'user', content: uses.map((use, index) => refuse(use, index === 0 ? told : NOT_DONE)) },
    ],
  };
}

const NOT_DONE = 'Not done: an earlier call of this answer was refused.';

function refuse({ id, toolset_name: toolset }: ToolUse, told: string) {
  return {
    type: 'tool_result' as const,
    tool_use_id: id,
    ...(toolset == null ? {} : { toolset_name: toolset }),
    is_error: true,
    content: told,
  };
}

function readUse({ name, input, toolset_name: toolset }: ToolUse, tool: AnthropicTool, screen: SeenScreen): HostedCall {
  if (name === OWN_TOOL && toolset == null) {
    const reply = z.looseObject({}).safeParse(input);
    return reply.success
      ? { kind: 'reply', reply: reply.data }
      : { kind: 'fault', told: `${OWN_TOOL} takes one JSON object.` };
  }
  if (tool === 'computer_toolset_20260801')
    return toolset === 'computer'
      ? readMember(name, input, screen)
      : { kind: 'fault', told: `There is no tool ${name}.` };
  if (name !== 'computer') return { kind: 'fault', told: `There is no tool ${name}.` };
  const single = z.looseObject({ action: z.string() }).safeParse(input);
  if (!single.success) return { kind: 'fault', told: 'computer: name an action.' };
  return readMember(single.data.action, single.data, screen);
}

/** The provider's blocks are returned unchanged, since thinking is signed. */
function echo(content: unknown): Extract<MessageCreateParamsNonStreaming['messages'][number]['content'], object> {
  return z.array(z.custom<EchoedBlock>((block) => typeof block === 'object' && block !== null)).parse(content);
}

type EchoedBlock = Extract<BetaMessageParam['content'], object>[number];

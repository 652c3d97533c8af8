/** One question to an agent: what its session tells, until it has answered, acted, or said too much. */
import { z } from 'zod';
import { say, type Text } from '../../src/words/say.ts';

/** The parts of an agent's update that are read; errors elsewhere in it do not matter. */
const updateSchema = z.object({
  sessionUpdate: z.string().catch(''),
  content: z.object({ text: z.string() }).nullable().catch(null),
  toolCallId: z.string().catch(''),
  kind: z.string().nullable().catch(null),
  title: z.string().catch(''),
  cost: z
    .object({ amount: z.number().min(0), currency: z.string() })
    .nullable()
    .catch(null),
});
const notificationSchema = z.object({ sessionId: z.string().catch(''), update: updateSchema });
export type AgentUpdate = z.infer<typeof updateSchema>;

/** null: no session update. Never throws, since the SDK would then log the agent's words. */
export function readUpdate(params: unknown): z.infer<typeof notificationSchema> | null {
  const read = notificationSchema.safeParse(params);
  return read.success ? read.data : null;
}

export interface AcpTurn {
  take(update: AgentUpdate): void;
  /** Notes that the agent wanted to act by itself. */
  act(what: Text): void;
  /** The agent's words so far. */
  text(): string;
  /** The cost in USD that the agent reported for this session; null when it has not. */
  costUsd(): number | null;
  /** Rejects with what ends the turn before its answer; never resolves. */
  readonly broken: Promise<never>;
  fail(error: Error): void;
}

/** The agent wanted to act by itself. */
export class AgentActed extends Error {
  override readonly name = 'AgentActed';
  readonly what: Text;
  constructor(what: Text) {
    super('the agent acted');
    this.what = what;
  }
}

/** The agent wrote more than any answer takes. */
export class AgentFlood extends Error {
  override readonly name = 'AgentFlood';
}

/** The most characters of one turn, thinking included. */
const MOST_CHARACTERS = 2_000_000;
/** The characters that an update without text counts as. */
const OTHER_CHARACTERS = 100;

export function createTurn(
  onText: (textSoFar: string) => void,
  /** Called for every update, thinking too. */
  onSign: (written: number) => void,
): AcpTurn {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => undefined);
  /** Tool calls that were announced as nothing but thinking. */
  const thoughts = new Set<string>();
  let text = '';
  let written = 0;
  let costUsd: number | null = null;
  const count = (length: number): void => {
    written += length;
    onSign(written);
    if (written > MOST_CHARACTERS) reject(new AgentFlood('too much'));
  };
  const act = (what: Text): void => reject(new AgentActed(what));
  return {
    broken,
    fail: reject,
    act,
    text: () => text,
    costUsd: () => costUsd,
    take(update) {
      switch (update.sessionUpdate) {
        case 'agent_message_chunk':
          text += update.content?.text ?? '';
          count(update.content?.text.length ?? OTHER_CHARACTERS);
          onText(text);
          break;
        case 'agent_thought_chunk':
          count(update.content?.text.length ?? OTHER_CHARACTERS);
          break;
        case 'tool_call':
          if (update.kind === 'think') thoughts.add(update.toolCallId);
          else act(nameCall(update.title));
          break;
        case 'tool_call_update': {
          const isThought = thoughts.has(update.toolCallId) && (update.kind ?? 'think') === 'think';
          if (!isThought) act(nameCall(update.title));
          break;
        }
        case 'usage_update':
          if (update.cost?.currency === 'USD') costUsd = update.cost.amount;
          count(OTHER_CHARACTERS);
          break;
        default:
          count(OTHER_CHARACTERS);
      }
    },
  };
}

/** A tool call in the agent's own words, on one line. */
export function nameCall(title: string): Text {
  const words = title.replace(/\s+/g, ' ').trim().slice(0, 120);
  return words === '' ? say`use a tool` : say`use a tool (“${words}”)`;
}

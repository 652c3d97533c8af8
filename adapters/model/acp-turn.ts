/** One question to an agent: what its session tells, until it has answered, acted, or said too much. */
import type { SessionUpdate } from '@agentclientprotocol/sdk/unstable';
import { say, type Text } from '../../src/words/say.ts';

export interface AcpTurn {
  take(update: SessionUpdate): void;
  /** It wanted to do something itself. */
  act(what: Text): void;
  /** The agent's words so far. */
  text(): string;
  /** USD, as it reported for this session; null when it has not. */
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

/** Characters of everything it tells in one turn, thinking included. */
const MOST_CHARACTERS = 2_000_000;

export function createTurn(
  onText: (textSoFar: string) => void,
  /** For everything that comes, thinking too. */
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
          if (update.content.type === 'text') {
            text += update.content.text;
            count(update.content.text.length);
            onText(text);
          } else count(1000);
          break;
        case 'agent_thought_chunk':
          count(update.content.type === 'text' ? update.content.text.length : 1000);
          break;
        case 'tool_call':
          if (update.kind === 'think') thoughts.add(update.toolCallId);
          else act(nameCall(update.title));
          break;
        case 'tool_call_update': {
          const isThought = thoughts.has(update.toolCallId) && (update.kind ?? 'think') === 'think';
          if (!isThought) act(nameCall(update.title ?? ''));
          break;
        }
        case 'usage_update':
          if (update.cost?.currency === 'USD' && update.cost.amount >= 0) costUsd = update.cost.amount;
          count(1);
          break;
        default:
          count(100);
      }
    },
  };
}

/** Its own words for what it was about to do, on one line. */
export function nameCall(title: string): Text {
  const words = title.replace(/\s+/g, ' ').trim().slice(0, 120);
  return words === '' ? say`use a tool` : say`use a tool (“${words}”)`;
}

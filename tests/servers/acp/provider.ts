/** The provider behind the tests' agents, on loopback: is asked what to do, and hears what becomes of it. */
import { createServer } from 'node:http';
import type { Decision } from '../anthropic/server.ts';
import { flattenReply } from '../anthropic/wire-reply.ts';
import { listen } from '../listen.ts';

export interface AgentQuestion {
  readonly system: string;
  readonly text: string;
  readonly pictures: number;
}

export interface AgentProvider {
  readonly url: string;
  /** `host:port`, as the proxy's rules name it. */
  readonly host: string;
  readonly asked: readonly AgentQuestion[];
  /** When a turn was last given up, on the clock of `performance.now()`; null when none was. */
  cancelledAt(): number | null;
  stop(): Promise<void>;
}

export async function startAgentProvider(
  decide: (question: AgentQuestion, index: number) => Decision | object | Promise<Decision | object>,
): Promise<AgentProvider> {
  const asked: AgentQuestion[] = [];
  let cancelledAt: number | null = null;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = JSON.parse(Buffer.concat(parts).toString());
    if (request.url === '/cancelled') {
      cancelledAt = performance.now();
      response.end('{}');
      return;
    }
    asked.push(body);
    let decision = await decide(body, asked.length - 1);
    if (typeof decision === 'object' && 'fault' in decision && decision.fault === 'held') {
      const held = decision as Extract<Decision, { readonly fault: 'held' }>;
      await held.until();
      decision = held.reply;
    }
    response.end(JSON.stringify(flatten(decision)));
  });
  const { port, stop } = await listen(server);
  const host = `127.0.0.1:${port}`;
  return { url: `http://${host}`, host, asked, cancelledAt: () => cancelledAt, stop };
}

/** The decision flat, as a model that read the schema in the text writes it. */
function flatten(decision: Decision | object): unknown {
  if (typeof decision !== 'object') return decision;
  if ('reply' in decision && typeof decision.reply === 'object' && decision.reply !== null)
    return { ...decision, reply: flattenReply({ ...decision.reply }) };
  return 'fault' in decision ? decision : flattenReply({ ...decision });
}

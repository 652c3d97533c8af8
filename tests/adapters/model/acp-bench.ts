/** The strict agent as a real child process in its place, behind the model that is made of it. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgentPlace } from '../../../adapters/machine/agent-place.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { type AcpModel, createAcpModel } from '../../../adapters/model/acp.ts';
import type { AskOptions } from '../../../adapters/model/ask-provider.ts';
import type { AgentPlace } from '../../../src/ports/agent-place.ts';
import { type AgentProvider, startAgentProvider } from '../../servers/acp/provider.ts';
import { FAST_LIMITS } from './bench.ts';
import type { Decide, ProviderBench, ProviderCase } from './providers.ts';

export const ROOT = join(import.meta.dirname, '../../..');
export const STRICT_AGENT = join(ROOT, 'tests/servers/acp/strict-agent.ts');

/** A program takes its time to start, and more of it on a machine under load. */
export const AGENT_LIMITS = { ...FAST_LIMITS, attemptMs: 60_000, totalMs: 120_000 } as const;

export interface AgentSetup {
  /** Traits of the strict agent, in addition to the usual ones. */
  readonly traits?: readonly string[];
  readonly script?: string;
  /** The value of ACP_COMMAND; the strict agent by default. */
  readonly command?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly hosts?: readonly string[];
  readonly handshakeMs?: number;
}

/** `home` is a folder of its own, with nothing in it. */
export function makeAgentPlace(provider: AgentProvider, home: string, setup: AgentSetup = {}): AgentPlace {
  const { traits = [], script = STRICT_AGENT } = setup;
  return createAgentPlace({
    platform: 'linux',
    command: setup.command ?? `node ${script}`,
    hosts: setup.hosts ?? [provider.host],
    environment: { PROVIDER_URL: provider.url, AGENT_TRAITS: traits.join(','), ...setup.environment },
    path: `${join(ROOT, 'node_modules/.bin')}:/usr/bin:/bin`,
    home,
    root: ROOT,
    dataDir: join(home, 'data'),
  });
}

export async function startAgent(
  decide: Decide,
  options: Partial<AskOptions> = {},
  setup: AgentSetup = {},
): Promise<ProviderBench & { readonly model: AcpModel; readonly provider: AgentProvider }> {
  const home = mkdtempSync(join(tmpdir(), 'deskhand-home-'));
  const provider = await startAgentProvider(({ system }, index) => decide(index, system));
  const log: string[] = [];
  const { models: _, tools: __, ...rest } = options;
  const model = createAcpModel({
    place: makeAgentPlace(provider, home, setup),
    prices: {},
    clock: createSystemClock(),
    log: { warn: (fields, message) => void log.push(JSON.stringify({ ...fields, message })) },
    limits: AGENT_LIMITS,
    ...(setup.handshakeMs === undefined ? {} : { handshakeMs: setup.handshakeMs }),
    ...rest,
  });
  return {
    model,
    log,
    provider,
    asked: () => provider.asked.map((seen) => ({ ...seen, model: model.name, isStructured: false, maxTokens: 0 })),
    faults: () => [],
    abortedAt: provider.cancelledAt,
    async close() {
      model.close();
      await provider.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

export const AGENT: ProviderCase = {
  name: 'An agent in its confined place',
  speed: 40,
  start: (decide, options) => startAgent(decide, options),
};

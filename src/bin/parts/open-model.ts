/** The model that decides, as the bot sees it: with secrets masked and every call listened to; null where only playbooks decide. */
import type { Logger } from 'pino';
import type { AcpModel } from '../../../adapters/model/acp.ts';
import type { Settings } from '../../config/schema.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Model } from '../../ports/model.ts';
import { createTraces, type Traces } from '../../run/traces.ts';
import type { Redactor } from '../../safety/secrets/redact.ts';
import { redactModel } from '../../safety/secrets/redacted-ports.ts';
import { type AgentSurroundings, chooseModel } from '../choose-model.ts';

export interface OpenedModel {
  readonly model: Model | null;
  readonly agents: readonly AcpModel[];
  readonly traces: Traces;
  /** Ends the agents. */
  close(): void;
}

export function openModel(
  settings: Settings,
  { clock, log, redactor }: { readonly clock: Clock; readonly log: Logger; readonly redactor: Redactor },
  around: AgentSurroundings,
): OpenedModel {
  const { model, agents } = chooseModel(settings, clock, log, around);
  const traces = createTraces({
    clock,
    mask: redactor.text,
    log: (exchange) => log.trace(exchange, 'the model was asked'),
  });
  return {
    model: model === null ? null : redactModel(traces.watch(model), redactor),
    agents,
    traces,
    close() {
      for (const agent of agents) agent.close();
    },
  };
}

/** Which model decides: the configured provider, else the first whose key is there, else none (playbooks only). */
import type { Logger } from 'pino';
import { createAnthropicModel } from '../../adapters/model/anthropic.ts';
import { ANTHROPIC_DEFAULTS } from '../../adapters/model/models.ts';
import type { Settings } from '../config/schema.ts';
import type { Clock } from '../ports/clock.ts';
import type { Model } from '../ports/model.ts';
import { EXIT, ExitError } from './exit.ts';

/** null: playbooks only. Ends with exit code 2 for a provider that is not there yet. */
export function chooseModel(settings: Settings, clock: Clock, log: Logger): Model | null {
  const provider = settings.MODEL_PROVIDER ?? findProvider(settings);
  if (provider === 'playbook') return null;
  if (provider !== 'anthropic' || settings.ANTHROPIC_API_KEY === undefined) {
    throw new ExitError(
      EXIT.configuration,
      `MODEL_PROVIDER: ${provider} comes with a later version of Deskhand; set anthropic (with ANTHROPIC_API_KEY) or playbook.`,
    );
  }
  return createAnthropicModel({
    apiKey: settings.ANTHROPIC_API_KEY,
    baseUrl: settings.ANTHROPIC_BASE_URL ?? null,
    models: {
      main: settings.MODEL_MAIN ?? ANTHROPIC_DEFAULTS.main,
      fast: settings.MODEL_FAST ?? ANTHROPIC_DEFAULTS.fast,
    },
    prices: settings.MODEL_PRICES,
    clock,
    log,
  });
}

function findProvider(settings: Settings): 'anthropic' | 'openai' | 'playbook' {
  if (settings.ANTHROPIC_API_KEY !== undefined) return 'anthropic';
  return settings.OPENAI_API_KEY !== undefined || settings.OPENAI_BASE_URL !== undefined ? 'openai' : 'playbook';
}

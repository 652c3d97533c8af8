/** The limits of runs, as the settings name them. */
import type { Caps } from '../config/caps.ts';
import type { Settings } from '../config/schema.ts';

export function readCaps(settings: Settings): Caps {
  return {
    maxIterations: settings.MAX_ITERATIONS,
    timeLimitMs: settings.RUN_TIME_LIMIT_MIN * 60_000,
    tokenBudget: settings.RUN_TOKEN_BUDGET,
    costLimitUsd: settings.RUN_COST_LIMIT_USD,
    dayCostLimitUsd: settings.DAY_COST_LIMIT_USD,
  };
}

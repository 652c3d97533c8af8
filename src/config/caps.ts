/** The caps of a run as they are set: what it may use before the person is asked. */
export interface Caps {
  readonly maxIterations: number;
  readonly timeLimitMs: number;
  readonly tokenBudget: number;
  readonly costLimitUsd: number;
  readonly dayCostLimitUsd: number;
}

/** A machine that is idle, as it says of itself. */
import type { MachineTold } from '../../src/ports/work.ts';

export const IDLE: MachineTold = {
  version: '9.9.9',
  protocol: 1,
  platform: 'linux',
  screen: '1440x900',
  model: 'playbook',
  run: null,
  waiting: 0,
  freeBytes: 80_000_000_000,
  lacks: [],
  spentTodayUsd: 0,
  dayLimitUsd: 10,
};

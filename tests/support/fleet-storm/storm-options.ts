/** What a storm is of, and what it found. */
import type { StopFigures } from './storm-stops.ts';

export interface StormOptions {
  readonly folder: string;
  readonly machines: number;
  readonly processes: number;
  readonly commands: number;
  readonly partitions: number;
  readonly killsOfGateway: number;
  readonly killsOfWorkers: number;
  readonly killsOfBoth: number;
  readonly killsOfServer: number;
  /** Times that not a byte is left on the server's disk, which has `diskMb` then. */
  readonly fullDisks?: number;
  readonly diskMb?: number;
  readonly stops: number;
  readonly stopEveryMs: number;
  readonly seed: number;
  /** Between two commands; left out: as fast as it goes. */
  readonly sendEveryMs?: number;
  /** Under way at a time. */
  readonly atOnce: number;
  /** How far the clocks of the gateway and of each process of machines are ahead, as faketime has it: `+7m`; left out: not at all. */
  readonly clocks?: readonly string[];
  readonly note?: (line: string) => void;
}

export interface StormFigures {
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  readonly misled: readonly string[];
  readonly reported: number;
  readonly seconds: number;
  readonly stops: StopFigures;
  /** Of them those to the one machine that has a process of its own, as each has in the world: the others share theirs with a hundred. */
  readonly stopsOfAlone: StopFigures;
  /** Commands that the server did not take at first. */
  readonly heldUp: number;
  readonly serverMb: number;
  /** What lives in the gateway after each quarter of the commands, MB: its memory was swept before. */
  readonly liveMb: readonly number[];
  /** Of the gateway's process: the median of the second fifth of the time, and of the last. */
  readonly gatewayMb: { readonly early: number; readonly late: number };
}

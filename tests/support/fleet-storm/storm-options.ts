/** What a storm is of, and what it found. */
import type { Busy } from './storm-orders.ts';
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
  /** Left out: spread over the troubles. */
  readonly stopEveryMs?: number;
  readonly seed: number;
  /** Commands; left out: spread over the troubles, or as fast as it goes where there are none. */
  readonly perSecond?: number;
  /** Commands under way at a time. */
  readonly atOnce: number;
  /** Every so many-th command is answered in the chat, with a picture of so many kB; left out: none is. */
  readonly pictures?: { readonly every: number; readonly kb: number };
  /** How far the clocks of the gateway and of each process of machines are ahead, as faketime has it: `+7m`; left out: not at all. */
  readonly clocks?: readonly string[];
  /** How long commands may stay open after all trouble. */
  readonly settleMs?: number;
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
  /** Pictures that came to the gateway. */
  readonly pictured: number;
  /** Commands that were sent while each kind of trouble went on, while any did, and while none did. */
  readonly amidst: Readonly<Record<string, number>>;
  readonly troubleSeconds: Readonly<Record<string, number>>;
  /** Of all processors of the computer, how much was not idle meanwhile: 0 to 1. */
  readonly busyShare: number;
  /** How each process was, in its last life. */
  readonly busy: Readonly<Record<string, Busy>>;
  readonly serverMb: number;
  /** What lives in the gateway after each quarter of the commands and once nothing is open, MB: its memory was swept before. */
  readonly liveMb: readonly number[];
  /** Of the gateway's process: the median of the second fifth of the time, and of the last. */
  readonly gatewayMb: { readonly early: number; readonly late: number };
}

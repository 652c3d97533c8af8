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
  /** How often the server's disk, of `diskMb`, is filled to the last byte. */
  readonly fullDisks?: number;
  readonly diskMb?: number;
  readonly stops: number;
  /** Left out: spread over the troubles. */
  readonly stopEveryMs?: number;
  readonly seed: number;
  /** Commands; left out: spread over the troubles, or as fast as it goes where there are none. */
  readonly perSecond?: number;
  /** The most open commands at a time. */
  readonly atOnce: number;
  /** Every `every`-th command is answered in the chat with a picture of `kb` kilobytes; left out: none is. */
  readonly pictures?: { readonly every: number; readonly kb: number };
  /** How far the clocks of the gateway and of each process of machines are ahead, in faketime's form: `+7m`; left out: not at all. */
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
  /**
   * Figures of the stops to the one machine that has a process of its own, as every real machine has; the others share theirs with a
   * hundred.
   */
  readonly stopsOfAlone: StopFigures;
  /** Commands that the server did not take at the first try. */
  readonly heldUp: number;
  /** Pictures that came to the gateway. */
  readonly pictured: number;
  /** Commands sent during each kind of trouble, during any, and during none. */
  readonly amidst: Readonly<Record<string, number>>;
  readonly troubleSeconds: Readonly<Record<string, number>>;
  /** The share of all processors' time that was not idle, 0 to 1. */
  readonly busyShare: number;
  /** How busy each process was, in its last life. */
  readonly busy: Readonly<Record<string, Busy>>;
  readonly serverMb: number;
  /** The gateway's live memory in MB after a collection: after each quarter of the commands, and once nothing is open. */
  readonly liveMb: readonly number[];
  /** Memory of the gateway's process: the median of the second fifth of the time, and of the last. */
  readonly gatewayMb: { readonly early: number; readonly late: number };
}

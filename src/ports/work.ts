/**
 * The way from the chats to the machine that acts. In one process it calls what takes messages there; over NATS it hands them to another
 * machine. The machine judges, asks, acts and keeps its own journal; nothing here does.
 */
import type { Text } from '../words/say.ts';
import type { InboundMessage, Receipt, Sender, Thread } from './chat.ts';

/** Something a person sent, for one machine and no other. */
export interface Errand {
  readonly machine: string;
  readonly message: InboundMessage;
  /** When its time is over, milliseconds since 1970 on the clock of whoever hands it over. The machine checks it before it takes it. */
  readonly until: number;
}

/** What became of an errand. Each is final: nothing comes of one that was not taken, ever. */
export type Taken =
  /** On the disk of the machine: not lost and not done twice from here on. */
  | { readonly kind: 'taken'; readonly receipt: Receipt }
  /** Its time was over when the machine came to it. */
  | { readonly kind: 'expired' }
  /** The machine does not take it: its policy, or a version that does not know what was asked. `why` for people. */
  | { readonly kind: 'refused'; readonly why: Text };

/** What was asked at once. `away`: no answer in time; whether it was heard is not known. */
export type Asked = Taken | { readonly kind: 'away' };

/** What plain words of a person would answer on a machine. */
export type Listening = 'nothing' | 'question' | 'secret question';

/** How a machine says it is. */
export interface MachineTold {
  /** Of the program: `1.4.0`. */
  readonly version: string;
  /** Of the protocol: machines work together whose numbers differ by one at most. */
  readonly protocol: number;
  readonly platform: string;
  /** Of its display, `1440x900`; '' when it has none. */
  readonly screen: string;
  readonly model: string;
  /** The run under way; null: none. `thread`: where it was asked for. */
  readonly run: {
    readonly id: string;
    readonly goal: string;
    readonly thread: Thread;
    readonly isPaused: boolean;
    readonly since: number;
  } | null;
  readonly waiting: number;
  /** Of the disk with its data; null: not known. */
  readonly freeBytes: number | null;
  /** Permissions and parts that are missing there. */
  readonly lacks: readonly Text[];
  /** What its model has cost today, and may. */
  readonly spentTodayUsd: number;
  readonly dayLimitUsd: number;
}

export interface MachineSeen {
  readonly name: string;
  readonly isHere: boolean;
  /** When it last said something, milliseconds since 1970; null: never in this life. */
  readonly lastSeenAt: number | null;
  /** What it last said of itself; null: nothing yet. */
  readonly told: MachineTold | null;
}

/** The end where the chats are. */
export interface Work {
  /** Opens the way; resolves when it is open, or while it goes on trying. `taken` is told of each errand at least once, also after a restart. */
  start(taken: (errand: Pick<Errand, 'machine'> & { readonly update: string }, what: Taken) => void): Promise<void>;
  /** All machines that may be worked, by name. */
  machines(): readonly MachineSeen[];
  /**
   * Hands it over; resolves when the way has kept it, which is before the machine has it. In the order of the calls, for one machine. One
   * that was handed over before is done once. Rejects when it cannot be kept; handed over again later is safe. `again`: it
   * is, for nothing was heard of it, and must come once more even where the way remembers it.
   */
  hand(errand: Errand, again?: boolean): Promise<void>;
  /** Takes back what no machine has yet. Best effort: one that is on its way is taken all the same. */
  takeBack(machine: string, update: string): Promise<void>;
  /** At once or not at all, past everything that waits: a stop, a tap, an answer. It waits for the machine for at most `ms`. */
  ask(errand: Errand, ms: number): Promise<Asked>;
  /** What these words would answer there; null: no answer within `ms`. */
  listening(machine: string, thread: Thread, sender: Sender, text: string, ms: number): Promise<Listening | null>;
  /** Told whenever a machine comes, goes or says something else of itself. */
  onChange(listener: (machine: MachineSeen) => void): void;
  stop(): Promise<void>;
}

/** The end where the machine is. */
export interface Workplace {
  /**
   * Begins to take what comes. `receive` resolves once the message is on the disk, and never rejects; one that was received before comes
   * to nothing. What was handed over is taken one after the other, what is asked at once beside that.
   */
  start(at: WorkplaceEnds): Promise<void>;
  /** Says how it is, now; it is said now and then by itself. */
  tell(): void;
  /** Whether the other end answers now. */
  isConnected(): boolean;
  stop(): Promise<void>;
}

export interface WorkplaceEnds {
  readonly receive: (message: InboundMessage) => Promise<Receipt>;
  readonly listening: (thread: Thread, sender: Sender, text: string) => Listening;
  readonly told: () => MachineTold;
  /** Why this machine does not take it; null: it does. Asked before anything else comes of it. */
  readonly refuses: (message: InboundMessage) => Text | null;
}

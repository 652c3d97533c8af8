/**
 * The way from the chats to the machine that acts. In one process it calls what takes messages there; over NATS it hands them to another
 * machine. The machine judges, asks, acts and keeps its own journal; nothing here does.
 */
import type { Text } from '../words/say.ts';
import type { InboundMessage, Receipt, Sender, Thread } from './chat.ts';

/** A person's message, for exactly one machine. */
export interface Errand {
  readonly machine: string;
  readonly message: InboundMessage;
  /** Expiry, milliseconds since 1970 on the clock of the end that hands it over. The machine checks it before it takes the errand. */
  readonly until: number;
}

/** Result of an errand, which is final: an errand that was not taken never has an effect. */
export type Taken =
  /** Stored on the machine's disk: from here on it is neither lost nor done twice. */
  | { readonly kind: 'taken'; readonly receipt: Receipt }
  /** It had expired when the machine came to it. */
  | { readonly kind: 'expired' }
  /** Refused by the machine: by its policy, or because its version does not know the request. `why` for people. */
  | { readonly kind: 'refused'; readonly why: Text };

/** Result of an immediate request. `away`: no answer in time; it is unknown whether it was received. */
export type Asked = Taken | { readonly kind: 'away' };

/** What plain words of a person would answer on a machine. */
export type Listening = 'nothing' | 'question' | 'secret question';

/** State that a machine reports about itself. */
export interface MachineTold {
  /** Of the program: `1.4.0`. */
  readonly version: string;
  /** Version of the protocol: machines work together when it differs by at most one. */
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
  /** Free space on the disk with its data; null: unknown. */
  readonly freeBytes: number | null;
  /** Permissions and parts that are missing there. */
  readonly lacks: readonly Text[];
  /** Cost of its model today, and the limit. */
  readonly spentTodayUsd: number;
  readonly dayLimitUsd: number;
}

export interface MachineSeen {
  readonly name: string;
  readonly isHere: boolean;
  /** Time of its last report, milliseconds since 1970; null: none in this process. */
  readonly lastSeenAt: number | null;
  /** Its last report; null: none yet. */
  readonly told: MachineTold | null;
}

/** The end where the chats are. */
export interface Work {
  /**
   * Opens the connection; resolves when it is open, or while it keeps trying. `taken` is called for each errand at least once, also after a restart.
   */
  start(taken: (errand: Pick<Errand, 'machine'> & { readonly update: string }, what: Taken) => void): Promise<void>;
  /** All machines that may be worked, by name. */
  machines(): readonly MachineSeen[];
  /**
   * Hands an errand over; resolves when the transport has stored it, which is before the machine has it. One machine gets its errands in the order of
   * the calls. The same errand is done once. Rejects when it cannot be stored; handing it over again later is safe. `again`: repeated because no
   * answer came, so it must be delivered even if the transport remembers it.
   */
  hand(errand: Errand, again?: boolean): Promise<void>;
  /** Takes an errand back that no machine has yet. Best effort: one under way is taken all the same. */
  takeBack(machine: string, update: string): Promise<void>;
  /** Immediate request that bypasses waiting errands: a stop, a tap, an answer. Waits for the machine for at most `ms`. */
  ask(errand: Errand, ms: number): Promise<Asked>;
  /** What these words would answer there; null: no answer within `ms`. */
  listening(machine: string, thread: Thread, sender: Sender, text: string, ms: number): Promise<Listening | null>;
  /** Called whenever a machine appears, disappears or reports another state. */
  onChange(listener: (machine: MachineSeen) => void): void;
  stop(): Promise<void>;
}

/** The end where the machine is. */
export interface Workplace {
  /**
   * Begins to take messages. `receive` resolves once the message is on the disk, and never rejects; a repeated message has no effect. Errands are
   * taken one after the other, immediate requests beside them.
   */
  start(at: WorkplaceEnds): Promise<void>;
  /** Reports its state now; it is also reported regularly. */
  tell(): void;
  /** Whether the other end answers now. */
  isConnected(): boolean;
  stop(): Promise<void>;
}

export interface WorkplaceEnds {
  readonly receive: (message: InboundMessage) => Promise<Receipt>;
  readonly listening: (thread: Thread, sender: Sender, text: string) => Listening;
  readonly told: () => MachineTold;
  /** Why this machine refuses a message; null: it does not. Called before anything else. */
  readonly refuses: (message: InboundMessage) => Text | null;
}

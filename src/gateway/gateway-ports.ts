/** What the gateway needs, and how its parts answer. */
import type { InboundMessage, Receipt, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { RunQueue } from '../run/queue.ts';
import { say } from '../words/say.ts';
import type { AfterRunDesk } from './after-run.ts';
import type { Buttons } from './buttons.ts';
import type { DetailOf } from './detail.ts';
import type { HandDesk } from './hand-desk.ts';
import type { Inbox } from './inbox.ts';
import type { Languages } from './languages.ts';
import type { Outbox } from './outbox.ts';
import type { MemoryName } from './parse-command.ts';
import type { Questions } from './questions.ts';
import type { QueueCards } from './queue-card.ts';
import type { QueuedCommand } from './queued-command.ts';
import type { Reception } from './reception.ts';
import { createReply, type Reply } from './reply.ts';
import type { SkillsDesk } from './skills-desk.ts';
import type { SpokenSpan } from './spoken.ts';
import type { StopRequest } from './stop-work.ts';
import type { WaitingFiles } from './waiting-files.ts';

export interface GatewayPorts {
  readonly isAllowed: (senderId: string) => boolean;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly languages: Languages;
  readonly buttons: Buttons;
  readonly questions: Questions;
  readonly queue: RunQueue;
  readonly queueCards: QueueCards;
  readonly detail: DetailOf;
  readonly clock: Clock;
  /** Takes a command to its run; asks first when it is old. */
  readonly submit: (command: QueuedCommand) => void;
  readonly hands: Pick<HandDesk, 'showScreen' | 'sendOriginal' | 'act' | 'press'>;
  /** Files and voice notes, taken in behind. */
  readonly reception: Reception;
  readonly waitingFiles: WaitingFiles;
  /** Ends what is under way; what the person is told. */
  readonly stopWork: (request: StopRequest) => readonly SpokenSpan[];
  readonly describeStatus: () => Promise<readonly SpokenSpan[]>;
  /** What an earlier run was asked to do; null when there is no such run. */
  readonly goalOfRun: (runId: string) => Promise<string | null>;
  readonly askMemory: (name: MemoryName, words: string) => Promise<readonly SpokenSpan[]>;
  readonly describeWhy: () => Promise<readonly SpokenSpan[]>;
  readonly sendTrace: (thread: Thread) => Promise<void>;
  readonly describeCost: () => Promise<readonly SpokenSpan[]>;
  readonly skillsDesk: SkillsDesk;
  /** Whether what arrives now may be of our own making. */
  readonly isOwnInput: () => boolean;
  /** Offers to keep this run as a skill. */
  readonly afterRun: AfterRunDesk;
  readonly saveSkill: (run: string, message: Pick<InboundMessage, 'thread' | 'sender'>) => Promise<void>;
  readonly log: { info(facts: object, text: string): void; warn(facts: object, text: string): void };
}

/** The ports, and how a person is answered. */
export interface Front extends GatewayPorts {
  readonly reply: Reply;
  /** What takes longer than a moment goes on behind; its trouble is said in the thread. */
  readonly behind: (thread: Thread, work: Promise<void>, settles?: string) => void;
}

export const NOTHING: Receipt = { toast: '' };

export function createFront(ports: GatewayPorts): Front {
  const reply = createReply(ports.outbox);
  return {
    ...ports,
    reply,
    behind(thread, work, settles) {
      work.catch((error: unknown) => {
        ports.log.warn({ error: String(error) }, 'a command failed');
        reply(thread, [say`That did not work: ${error instanceof Error ? error.message : String(error)}`], settles);
      });
    },
  };
}

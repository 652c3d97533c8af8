/** What the gateway needs, and how its parts answer. */

import type { AfterRunDesk } from '../commands/after-run.ts';
import type { HandDesk } from '../commands/by-hand/hand-desk.ts';
import type { Descriptions } from '../commands/describe.ts';
import type { MemoryName } from '../commands/parse-command.ts';
import type { QueueCards } from '../commands/queue-card.ts';
import type { SkillsDesk } from '../commands/skills-desk.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Buttons } from '../outbound/buttons.ts';
import type { DetailOf } from '../outbound/detail.ts';
import type { Languages } from '../outbound/languages.ts';
import type { Outbox } from '../outbound/outbox.ts';
import type { Questions } from '../outbound/questions.ts';
import { createReply, type Reply } from '../outbound/reply.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { InboundMessage, Receipt, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { RunQueue } from '../run/queue.ts';
import { say, toldError } from '../words/say.ts';
import type { Reception } from './reception.ts';
import type { StopRequest } from './stop-work.ts';
import type { WaitingFiles } from './waiting-files.ts';

export interface GatewayPorts extends Descriptions {
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
  /** What an earlier run was asked to do; null when there is no such run. */
  readonly goalOfRun: (runId: string) => Promise<string | null>;
  readonly askMemory: (name: MemoryName, words: string) => Promise<readonly SpokenSpan[]>;
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
        reply(thread, [say`That did not work: ${toldError(error)}`], settles);
      });
    },
  };
}

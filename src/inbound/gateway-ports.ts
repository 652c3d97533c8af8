/** The ports of the gateway, and the ways in which its parts reply. */

import type { AfterRunDesk } from '../commands/after-run.ts';
import type { AllowedDesk } from '../commands/allowed-desk.ts';
import type { HandDesk } from '../commands/by-hand/hand-desk.ts';
import type { Descriptions } from '../commands/describe.ts';
import type { DoctorDesk } from '../commands/doctor-desk.ts';
import type { MemoryName } from '../commands/parse-command.ts';
import type { QueueCards } from '../commands/queue-card.ts';
import type { OfferQueue } from '../commands/queue-offer.ts';
import type { SkillsDesk } from '../commands/skills-desk.ts';
import type { StartDesk } from '../commands/start-desk.ts';
import type { StatusDesk } from '../commands/status-desk.ts';
import type { ToolsDesk } from '../commands/tools-desk.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { OrderDesk } from '../orders/order-desk.ts';
import type { Buttons } from '../outbound/buttons.ts';
import type { DetailOf } from '../outbound/detail.ts';
import type { Languages } from '../outbound/languages.ts';
import type { Questions } from '../outbound/questions.ts';
import type { Reply } from '../outbound/reply.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { Chat, InboundMessage, Platform, Receipt } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { ModelChoice } from '../run/model-choice.ts';
import type { RunQueue } from '../run/queue.ts';
import { textOf } from '../words/said-error.ts';
import { say, type Text } from '../words/say.ts';
import { speak } from '../words/speak.ts';
import type { Reception } from './reception.ts';
import type { StopRequest } from './stop-work.ts';
import type { WaitingFiles } from './waiting-files.ts';

export interface GatewayPorts extends Descriptions {
  readonly chats: ReadonlyMap<Platform, Chat>;
  readonly isAllowed: (senderId: string) => boolean;
  readonly inbox: Inbox;
  readonly reply: Reply;
  readonly languages: Languages;
  readonly buttons: Buttons;
  readonly questions: Questions;
  readonly queue: RunQueue;
  readonly queueCards: QueueCards;
  readonly offerQueue: OfferQueue;
  readonly statusDesk: StatusDesk;
  readonly allowedDesk: AllowedDesk;
  readonly toolsDesk: ToolsDesk;
  readonly doctorDesk: DoctorDesk;
  readonly startDesk: StartDesk;
  readonly detail: DetailOf;
  readonly modelChoice: ModelChoice;
  readonly clock: Clock;
  /** Takes a command to its run; asks first when it is old. */
  readonly submit: (command: QueuedCommand) => void;
  readonly hands: Pick<HandDesk, 'showScreen' | 'find' | 'sendOriginal' | 'sendUncovered' | 'act' | 'press'>;
  /** Files and voice notes, fetched and transcribed in the background. */
  readonly reception: Reception;
  readonly waitingFiles: WaitingFiles;
  /** Ends everything under way and returns the reply. */
  readonly stopWork: (request: StopRequest) => Text;
  /** What an earlier run was asked to do; null when there is no such run. */
  readonly goalOfRun: (runId: string) => Promise<string | null>;
  readonly askMemory: (name: MemoryName, words: string) => Promise<readonly SpokenSpan[]>;
  readonly skillsDesk: SkillsDesk;
  readonly orderDesk: OrderDesk;
  /** Whether messages arriving now may come from Deskhand's own input. */
  readonly isOwnInput: () => boolean;
  /** Offers to keep this run as a skill. */
  readonly afterRun: AfterRunDesk;
  readonly saveSkill: (run: string, message: Pick<InboundMessage, 'updateId' | 'thread' | 'sender'>) => Promise<void>;
  /** Whether Deskhand is about to end: the next process tells what was cut off. */
  readonly isEnding: () => boolean;
  readonly log: { info(facts: object, text: string): void; warn(facts: object, text: string): void };
}

/** The ports, and how a person is answered. */
export interface GatewayContext extends GatewayPorts {
  /** The final reply to this message: as a toast on a tap, as a message otherwise. */
  readonly answer: (message: InboundMessage, text: Text) => Receipt;
  /** Answers a tap with a toast alone; the result follows later. */
  readonly toast: (message: InboundMessage, text: Text) => Receipt;
  /** Lets longer work go on after the receipt; the work sends its own result, and a failure is reported here. */
  readonly inBackground: (message: InboundMessage, work: Promise<void>) => void;
  /** Reports an error as the final reply. */
  readonly fail: (message: InboundMessage, error: unknown) => void;
}

export const NOTHING: Receipt = { toast: '' };

export function createGatewayContext(ports: GatewayPorts): GatewayContext {
  const { inbox, reply, languages, log } = ports;
  const toast: GatewayContext['toast'] = ({ thread }, text) => ({ toast: speak(text, languages.of(thread)) });
  const fail: GatewayContext['fail'] = ({ thread, updateId }, error) => {
    log.warn({ error: String(error) }, 'a command failed');
    // The next process tells what ended with this one.
    if (!ports.isEnding()) reply(thread, [say`That didn't work: ${textOf(error)}`], updateId);
  };
  return {
    ...ports,
    toast,
    fail,
    answer(message, text) {
      if (message.content.kind !== 'tap') {
        reply(message.thread, [text], message.updateId);
        return NOTHING;
      }
      inbox.refuse(message.updateId, 'answered');
      return toast(message, text);
    },
    inBackground(message, work) {
      work
        .then(() => {
          if (!ports.isEnding()) inbox.refuse(message.updateId, 'answered');
        })
        .catch((error: unknown) => fail(message, error));
    },
  };
}

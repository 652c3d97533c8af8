/** Sends messages to a machine: stored until it has them, asked immediately, or a stop that is repeated. */
import type { Inbox } from '../../inbox/inbox.ts';
import type { Languages } from '../../outbound/languages.ts';
import type { Outbox } from '../../outbound/outbox.ts';
import { wordsAlone } from '../../outbound/reply.ts';
import type { SpokenButton, SpokenSpan } from '../../outbound/spoken.ts';
import type { InboundMessage, Receipt, Thread } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Asked, MachineSeen, Work } from '../../ports/work.ts';
import { say, type Text } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import { isGoal } from './address.ts';
import type { Errands } from './errands.ts';
import type { OpenCards } from './open-cards.ts';

export interface SendingPorts {
  readonly work: Work;
  readonly errands: Errands;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly languages: Languages;
  readonly openCards: OpenCards;
  /** Whether this person may work that machine. */
  readonly mayWork: (senderId: string, machine: string) => boolean;
  /** The machine of this very process; null: it has none. */
  readonly local: string | null;
  /** Why no machine may begin a run now; null: they may. */
  readonly refusesRuns: () => Text | null;
}

export type AnswerHere = (
  message: InboundMessage,
  text: readonly SpokenSpan[],
  rows?: readonly (readonly SpokenButton[])[],
) => Receipt;

export interface Sending {
  /** Machines that this person may work. */
  readonly yours: (senderId: string) => readonly MachineSeen[];
  /** The gateway's own final reply to a message. */
  readonly answer: AnswerHere;
  readonly toast: (thread: Thread, text: Text) => Receipt;
  readonly askNow: (message: InboundMessage, machine: string) => Promise<Receipt>;
  readonly send: (message: InboundMessage, machine: string) => Promise<Receipt>;
  readonly stop: (message: InboundMessage, machines: readonly string[]) => Promise<Receipt>;
}

const NOTHING: Receipt = { toast: '' };
const STOP_TRIES_MS = 120_000;
/** After this time the person is told that the machine does not answer. */
const STOP_ASK_MS = 2_000;
const STOP_AGAIN_MS = 500;
/** Longest wait for the answer to a tap, while the person looks. */
const ASK_MS = 5_000;

export function createSending(ports: SendingPorts, signal: AbortSignal): Sending {
  const { work, errands, inbox, outbox, clock, openCards } = ports;
  const yours = (senderId: string): readonly MachineSeen[] =>
    work.machines().filter(({ name }) => ports.mayWork(senderId, name));
  const answer = (
    message: InboundMessage,
    text: readonly SpokenSpan[],
    rows: readonly (readonly SpokenButton[])[] = [],
  ) => {
    if (!inbox.accept(message, 'answer')) return NOTHING;
    outbox.post(message.thread, { ...wordsAlone(text), buttons: rows }, message.updateId);
    return NOTHING;
  };
  const toast = (thread: Thread, text: Text): Receipt => ({ toast: speak(text, ports.languages.of(thread)) });

  /** Asks immediately, and reports when there is no answer. */
  const askNow = async (message: InboundMessage, machine: string): Promise<Receipt> => {
    const asked = await work.ask({ machine, message, until: clock.now() + ASK_MS }, ASK_MS);
    if (asked.kind === 'taken') return asked.receipt;
    const why = sayAsked(machine, asked);
    return message.content.kind === 'tap' ? toast(message.thread, why) : answer(message, [why]);
  };

  const send = async (message: InboundMessage, machine: string): Promise<Receipt> => {
    openCards.noteAlbum(message, machine);
    if (machine === ports.local) return askNow(message, machine);
    const why = message.content.kind === 'text' && isGoal(message.content.text) ? ports.refusesRuns() : null;
    if (why !== null) return answer(message, [why]);
    await errands.take(message, machine);
    return NOTHING;
  };

  /** Sends a stop to the machines at work for this thread; repeats it while there is no answer. */
  const stop = async (message: InboundMessage, machines: readonly string[]): Promise<Receipt> => {
    const keepTrying = async (machine: string): Promise<void> => {
      const until = clock.now() + STOP_TRIES_MS;
      for (let isTold = false; ; isTold = true) {
        const asked = await work.ask({ machine, message, until }, STOP_ASK_MS);
        if (asked.kind === 'taken') return;
        if (asked.kind !== 'away' || clock.now() > until)
          return void answer(later(message), [sayAsked(machine, asked)]);
        if (!isTold)
          outbox.post(
            message.thread,
            wordsAlone([
              { bold: machine },
              '\n',
              say`It doesn't answer, so I don't know whether it stopped. I keep trying for two minutes. At the computer itself the stop keys work.`,
            ]),
          );
        await clock.sleep(STOP_AGAIN_MS, signal);
      }
    };
    const [only] = machines;
    if (machines.length === 1 && only === ports.local && only !== undefined) return askNow(message, only);
    for (const machine of machines) keepTrying(machine).catch(() => undefined);
    return NOTHING;
  };

  return { yours, answer, toast, askNow, send, stop };
}

function sayAsked(machine: string, asked: Exclude<Asked, { readonly kind: 'taken' }>): Text {
  if (asked.kind === 'refused') return say`${machine} refused: ${asked.why}.`;
  if (asked.kind === 'expired') return say`It reached ${machine} too late, so nothing was done.`;
  return say`${machine} doesn't answer, so I don't know whether this reached it.`;
}

/** The same message, answered under a name of its own: a stop is answered by its machine as well. */
function later(message: InboundMessage): InboundMessage {
  return { ...message, updateId: `${message.updateId}@late` };
}

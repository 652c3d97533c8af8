/** Stores a message and what is owed for it on the disk, before anything is done about it. */

import { isAct } from '../commands/by-hand/hand-desk.ts';
import { isByHandCommand } from '../commands/parse-command.ts';
import type { Asks } from '../inbox/inbox.ts';
import type { ButtonMeaning } from '../outbound/buttons.ts';
import type { InboundMessage } from '../ports/chat.ts';
import { readRunId } from '../words/run-name.ts';
import { say } from '../words/say.ts';
import type { GatewayContext } from './gateway-ports.ts';
import type { Intent, Order } from './interpret.ts';

/** Stored in place of an answer to a secret question. */
const SECRET = { kind: 'text', text: '(secret)' } as const;

type AcceptNeeds = Pick<GatewayContext, 'inbox' | 'buttons' | 'log' | 'reception' | 'waitingFiles'>;

/** False when it was accepted before: nothing is to come of it. Rejects when it cannot be noted, but for a stop, which is obeyed already. */
export async function accept(message: InboundMessage, intent: Intent, context: AcceptNeeds): Promise<boolean> {
  const { inbox, buttons, log } = context;
  const isSecret = (intent.kind === 'answer' || intent.kind === 'wrong') && intent.isSecret === true;
  try {
    if (!inbox.accept(isSecret ? { ...message, content: SECRET } : message, owedFor(intent))) return false;
    // The button works once, also for a second tap right after.
    if (intent.kind === 'tapped goal') buttons.forget([intent.button]);
    if (intent.kind === 'heard') context.reception.decide(intent.button, say`Running it.`);
    if (takesFiles(intent))
      for (const button of context.waitingFiles.drop(message.thread, message.sender))
        context.reception.decide(button, say`Used with your request.`);
    await inbox.sync();
  } catch (error) {
    if (intent.kind !== 'stop') throw error;
    log.warn({ update: message.updateId, error: String(error) }, 'a stop was obeyed and could not be noted');
  }
  return true;
}

/** The files that wait go with this goal. */
function takesFiles(intent: Intent): boolean {
  return intent.kind === 'heard' ? takesFiles(intent.words) : intent.kind === 'goal';
}

/** What the next process owes for it after a crash: a run; an answer, for what may be repeated; word of it, for what may not; or nothing. */
export function owedFor(intent: Intent): Asks {
  switch (intent.kind) {
    case 'goal':
      return { goal: intent.goal };
    case 'tapped goal':
      return { goal: intent.goal, ...(intent.continues === undefined ? {} : { continues: intent.continues }) };
    case 'continue':
      return intent.goal === null ? 'answer' : { goal: intent.goal, continues: intent.run };
    case 'received':
      return intent.goal === null ? 'answer' : { goal: intent.goal };
    case 'heard':
      return owedFor(intent.words);
    case 'offered':
      return 'answer';
    case 'deleted':
      return 'nothing';
    case 'order':
      return owedForOrder(intent.command);
    case 'tap':
      return owedForTap(intent.meaning);
    case 'wrong':
    case 'empty':
    case 'thanks':
      return 'answer';
    case 'stop':
    case 'own input':
    case 'hint':
      return 'word';
    case 'elsewhere':
    case 'old session':
      return 'nothing';
    case 'answer':
      // The card of the question shows its end, and the question's own asker is owed for separately.
      return 'nothing';
  }
}

function owedForOrder(command: Order): Asks {
  if (isByHandCommand(command)) return 'word';
  switch (command.name) {
    // Another run may be at work by then.
    case 'pause':
    case 'resume':
      return 'word';
    // By then the words or the number may fit another note, since this one may be gone; a run's id stays the same.
    case 'forget':
      return readRunId(command.words) === null ? 'word' : 'answer';
    // Setting, changing or doing something must not happen twice.
    case 'at':
    case 'every':
    case 'watch':
    case 'plain':
      return 'word';
    case 'orders':
    // Numbers change when one is removed, so only the list may be repeated.
    case 'allowed':
      return command.rest === '' ? 'answer' : 'word';
    // `save` starts a question, which must not be repeated.
    case 'skills':
      return /^save\b/i.test(command.rest) ? 'word' : 'answer';
    default:
      return 'answer';
  }
}

function owedForTap(meaning: ButtonMeaning | null): Asks {
  switch (meaning?.kind) {
    // Dead buttons do nothing; for a question its card, and for a run its last message, tell the end.
    case undefined:
    case 'choice':
    case 'stop':
    case 'pause':
    case 'resume':
    case 'take over':
      return 'nothing';
    case 'look':
      return isAct(meaning.press) ? 'word' : 'answer';
    // These taps ask a question, which must not be repeated.
    case 'bad':
    case 'skill':
    case 'mend':
      return 'word';
    case 'orders':
      return meaning.press.act === 'show' ? 'answer' : 'word';
    default:
      return 'answer';
  }
}

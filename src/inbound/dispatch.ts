/** Acts on an accepted message: puts a run into the queue, carries out a command, passes words to a question or a run, obeys a button. */

import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { InboundMessage, Receipt } from '../ports/chat.ts';
import { say, slash, type Text } from '../words/say.ts';
import { carryOutOrder, type OrderNeeds } from './carry-out-order.ts';
import { type GatewayContext, NOTHING } from './gateway-ports.ts';
import type { Intent, Order } from './interpret.ts';
import { obeyTap, type TapNeeds } from './obey-tap.ts';
import { offerWords, tellDeleted } from './offer-words.ts';
import { hintRun, runHere } from './tell-run.ts';

const OWN_INPUT = say`Ignored: it came while I was working in a window that shows this chat. Send it again in a few seconds.`;

type DispatchNeeds = OrderNeeds &
  TapNeeds &
  Pick<GatewayContext, 'submit' | 'stopWork' | 'inbox' | 'offerQueue' | 'reply' | 'fail' | 'clock' | 'log'>;

export function dispatch(message: InboundMessage, intent: Intent, context: DispatchNeeds): Receipt {
  const { submit, reception, answer } = context;
  switch (intent.kind) {
    case 'stop':
      return tellStopped(message, obeyStop(message, intent, context), context);
    case 'own input':
      context.log.warn({ update: message.updateId }, 'refused: our own input was going into a window with this chat');
      return answer(message, OWN_INPUT);
    case 'elsewhere':
      context.log.warn({ update: message.updateId }, 'refused: a tap from another chat than that of its button');
      return context.toast(message, say`This button belongs to another chat.`);
    case 'old session':
      return context.toast(message, say`That needs a fresh link to this page: ${'deskhand link'} prints one.`);
    case 'goal':
      submit(commandOf(message, intent.goal));
      return NOTHING;
    case 'continue':
      if (intent.goal === null) return answer(message, say`There is no run ${Number(intent.run)}.`);
      submit({ ...commandOf(message, intent.goal), continues: intent.run });
      return NOTHING;
    case 'tapped goal':
      submit({
        ...commandOf({ ...message, sentAt: context.clock.now() }, intent.goal),
        ...(intent.continues === undefined ? {} : { continues: intent.continues }),
      });
      return context.toast(message, toastFor(intent));
    case 'received':
      reception
        .take(commandOf(message, intent.goal ?? ''), intent.received, intent.goal)
        .catch((error: unknown) => context.fail(message, error));
      return NOTHING;
    case 'heard':
      return dispatch(
        { ...message, content: { kind: 'text', text: intent.text }, sentAt: context.clock.now() },
        intent.words,
        context,
      );
    case 'offered':
      return offerWords(message, intent, context);
    case 'deleted': {
      const told = tellDeleted(intent.of, context);
      return told === '' ? NOTHING : answer(message, told);
    }
    case 'order':
      context.inBackground(message, answerOrder(message, intent.command, context));
      return NOTHING;
    case 'answer':
      return takeAnswer(message, intent, context);
    case 'hint':
      return giveHint(message, intent.text, context);
    case 'wrong':
      return { ...answer(message, intent.reason), ...(intent.isSecret === true ? { isSecret: true } : {}) };
    case 'empty':
      return answer(message, say`I understand text, files and voice notes. This message has none of them.`);
    case 'thanks':
      return answer(message, say`You're welcome.`);
    case 'tap':
      return obeyTap(message, intent.button, intent.meaning, context);
  }
}

/** Returns the reply; '' when the end of the run is the reply. */
export function obeyStop(
  { sender, thread, content }: InboundMessage,
  { all, run }: Extract<Intent, { readonly kind: 'stop' }>,
  { queue, stopWork }: Pick<GatewayContext, 'queue' | 'stopWork'>,
): Text {
  if (run === null) return stopWork({ all, by: sender, thread, isAnsweredByEnd: content.kind !== 'tap' });
  const current = queue.current();
  if (current?.run.runId !== run) return say`That run has ended.`;
  current.stop({ kind: 'person', name: sender.name });
  return say`Stopped.`;
}

/** A stop is one message: the end of the run it stopped, where there is one. */
export function tellStopped(
  message: InboundMessage,
  told: Text,
  { answer, inbox }: Pick<GatewayContext, 'answer' | 'inbox'>,
): Receipt {
  if (told !== '') return answer(message, told);
  inbox.refuse(message.updateId, 'the end of the run answers it');
  return NOTHING;
}

async function answerOrder(
  message: InboundMessage,
  command: Order,
  context: OrderNeeds & Pick<GatewayContext, 'reply'>,
): Promise<void> {
  const text = await carryOutOrder(command, message, context);
  if (text !== null) context.reply(message.thread, text, message.updateId);
}

function toastFor({ isAgain, continues }: Extract<Intent, { readonly kind: 'tapped goal' }>): Text {
  if (continues !== undefined) return say`Going on from there.`;
  return isAgain ? say`Starting again.` : say`Starting.`;
}

/** Handles that the question may have been decided since the message was interpreted. */
function takeAnswer(
  message: InboundMessage,
  { text, isSecret }: Extract<Intent, { readonly kind: 'answer' }>,
  context: Pick<GatewayContext, 'questions' | 'queue' | 'answer' | 'offerQueue'>,
): Receipt {
  const isTaken = context.questions.tell(message.thread, message.sender, text);
  // A secret meant for the question must not reach the run.
  const isForRun = !isTaken && !isSecret && runHere(message.thread, context.queue) !== null;
  if (isForRun) giveHint(message, text, context);
  else if (!isTaken) context.answer(message, say`This was already answered.`);
  return isSecret ? { toast: '', isSecret } : NOTHING;
}

function giveHint(
  message: InboundMessage,
  text: string,
  { queue, answer, offerQueue }: Pick<GatewayContext, 'queue' | 'answer' | 'offerQueue'>,
): Receipt {
  const current = runHere(message.thread, queue);
  if (current === null)
    return answer(message, say`That run had already ended. To have it done now, send it with ${slash('run')}.`);
  if (current.run.model !== null) return answer(message, hintRun(current, message.sender.id, text));
  offerQueue(message, text);
  return NOTHING;
}

/** The message as a command for the queue. */
function commandOf({ updateId, thread, sender, sentAt }: InboundMessage, goal: string): QueuedCommand {
  return { update: updateId, goal, thread, sender, sentAt: new Date(sentAt).toISOString() };
}

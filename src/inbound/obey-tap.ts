/** Obeys each button, except Stop and those that carry a goal. */

import type { ButtonMeaning } from '../outbound/buttons.ts';
import type { InboundMessage, Receipt } from '../ports/chat.ts';
import { say, type Text } from '../words/say.ts';
import { type GatewayContext, NOTHING } from './gateway-ports.ts';

export type TapNeeds = Pick<
  GatewayContext,
  | 'queue'
  | 'queueCards'
  | 'questions'
  | 'statusDesk'
  | 'allowedDesk'
  | 'toolsDesk'
  | 'doctorDesk'
  | 'skillsDesk'
  | 'orderDesk'
  | 'reception'
  | 'waitingFiles'
  | 'hands'
  | 'detail'
  | 'afterRun'
  | 'saveSkill'
  | 'answer'
  | 'toast'
  | 'inBackground'
>;

/** `button`: the id that was tapped; `meaning` null: it is not known any more. */
export function obeyTap(
  message: InboundMessage,
  button: string,
  meaning: ButtonMeaning | null,
  context: TapNeeds,
): Receipt {
  const { sender } = message;
  const current = context.queue.current();
  const isCurrent = meaning !== null && 'run' in meaning && current?.run.runId === meaning.run;
  const answer = (toast: Text): Receipt => context.answer(message, toast);
  const inBackground = (work: Promise<void>): Receipt => {
    context.inBackground(message, work);
    return NOTHING;
  };
  switch (meaning?.kind) {
    case 'choice':
      return answer(context.questions.choose(meaning.question, meaning.value, sender));
    case 'pause':
      return answer(
        isCurrent && current.pause(sender.name) ? say`Paused before the next step.` : say`Nothing to pause.`,
      );
    case 'resume':
      return answer(isCurrent && current.resume(sender.name) ? say`Continuing.` : say`Nothing is paused.`);
    case 'revoke':
      return answer(context.statusDesk.revoke(meaning.run, button, sender.id));
    case 'disallow':
      if (meaning.of !== sender.id) return answer(say`Only the person who allowed it can take it back.`);
      return inBackground(context.allowedDesk.revoke(meaning.ids, button));
    case 'mend':
      return inBackground(context.doctorDesk.press(meaning.what, message));
    case 'queue':
      return answer(context.queueCards.press(meaning, button, sender));
    case 'unheard':
      if (meaning.of !== sender.id) return answer(say`Only the person who sent it can decide.`);
      context.reception.decide(button, say`Cancelled.`);
      return answer(say`Cancelled.`);
    case 'heard':
      return answer(say`Only the person who sent it can decide.`);
    case 'leave out': {
      if (meaning.of !== sender.id) return answer(say`Only the person who sent it can decide.`);
      const left = context.waitingFiles.drop(meaning.thread, sender, button);
      if (left.size === 0) return answer(say`It's no longer waiting.`);
      context.reception.decide(button, say`Left out.`);
      return answer(say`Left out.`);
    }
    case 'take over':
      if (!isCurrent) return answer(say`That run has ended.`);
      current.pause(sender.name);
      context.inBackground(message, context.hands.showScreen(message, null));
      return context.toast(message, say`You're in control. Tap Continue to hand it back.`);
    case 'screen':
      return inBackground(context.hands.showScreen(message, null));
    case 'detail':
      context.inBackground(
        message,
        context.detail.change(sender.id, meaning.level).then(() => undefined),
      );
      return context.toast(message, say`Detail level: ${meaning.level}.`);
    case 'original':
      return inBackground(context.hands.sendOriginal(message, meaning.display));
    case 'uncovered':
      return inBackground(context.hands.sendUncovered(message, meaning.display));
    case 'look':
      return inBackground(context.hands.press(meaning.look, meaning.press, message, pointOf(message)));
    case 'skills':
      return inBackground(context.skillsDesk.turn(meaning.tap));
    case 'tools':
      return inBackground(context.toolsDesk.turn(meaning.tap, message));
    case 'orders':
      return inBackground(context.orderDesk.press(meaning.press, message));
    case 'report':
      return inBackground(context.afterRun.sendReport(meaning.of, message));
    case 'good':
    case 'bad':
      return inBackground(context.afterRun.takeFeedback(meaning.of, meaning.kind === 'good', message));
    case 'unmend':
      return inBackground(context.afterRun.undoMend(meaning.of, message));
    case 'skill':
      return inBackground(context.saveSkill(meaning.of, message));
    // A Stop and the goals of buttons are intents of their own.
    default:
      return answer(say`This button is no longer active.`);
  }
}

function pointOf({ content }: InboundMessage): { readonly x: number; readonly y: number } | null {
  return content.kind === 'tap' ? (content.at ?? null) : null;
}

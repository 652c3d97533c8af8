/** What each button does, except Stop and those that ask for a run. */

import type { ButtonMeaning } from '../outbound/buttons.ts';
import type { InboundMessage, Receipt } from '../ports/chat.ts';
import { say, type Text } from '../words/say.ts';
import { type Front, NOTHING } from './gateway-ports.ts';

/** `button`: the id that was tapped; `meaning` null: it is not known any more. */
export function obeyTap(message: InboundMessage, button: string, meaning: ButtonMeaning | null, front: Front): Receipt {
  const { sender } = message;
  const current = front.queue.current();
  const isCurrent = meaning !== null && 'run' in meaning && current?.run.runId === meaning.run;
  const answer = (toast: Text): Receipt => front.answer(message, toast);
  const behind = (work: Promise<void>): Receipt => {
    front.behind(message, work);
    return NOTHING;
  };
  switch (meaning?.kind) {
    case 'choice':
      return answer(front.questions.choose(meaning.question, meaning.value, sender));
    case 'pause':
      return answer(
        isCurrent && current.pause(sender.name) ? say`Paused before the next step.` : say`Nothing to pause.`,
      );
    case 'resume':
      return answer(isCurrent && current.resume(sender.name) ? say`Continuing.` : say`Nothing is paused.`);
    case 'revoke':
      return answer(front.statusDesk.revoke(meaning.run, button, sender.id));
    case 'disallow':
      if (meaning.of !== sender.id) return answer(say`Only the person who allowed it can take it back.`);
      return behind(front.allowedDesk.revoke(meaning.ids, button));
    case 'mend':
      return behind(front.doctorDesk.press(meaning.what, message));
    case 'queue':
      return answer(front.queueCards.press(meaning, button, sender));
    case 'unheard':
      if (meaning.of !== sender.id) return answer(say`Only the person who sent it can decide.`);
      front.reception.decide(button, say`Cancelled.`);
      return answer(say`Cancelled.`);
    case 'heard':
      return answer(say`Only the person who sent it can decide.`);
    case 'leave out': {
      if (meaning.of !== sender.id) return answer(say`Only the person who sent it can decide.`);
      const left = front.waitingFiles.drop(meaning.thread, sender, button);
      if (left.size === 0) return answer(say`It's no longer waiting.`);
      front.reception.decide(button, say`Left out.`);
      return answer(say`Left out.`);
    }
    case 'take over':
      if (!isCurrent) return answer(say`That run has ended.`);
      current.pause(sender.name);
      front.behind(message, front.hands.showScreen(message, null));
      return front.toast(message, say`You're in control. Tap Continue to hand it back.`);
    case 'screen':
      return behind(front.hands.showScreen(message, null));
    case 'detail':
      front.behind(
        message,
        front.detail.change(sender.id, meaning.level).then(() => undefined),
      );
      return front.toast(message, say`Detail level: ${meaning.level}.`);
    case 'original':
      return behind(front.hands.sendOriginal(message, meaning.display));
    case 'uncovered':
      return behind(front.hands.sendUncovered(message, meaning.display));
    case 'look':
      return behind(front.hands.press(meaning.look, meaning.press, message, pointOf(message)));
    case 'skills':
      return behind(front.skillsDesk.turn(meaning.tap));
    case 'tools':
      return behind(front.toolsDesk.turn(meaning.tap, message));
    case 'orders':
      return behind(front.orderDesk.press(meaning.press, message));
    case 'report':
      return behind(front.afterRun.sendReport(meaning.of, message));
    case 'good':
    case 'bad':
      return behind(front.afterRun.takeFeedback(meaning.of, meaning.kind === 'good', message));
    case 'unmend':
      return behind(front.afterRun.undoMend(meaning.of, message));
    case 'skill':
      return behind(front.saveSkill(meaning.of, message));
    // A Stop and the goals of buttons are intents of their own.
    default:
      return answer(say`This button is no longer active.`);
  }
}

function pointOf({ content }: InboundMessage): { readonly x: number; readonly y: number } | null {
  return content.kind === 'tap' ? (content.at ?? null) : null;
}

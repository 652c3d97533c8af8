/** What each button does. */

import { isAct } from '../commands/by-hand/hand-desk.ts';
import type { ButtonMeaning } from '../outbound/buttons.ts';
import type { InboundMessage } from '../ports/chat.ts';
import { say, type Text } from '../words/say.ts';
import type { Front } from './gateway-ports.ts';

/** The toast. `button`: the id that was tapped. */
export function obeyTap(message: InboundMessage, button: string, meaning: ButtonMeaning, front: Front): Text {
  const { thread, sender } = message;
  const current = front.queue.current();
  const isCurrent = 'run' in meaning && current?.run.runId === meaning.run;
  switch (meaning.kind) {
    case 'choice':
      return front.questions.choose(meaning.question, meaning.value, sender);
    case 'stop':
      if (!isCurrent) return say`That run has ended.`;
      current.stop({ kind: 'person', name: sender.name });
      return say`Stopped.`;
    case 'pause':
      return isCurrent && current.pause(sender.name)
        ? say`Paused before the next step.`
        : say`There is nothing to pause.`;
    case 'resume':
      return isCurrent && current.resume(sender.name) ? say`Going on.` : say`Nothing is paused.`;
    case 'queue':
      return front.queueCards.press(meaning, button, sender);
    case 'heard':
      return say`Only the person who spoke can decide.`;
    case 'unheard':
      if (meaning.of !== sender.id) return say`Only the person who spoke can decide.`;
      front.reception.decide(button, say`Cancelled.`);
      return say`Cancelled.`;
    case 'take over':
      if (!isCurrent) return say`That run has ended.`;
      current.pause(sender.name);
      front.behind(thread, front.hands.showScreen(thread, null));
      return say`It is yours. “Continue” gives it back.`;
    case 'screen':
      front.behind(thread, front.hands.showScreen(thread, null));
      return '';
    case 'original':
      front.behind(thread, front.hands.sendOriginal(thread, meaning.display));
      return '';
    case 'look':
      front.behind(
        thread,
        front.hands.press(meaning.look, meaning.press, message),
        isAct(meaning.press) ? message.updateId : undefined,
      );
      return '';
    case 'skills':
      front.behind(thread, front.skillsDesk.turn(meaning.tap));
      return '';
    case 'report':
      front.behind(thread, front.afterRun.sendReport(meaning.of, thread));
      return '';
    case 'good':
    case 'bad':
      front.behind(thread, front.afterRun.takeFeedback(meaning.of, meaning.kind === 'good', message));
      return '';
    case 'skill':
      front.behind(thread, front.saveSkill(meaning.of, message));
      return '';
    case 'again':
    case 'run':
      front.submit({
        update: message.updateId,
        goal: meaning.goal,
        thread,
        sender,
        sentAt: new Date(front.clock.now()).toISOString(),
      });
      return meaning.kind === 'again' ? say`Once more.` : say`Starting.`;
  }
}

/** A tap on a button: noted, then obeyed; what was heard counts from its tap on as written. */

import { isAct } from '../commands/by-hand/hand-desk.ts';
import type { Parsed } from '../commands/parse-command.ts';
import type { Asks } from '../inbox/inbox.ts';
import type { ButtonMeaning } from '../outbound/buttons.ts';
import type { InboundMessage, Receipt } from '../ports/chat.ts';
import { say } from '../words/say.ts';
import { speak } from '../words/speak.ts';
import { type Front, NOTHING } from './gateway-ports.ts';
import { goalOf } from './goal-of.ts';
import { obeyTap } from './obey-tap.ts';
import { followWords } from './take-words.ts';

/** `button`: the id it carries. */
export async function takeTap(message: InboundMessage, button: string, front: Front): Promise<Receipt> {
  const { inbox, buttons } = front;
  const meaning = buttons.find(button);
  // A stop is obeyed before anything is written.
  const stopped = meaning?.kind === 'stop' ? obeyTap(message, button, meaning, front) : null;
  if (meaning?.kind === 'heard' && meaning.of === message.sender.id)
    return await takeHeard(message, button, meaning.text, front);
  const goal = meaning?.kind === 'again' || meaning?.kind === 'run' ? meaning.goal : null;
  if (!inbox.accept(message, goal === null ? owedFor(meaning) : { goal })) return NOTHING;
  if (goal !== null) {
    // Works once, also when it is tapped again at once; and its run must not be on the disk before the tap is.
    buttons.forget([button]);
    await inbox.sync();
  }
  const toast =
    stopped ?? (meaning === null ? say`This button is no longer active.` : obeyTap(message, button, meaning, front));
  await inbox.sync();
  return { toast: speak(toast, front.languages.of(message.thread)) };
}

async function takeHeard(message: InboundMessage, button: string, text: string, front: Front): Promise<Receipt> {
  const words: Parsed = { kind: 'plain', text };
  const goal = goalOf(words, message, front);
  if (!front.inbox.accept(message, goal === null ? 'nothing' : { goal })) return NOTHING;
  front.reception.decide(button, say`Run.`);
  if (goal !== null) front.waitingFiles.forget(message.thread, message.sender);
  await front.inbox.sync();
  followWords(message, words, goal, front);
  return NOTHING;
}

/** What a tap is told about after a crash. */
function owedFor(meaning: ButtonMeaning | null): Asks {
  return meaning?.kind === 'look' && isAct(meaning.press) ? 'act' : 'nothing';
}

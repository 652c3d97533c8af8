/** Welcomes somebody who was just let in by a code. */

import { renderStart } from '../commands/replies.ts';
import { speakSpans, spellingOf } from '../outbound/spoken.ts';
import type { Chat, OutboundMessage, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import { say } from '../words/say.ts';
import type { Language } from '../words/speak.ts';

const TRIES = 3;

/** The person is let in whether or not this arrives. */
export async function greetPaired(
  chat: Chat,
  thread: Thread,
  { name, language }: { readonly name: string; readonly language: Language },
  clock: Clock,
): Promise<void> {
  const message: OutboundMessage = {
    kind: 'reply',
    text: speakSpans([{ bold: say`Paired.` }, ' ', ...renderStart(name)], language, spellingOf(thread.platform)),
    picture: null,
    pictureAlt: '',
    buttons: [],
    file: null,
  };
  const signal = AbortSignal.timeout(10_000);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const delivery = await chat.post(thread, message, signal);
    if (delivery.result !== 'later') return;
    await clock.sleep(delivery.retryAfterMs, signal);
  }
}

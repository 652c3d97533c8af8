/** Lets in who sends the code: noted in the log, greeted in the chat, in their language. */
import type { Logger } from 'pino';
import { renderStart } from '../commands/replies.ts';
import type { Settings } from '../config/schema.ts';
import type { Pairing } from '../inbound/pairing.ts';
import { speakSpans, spellingOf } from '../outbound/spoken.ts';
import type { Chat, OutboundMessage, Thread } from '../ports/chat.ts';
import type { StrangerPairing } from '../ports/chat-needs.ts';
import type { Clock } from '../ports/clock.ts';
import { say } from '../words/say.ts';
import { chooseLanguage, type Language } from '../words/speak.ts';

export interface LetInOptions {
  readonly pairing: Pairing;
  readonly settings: Pick<Settings, 'LANGUAGE'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** `chat`: called when somebody was let in. */
export function letIn(chat: () => Chat, { pairing, settings, clock, log }: LetInOptions): StrangerPairing {
  return {
    isOpen: pairing.isOpen,
    tryCode: (stranger, thread, text) =>
      pairing.tryCode(stranger, text, async (person) => {
        log.info({ sender: person.id }, 'somebody was paired');
        const language = chooseLanguage(settings.LANGUAGE, stranger.language);
        await greetPaired(chat(), thread, { name: person.name, language }, clock);
      }),
  };
}

const TRIES = 3;

/** The person is let in whether or not this arrives. */
async function greetPaired(
  chat: Chat,
  thread: Thread,
  { name, language }: { readonly name: string; readonly language: Language },
  clock: Clock,
): Promise<void> {
  const message: OutboundMessage = {
    kind: 'reply',
    text: speakSpans(
      [{ bold: say`Paired.` }, ' ', ...renderStart({ name, hasModel: true, hasButtons: false, lacks: [] })],
      language,
      spellingOf(thread.platform),
    ),
    language,
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

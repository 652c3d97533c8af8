/** Lets in who sends the code: noted in the log, greeted in the chat, in their language. */
import type { Logger } from 'pino';
import type { Settings } from '../config/schema.ts';
import type { Pairing } from '../inbound/pairing.ts';
import type { Chat } from '../ports/chat.ts';
import type { StrangerPairing } from '../ports/chat-needs.ts';
import type { Clock } from '../ports/clock.ts';
import { chooseLanguage } from '../words/speak.ts';
import { greetPaired } from './greet-paired.ts';

export interface LetInOptions {
  readonly pairing: Pairing;
  readonly settings: Pick<Settings, 'LANGUAGE'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** `chat`: asked for when somebody came in. */
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

/** `/start`, and a first “hi”, “help” or “what can you do?”: introduces Deskhand, with suggestions that work now. */
import type { Buttons } from '../outbound/buttons.ts';
import type { Outbox } from '../outbound/outbox.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { InboundMessage, Thread } from '../ports/chat.ts';
import type { SkillBook } from '../skills/match-skill.ts';
import { findStarters } from '../skills/offers.ts';
import { languageOf } from '../words/languages.ts';
import { say, type Text } from '../words/say.ts';
import type { Language } from '../words/speak.ts';
import { renderStart } from './replies.ts';

export interface StartDesk {
  /** Settles the message that asked for it. */
  show(asked: Pick<InboundMessage, 'thread' | 'updateId' | 'sender'>): Promise<void>;
}

export interface StartDeskPorts {
  readonly outbox: Pick<Outbox, 'post'>;
  readonly buttons: Pick<Buttons, 'register'>;
  readonly book: () => SkillBook;
  readonly hasModel: boolean;
  readonly languageOf: (thread: Thread) => Language;
  readonly describeLacks: () => Promise<readonly Text[]>;
}

export function createStartDesk(ports: StartDeskPorts): StartDesk {
  const { outbox, buttons } = ports;
  return {
    async show({ thread, updateId, sender }) {
      const lacks = await ports.describeLacks();
      const language = ports.languageOf(thread);
      const isMachineMade = languageOf(language).machineMade;
      const starters = findStarters(ports.book(), language).map((goal) => [
        { label: goal, data: buttons.register({ kind: 'run', goal }), style: 'plain' as const },
      ]);
      const screen = {
        label: say`Show my screen`,
        data: buttons.register({ kind: 'screen' }),
        style: 'plain' as const,
      };
      // The page knows its person as the owner, and by no name.
      const name = thread.platform === 'web' ? '' : sender.name;
      const words = wordsAlone(renderStart({ name, hasModel: ports.hasModel, isMachineMade, hasButtons: true, lacks }));
      outbox.post(thread, { ...words, buttons: [[screen], ...starters] }, updateId);
    },
  };
}

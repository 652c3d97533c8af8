/** The conversation of the page, kept through a restart: words and buttons, no pictures and files, and nothing that was not accepted. */
import { z } from 'zod';
import type { StateStore } from '../../../src/ports/state-store.ts';
import { say } from '../../../src/words/say.ts';
import { type Language, speak } from '../../../src/words/speak.ts';
import { type MessageView, messageView } from './wire.ts';

const KEY = 'messages';

/** The messages that an earlier process kept. */
export function readConversation(store: StateStore, language: Language): readonly MessageView[] {
  const kept = z.array(z.unknown()).catch([]).parse(store.get(KEY));
  return kept.flatMap((entry) => {
    const message = messageView.safeParse(entry).data;
    return message === undefined ? [] : [withoutFiles(message, language)];
  });
}

/** Removes pictures and files, which were held in memory alone, and says so in the message. */
function withoutFiles(message: MessageView, language: Language): MessageView {
  if (message.from === 'person' || (message.picture === null && message.file === null)) return message;
  const gone = message.picture === null ? say`The file was not kept.` : say`The picture was not kept.`;
  const spans = [...message.spans, { look: 'quiet', text: `\n${speak(gone, language)}` } as const];
  return { ...message, spans, picture: null, file: null };
}

export interface ConversationKeeper {
  /** Resolves when what is there now is on the disk; writes that are asked for meanwhile become one. */
  save(): Promise<void>;
}

/** `mask`: takes secrets out of what a person wrote. A disk that takes nothing loses what was said, and nothing else: never rejects. */
export function keepConversation(
  store: StateStore,
  read: () => readonly MessageView[],
  mask: (text: string) => string,
): ConversationKeeper {
  let writing: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    // An answer to a secret question is only known as one once it is accepted.
    const messages = read().filter((message) => message.from === 'deskhand' || message.isAccepted);
    const kept = messages.map((message) =>
      message.from === 'person' ? { ...message, text: mask(message.text) } : message,
    );
    await store.set(KEY, kept).catch(() => undefined);
  };
  const start = (): Promise<void> => {
    const mine = write().finally(() => {
      if (writing === mine) writing = null;
    });
    writing = mine;
    return mine;
  };
  return {
    save() {
      if (writing === null) return start();
      next ??= writing.then(() => {
        next = null;
        return start();
      });
      return next;
    },
  };
}

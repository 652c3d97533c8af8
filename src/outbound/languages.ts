/** The language of each thread: the one its person's chat reported last, here or elsewhere, unless the settings fix one for everybody. */
import { z } from 'zod';
import type { Chat, Platform, Sender, Thread } from '../ports/chat.ts';
import type { StateStore } from '../ports/state-store.ts';
import { chooseLanguage, type Language } from '../words/speak.ts';
import { findDirectThread } from './direct-thread.ts';

export interface Languages {
  /** Notes the language of a message's sender. */
  note(thread: Thread, sender: Sender): void;
  of(thread: Thread): Language;
}

/** Stores what each person's chat reported last, since the next process may speak first. */
const KEY = 'languages';

export function createLanguages(
  setting: Language | 'auto',
  state: StateStore,
  chats: ReadonlyMap<Platform, Pick<Chat, 'direct'>>,
): Languages {
  const reported = new Map<string, string>();
  const keyOf = ({ platform, key }: Thread): string => `${platform} ${key}`;
  /** For a direct chat in which the person may not have written yet. */
  const reportedElsewhere = (thread: Thread): string => {
    const found = Object.entries(readKept(state)).find(([senderId]) => {
      const direct = findDirectThread(senderId, chats);
      return direct !== null && keyOf(direct) === keyOf(thread);
    });
    return found?.[1] ?? '';
  };
  return {
    note(thread, sender) {
      // Not every message reports a language; the last report stays valid.
      if (sender.language === '') return;
      reported.set(keyOf(thread), sender.language);
      // Only a greeting in the right language is lost when this fails.
      keepLanguage(sender, state).catch(() => undefined);
    },
    of: (thread) => chooseLanguage(setting, reported.get(keyOf(thread)) ?? reportedElsewhere(thread)),
  };
}

/** Keeps the sender's language, even when no message was answered in it. */
export async function keepLanguage(
  { id, language }: Pick<Sender, 'id' | 'language'>,
  state: StateStore,
): Promise<void> {
  const kept = readKept(state);
  if (language !== '' && kept[id] !== language) await state.set(KEY, { ...kept, [id]: language });
}

function readKept(state: StateStore): Readonly<Record<string, string>> {
  return z.record(z.string(), z.string()).safeParse(state.get(KEY)).data ?? {};
}

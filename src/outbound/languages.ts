/** The language of each thread: what its person's chat reported last, there or else anywhere, unless the settings name one for everybody. */
import { z } from 'zod';
import type { Chat, Platform, Sender, Thread } from '../ports/chat.ts';
import type { StateStore } from '../ports/state-store.ts';
import { chooseLanguage, type Language } from '../words/speak.ts';
import { findDirectThread } from './direct-thread.ts';

export interface Languages {
  /** Somebody wrote in this thread. */
  note(thread: Thread, sender: Sender): void;
  of(thread: Thread): Language;
}

/** What each person's chat reported last: a later life speaks first, too. */
const KEY = 'languages';

export function createLanguages(
  setting: Language | 'auto',
  state: StateStore,
  chats: ReadonlyMap<Platform, Pick<Chat, 'direct'>>,
): Languages {
  const reported = new Map<string, string>();
  const keyOf = ({ platform, key }: Thread): string => `${platform} ${key}`;
  /** In the conversation with one person alone they may have written nothing yet. */
  const reportedElsewhere = (thread: Thread): string => {
    const found = Object.entries(readKept(state)).find(([senderId]) => {
      const direct = findDirectThread(senderId, chats);
      return direct !== null && keyOf(direct) === keyOf(thread);
    });
    return found?.[1] ?? '';
  };
  return {
    note(thread, sender) {
      // A platform that does not say it this time said it before.
      if (sender.language === '') return;
      reported.set(keyOf(thread), sender.language);
      // Nothing but a greeting in another language is lost with it.
      keepLanguage(sender, state).catch(() => undefined);
    },
    of: (thread) => chooseLanguage(setting, reported.get(keyOf(thread)) ?? reportedElsewhere(thread)),
  };
}

/** Of whoever wrote, also where nothing was answered in it. */
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

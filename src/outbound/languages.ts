/** The language of each thread: what its person's chat reported last, there or else anywhere, unless the settings name one for everybody. */
import { z } from 'zod';
import type { Sender, Thread } from '../ports/chat.ts';
import type { StateStore } from '../ports/state-store.ts';
import { chooseLanguage, type Language } from '../words/speak.ts';

export interface Languages {
  /** Somebody wrote in this thread. */
  note(thread: Thread, sender: Sender): void;
  /** Notes a thread with one person alone, who may have written elsewhere only. */
  noteDirect(thread: Thread, senderId: Sender['id']): void;
  of(thread: Thread): Language;
}

/** What each person's chat reported last: a later life speaks first, too. */
const KEY = 'languages';

export function createLanguages(setting: Language | 'auto', state: StateStore): Languages {
  const reported = new Map<string, string>();
  const bySender = new Map<Sender['id'], string>(
    Object.entries(z.record(z.string(), z.string()).safeParse(state.get(KEY)).data ?? {}),
  );
  const keyOf = ({ platform, key }: Thread): string => `${platform} ${key}`;
  return {
    note(thread, sender) {
      // A platform that does not say it this time said it before.
      if (sender.language === '') return;
      reported.set(keyOf(thread), sender.language);
      if (bySender.get(sender.id) === sender.language) return;
      bySender.set(sender.id, sender.language);
      // Nothing but a greeting in another language is lost with it.
      state.set(KEY, Object.fromEntries(bySender)).catch(() => undefined);
    },
    noteDirect(thread, senderId) {
      const known = bySender.get(senderId);
      if (known !== undefined && !reported.has(keyOf(thread))) reported.set(keyOf(thread), known);
    },
    of: (thread) => chooseLanguage(setting, reported.get(keyOf(thread)) ?? ''),
  };
}

/** The language of each thread: what its person's chat reported last, there or else anywhere, unless the settings name one for everybody. */
import type { Sender, Thread } from '../ports/chat.ts';
import { chooseLanguage, type Language } from '../words/speak.ts';

export interface Languages {
  /** Somebody wrote in this thread. */
  note(thread: Thread, sender: Sender): void;
  /** This thread is with that person alone; they may have written elsewhere only. */
  noteDirect(thread: Thread, senderId: Sender['id']): void;
  of(thread: Thread): Language;
}

export function createLanguages(setting: Language | 'auto'): Languages {
  const reported = new Map<string, string>();
  const bySender = new Map<Sender['id'], string>();
  const keyOf = ({ platform, key }: Thread): string => `${platform} ${key}`;
  return {
    note(thread, sender) {
      // A platform that does not say it this time said it before.
      if (sender.language === '') return;
      reported.set(keyOf(thread), sender.language);
      bySender.set(sender.id, sender.language);
    },
    noteDirect(thread, senderId) {
      const known = bySender.get(senderId);
      if (known !== undefined && !reported.has(keyOf(thread))) reported.set(keyOf(thread), known);
    },
    of: (thread) => chooseLanguage(setting, reported.get(keyOf(thread)) ?? ''),
  };
}

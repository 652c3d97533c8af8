/** The language of each thread: what its person's chat reported last, unless the settings name one for everybody. */
import type { Sender, Thread } from '../ports/chat.ts';
import { chooseLanguage, type Language } from '../words/speak.ts';

export interface Languages {
  /** Somebody wrote in this thread. */
  note(thread: Thread, sender: Sender): void;
  of(thread: Thread): Language;
}

export function createLanguages(setting: Language | 'auto'): Languages {
  const reported = new Map<string, string>();
  const keyOf = ({ platform, key }: Thread): string => `${platform} ${key}`;
  return {
    note(thread, sender) {
      // A platform that does not say it this time said it before.
      if (sender.language !== '') reported.set(keyOf(thread), sender.language);
    },
    of: (thread) => chooseLanguage(setting, reported.get(keyOf(thread)) ?? ''),
  };
}

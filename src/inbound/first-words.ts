/** What people write before they know any command: a greeting, a cry for help, a wish to see the screen. */
import type { Command } from '../commands/parse-command.ts';

const HELLO = /^(?:hi|hey|hello|hallo|moin|servus|guten (?:morgen|tag|abend)|good (?:morning|evening))(?: deskhand)?$/;
const HELP =
  /^(?:help|help me|hilfe|hilf mir|what can you do|what can i do(?: here)?|what do you do|how does (?:this|it) work|who are you|was kannst du(?: alles)?|was kann ich hier tun|wie geht das|wie funktioniert (?:das|es)|wer bist du)$/;
const SCREEN =
  /^(?:(?:please )?(?:take|make|send|show)(?: me)? (?:a |the |my )?(?:screenshot|screen ?shot|screen)|screenshot|what is on (?:my|the) screen|what['’]s on (?:my|the) screen|(?:bitte )?(?:mach|mache|schick|schicke|zeig|zeige)(?: mir)? (?:einen |den |meinen )?(?:screenshot|bildschirm|bildschirmfoto)|was ist auf (?:meinem|dem) bildschirm)$/;

/** null for everything else. Only the whole message counts: “help me write a mail” is a wish. */
export function readFirstWords(text: string): Exclude<Command, { readonly name: 'run' | 'stop' }> | null {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[\s!.?,]+$/, '')
    .replace(/\s+/g, ' ');
  if (HELLO.test(words) || HELP.test(words)) return { name: 'start' };
  return SCREEN.test(words) ? { name: 'screenshot', display: null } : null;
}

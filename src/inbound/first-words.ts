/** What people write before they know any command: a greeting, a cry for help, a wish to see the screen. */
import type { Command } from '../commands/parse-command.ts';

const HELLO =
  /^(?:hi|hey|hello|hallo|moin|servus|guten (?:morgen|tag|abend)|good (?:morning|evening)|hola|buenas|buen(?:os días|as tardes|as noches))(?: there| deskhand)?$/;
const HELP =
  /^(?:help|help me|hilfe|hilf mir|what can you do|what can i (?:do|say)(?: here)?|what do you do|how does (?:this|it) work|who are you|was kannst du(?: alles)?|was kann ich hier tun|wie geht das|wie funktioniert (?:das|es)|wer bist du|ayuda|ayúdame|qué puedes hacer|qué sabes hacer|cómo funciona(?: esto)?|quién eres)$/;
const THANKS =
  /^(?:thanks|thank you|thx|ty|danke|dankeschön|vielen dank|gracias|muchas gracias)(?: (?:a lot|so much|very much|sehr|dir|schön|deskhand))?$/;
const SCREEN_SEEN = [
  /^(?:(?:take|make|send|show|get)(?: me)? )?(?:a |the |my )?(?:screenshot|screen ?shot|(?:picture|photo) of (?:the|my) screen|screen)$/,
  /^what(?: is|['’]?s) on (?:my|the) (?:screen|desktop)$|^what (?:do|can) you see$/,
  /^(?:(?:mach|mache|schick|schicke|zeig|zeige)(?: mir)? (?:mal )?)?(?:ein(?:en|e)? |den |meinen |das )?(?:screenshot|bildschirm|bildschirmfoto|(?:foto|bild) (?:vom|von meinem) bildschirm)$/,
  /^was (?:ist|siehst du|sieht man) auf (?:meinem|dem) bildschirm$|^was siehst du$/,
  /^(?:(?:haz|toma|envíame|mándame|muéstrame|muestra)(?: una| la| mi)? )?(?:captura(?: de pantalla)?|pantalla)$|^qué hay en (?:mi|la) pantalla$|^qué ves$/,
];
/** Polite words around a short wish, which carry no meaning of their own. */
const COURTESY =
  /^(?:please|pls|plz|bitte|por favor)[ ,]+|[ ,]+(?:please|pls|plz|bitte|por favor)$|^(?:can|could) you (?:please )?|^kannst du (?:bitte )?|(?: now| jetzt| ahora)$/g;

/** null for everything else. The whole message must match: “help me write a mail” is a goal. */
export function readFirstWords(text: string): Exclude<Command, { readonly name: 'run' | 'stop' }> | 'thanks' | null {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/^[¿¡\s]+|[\s!.?,]+$/g, '')
    .replace(/\s+/g, ' ');
  if (THANKS.test(words)) return 'thanks';
  if (HELLO.test(words) || HELP.test(words)) return { name: 'start' };
  if (/^(?:(?:list |show )?(?:your |all )?skills|(?:zeig )?(?:deine )?fähigkeiten|habilidades)$/.test(words))
    return { name: 'skills', rest: '' };
  const wish = words.replace(COURTESY, '').replace(COURTESY, '');
  return SCREEN_SEEN.some((pattern) => pattern.test(wish)) ? { name: 'screenshot', display: null } : null;
}

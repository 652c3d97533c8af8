/** A goal that names its one target itself grants editing and saving there: by rule, without a model and without a card. */
import { appsFor, findTargets } from './named-targets.ts';
import { ownWords } from './own-words.ts';
import type { Scope } from './scope.ts';

/** Something is to be different afterwards. Beginnings of words, in the languages people write most. */
const CHANGES =
  /(?<!\p{L})(?:add|append|insert|write|type|put|enter|fill|change|edit|updat|replac|renam|set|mak|creat|sav|export|format|sort|delet|remov|mov|cop|past|convert|draw|crop|resiz|rotat|flip|merg|split|highlight|bold|italic|underlin|correct|fix|translat|comput|calculat|sum|total|mark|align|adjust|increas|decreas|clear|duplicat|rearrang|organi[sz]|turn|apply|use|compil|build|install|run|test|do|import|number|label|tidy|clean|shorten|summari[sz]|füg|fueg|ergänz|schreib|trag|tipp|setz|änder|ander|bearbeit|ersetz|benenn|erstell|mach|leg|speicher|sicher|exportier|formatier|sortier|lösch|entfern|verschieb|kopier|wandl|zeichn|schneid|dreh|markier|korrigier|übersetz|berechn|rechn|ajout|écri|ecri|remplac|supprim|enregistr|modif|cré|añad|agreg|escrib|cambi|guard|elimin|borr|aggiung|scriv|salv|modific)/iu;
/** It begins like a question, or asks to be shown something. */
const LOOKS =
  /^\W*(?:what|which|who|when|where|why|how|is|are|does|do i|did|has|have i|can you (?:see|tell|show)|could you (?:tell|show)|show|tell|read|list|look|check|find out|see|summari[sz]e|was|welche\w*|wer|wann|wo|wieso|warum|wie|ist|sind|hat|habe ich|zeig|sag|lies|liste|schau|sieh|prüf|finde heraus|quel|quelle|combien|montre|qué|cuánto|muestra|cosa|quanto|mostra)(?!\p{L})/iu;

/** Whether the goal's own words ask for more than looking. */
export function asksForChange(goal: string): boolean {
  const words = ownWords(goal);
  return !LOOKS.test(words.trim()) && CHANGES.test(words);
}

/** null: it names none, or several, or nothing is to be changed. */
export function scopeByRule(goal: string, home: string): Scope | null {
  const words = ownWords(goal);
  if (!asksForChange(goal)) return null;
  const { files, apps, sites, folders } = findTargets(words, home);
  const [file] = files;
  if (file !== undefined && files.length === 1 && sites.length === 0) {
    const known = appsFor(file);
    // Said beside the document, an application is where it is to be edited.
    if (apps.length > 1 || folders.some((folder) => !file.startsWith(`${folder}/`))) return null;
    return {
      apps: apps.length === 1 ? apps : known,
      sites: [],
      folders: /^[~/]/.test(file) ? [file] : [],
      kinds: ['edit', 'save'],
    };
  }
  if (files.length > 0 || folders.length > 0 || apps.length + sites.length !== 1) return null;
  return { apps, sites, folders: [], kinds: ['edit', 'save'] };
}

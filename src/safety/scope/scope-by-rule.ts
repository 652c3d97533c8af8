/** A goal that names its one target itself grants editing and saving there: by rule, without a model and without a card. */

import type { Scope } from '../scope.ts';
import { appsFor, findTargets } from './named-targets.ts';
import { ownWords } from './own-words.ts';
import { absolute, isOrdinary } from './trim-scope.ts';

/** Verb stems that mean a change, in the most common languages. */
const CHANGE_WORDS =
  'add|append|insert|write|type|put|enter|fill|change|edit|updat|replac|renam|set|mak|creat|sav|export|format|sort|delet|remov|mov|cop|past|convert|draw|crop|resiz|rotat|flip|merg|split|highlight|bold|italic|underlin|correct|fix|translat|comput|calculat|sum|total|mark|align|adjust|increas|decreas|clear|duplicat|rearrang|organi[sz]|turn|apply|use|compil|build|install|run|test|do|import|number|label|tidy|clean|shorten|summari[sz]|füg|fueg|ergänz|schreib|trag|tipp|setz|änder|ander|bearbeit|ersetz|benenn|erstell|mach|leg|speicher|sicher|exportier|formatier|sortier|lösch|entfern|verschieb|kopier|wandl|zeichn|schneid|dreh|markier|korrigier|übersetz|berechn|rechn|ajout|écri|ecri|remplac|supprim|enregistr|modif|cré|añad|agreg|escrib|cambi|guard|elimin|borr|aggiung|scriv|salv|modific';
const CHANGES = new RegExp(`(?<!\\p{L})(?:${CHANGE_WORDS})`, 'iu');
/** Beginnings of questions and of requests to show something. */
const LOOKS =
  /^\W*(?:what|which|who|when|where|why|how|is|are|does|do i|did|has|have i|can you (?:see|tell|show)|could you (?:tell|show)|show|tell|read|list|look|check|find out|see|summari[sz]e|was|welche\w*|wer|wann|wo|wieso|warum|wie|ist|sind|hat|habe ich|zeig|sag|lies|liste|schau|sieh|prüf|finde heraus|quel|quelle|combien|montre|qué|cuánto|muestra|cosa|quanto|mostra)(?!\p{L})/iu;

/** Phrases that exclude a change: “don't edit …”, “ändere nichts”, “leave it as it is”. */
const NOT_CHANGED = new RegExp(
  `(?<!\\p{L})(?:not?|don['’]?t|won['’]?t|mustn['’]?t|shouldn['’]?t|never|without|avoid|nothing|nicht|nie|niemals|keine?\\p{L}?|nichts|ohne|ne|pas|sans|sin|nunca|non|senza|nem|niet|zonder)(?:\\s+[\\p{L}\\d.~/_-]+){0,3}?\\s+(?:${CHANGE_WORDS}|touch|alter|overwrit|modif|chang|writ|mak|berühr|anfass|anrühr|überschreib|verände?r|tocc?ar)`,
  'iu',
);
const CHANGED_NOT = new RegExp(
  `(?<!\\p{L})(?:${CHANGE_WORDS}|veränder|berühr|touch|alter)\\p{L}*(?:\\s+[\\p{L}\\d.~/_-]+){0,3}?\\s+(?:nothing|nichts|nicht|keine?\\p{L}?|rien|nada|niente|nulla|niets)(?!\\p{L})`,
  'iu',
);
const LEFT_ALONE =
  /(?<!\p{L})(?:unchanged|untouched|unmodified|read[- ]?only|as (?:it|they) (?:is|are)|(?:leave|let|keep)\P{L}+(?:\S+\P{L}+){0,4}?(?:alone|be|intact)|unverändert|unangetastet|in ruhe|so lassen|inchangé\p{L}*|intact\p{L}?|sin cambios|invariat\p{L})(?!\p{L})/iu;
/** Questions whether something should be done. */
const WONDERS =
  /(?<!\p{L})(?:(?:should|shall|may|must|ought) (?:i|we)|(?:soll|sollte|darf|muss) ich|sollen wir|dois-je|debo|devo)(?!\p{L})/iu;

/** Goals that only open or start one thing. */
const OPENS_ONLY =
  /^\W*(?:please\s+|bitte\s+)?(?:open|start|launch|run|go to|visit|play|close|quit|öffne|starte|geh zu|gehe zu|besuche|spiele?|schließe?|ouvre|lance|abre|inicia|apri|avvia)(?!\p{L})(?:(?!(?<!\p{L})(?:and|then|und|dann|et|puis|y|luego|e|poi)(?!\p{L}))[^\n,;])*$/iu;

/** Whether the goal's own words ask for a change. */
function asksForChange(words: string): boolean {
  return !LOOKS.test(words.trim()) && CHANGES.test(words);
}

/**
 * Whether a scope is worth asking the model for: the goal changes something, or does something whose verb is not known where it names a place.
 * Verbs are many and differ by language; places are few and look the same in each.
 */
export function mayNeedScope(goal: string, home: string): boolean {
  const words = ownWords(goal);
  if (LOOKS.test(words.trim())) return false;
  if (CHANGES.test(words)) return true;
  const { files, apps, sites, folders } = findTargets(words, home);
  return files.length + apps.length + sites.length + folders.length > 0 && !OPENS_ONLY.test(words.trim());
}

/** null: no target or several, no change wanted, or something must stay as it is. */
export function scopeByRule(goal: string, home: string): Scope | null {
  const words = ownWords(goal);
  if (!asksForChange(words) || [NOT_CHANGED, CHANGED_NOT, LEFT_ALONE, WONDERS].some((one) => one.test(words)))
    return null;
  const { files, apps, sites, folders } = findTargets(words, home);
  const [file] = files;
  if (file !== undefined && files.length === 1 && sites.length === 0) {
    const known = appsFor(file);
    // An application named beside the document is the one to edit it in.
    if (apps.length > 1 || (/^[~/]/.test(file) && !isOrdinary(absolute(file, home), home))) return null;
    if (folders.some((folder) => !file.startsWith(`${folder}/`))) return null;
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

/** Words that separate the parts of a goal, in English and German. */

const VERBS =
  'add|append|insert|write|put|enter|fill|change|edit|replace|rename|make|create|save|export|delete|remove|move|paste|convert|draw|crop|resize|rotate|merge|split|highlight|translate|calculate|compute|open|visit|send|upload|download|find|read|click|press|select|choose|attach|close|quit|launch|tell|give|fix|tidy|clean|go|take|tick|untick|log|turn|switch|enable|disable|' +
  'öffne|schreibe?|trage?|setze?|ändere?|ersetze?|erstelle?|mache?|lege?|speichere?|sichere|exportiere?|formatiere?|sortiere?|lösche?|entferne?|verschiebe?|kopiere?|wandle|schneide|drehe?|markiere?|korrigiere?|übersetze?|berechne|füge?|fülle?|ergänze?|benenne?|sende|schicke?|lade?|drucke?|suche?|finde|lies|prüfe?|klicke?|wähle?|hänge?|schlie(?:ß|ss)e?|starte|sage?|gib|nenne?|hole?|gehe?|besuche?|verschicke?|nimm|schalte?';
/** Words that are also nouns: they count as verbs only before an object. */
const EITHER =
  'type|set|copy|format|sort|update|mail|email|post|print|search|look|check|start|list|label|mark|report|note|use|sum|name|rate|order';
const OBJECT =
  '(?:the|a|an|it|its|them|this|that|these|each|all|every|both|my|our|to|into|in|for|as|on|with|from|under|§\\d+§|\\d|[\\p{L}\\d_-]+\\.[a-z]{2,4}\\b)';

/** Beginning of a clause with a verb of its own. */
export const STARTS_ACT = `(?:(?:please|bitte|also|auch|dann|then|finally)\\s+)*(?:(?:${VERBS})(?![\\p{L}-])|(?:${EITHER})\\s+${OBJECT})`;

/** Beginning of a part that must not happen. */
export const STARTS_NEVER =
  "(?:please\\s+|bitte\\s+)?(?:do\\s+not|don['’]?t|never|must\\s+not|mustn['’]?t|without\\s+\\p{L}+ing|(?:leave|keep)\\s+(?:the|all|every|everything|it|them|my|any|other)(?!\\p{L})|nothing\\s+else|no\\s+other|niemals|auf\\s+keinen\\s+fall|keinesfalls|ohne\\s|(?:lass|lasse|lass')\\s+(?:die|den|das|alle|alles|meine?n?)(?!\\p{L})|sonst\\s+nichts|nichts\\s+(?:anderes|sonst)|keine?n?\\s+andere[nrs]?(?!\\p{L}))";

/** Words that negate a clause. */
export const SAYS_NEVER =
  /^(?:and |but |und |aber )?(?:please |bitte )?(?:do not|don['’]?t|never|must not|mustn['’]?t|without|nothing else|no other|niemals|auf keinen fall|keinesfalls|ohne|sonst nichts|nichts|nicht|keine?n? andere)(?!\p{L})|(?:unchanged|untouched|alone|intact|as (?:it|they) (?:is|are)|unverändert|unangetastet|in ruhe|so(?:,)? wie (?:sie|er|es) (?:ist|sind))[.!]?$|^\p{L}+ (?:nothing else|no other|nichts anderes|sonst nichts)(?!\p{L})|(?<!\p{L})(?:nichts (?:anderes|sonst)|nicht|nichts|niemals)[.!]?$/iu;

export const NUMBERS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  zwölf: 12,
};

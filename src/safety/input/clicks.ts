/** Judges what points at something: clicks, drags, presses. */
import { isSettingsApp, isSystemQuestion, kindOfApp } from '../apps/app-names.ts';
import { high, moderate, quote } from '../levels.ts';
import type { GateContext, Judgement } from '../risk.ts';
import { ACTING_CLICK_PARTS, ACTING_CLICK_PHRASES, ACTING_CLICK_WORDS, LOOK_ALIKES, YES_NAMES } from './click-words.ts';
import { isTextRole } from './input-place.ts';

/** Letters only, without accents and case; blanks between words. */
function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll(/[^\p{L}\p{N}'’]+/gu, ' ')
    .trim();
}

const words = new Set(
  ACTING_CLICK_WORDS.flatMap((list) => list.split(/\s+/))
    .map(foldName)
    .filter((word) => word !== ''),
);
const phrases = ACTING_CLICK_PHRASES.map((phrase) => ` ${phrase} `);
const yesNames = new Set(YES_NAMES.map(foldName));
const parts = ACTING_CLICK_PARTS.map(foldName);

/** The word in this name that says it buys, sends, deletes or allows; null when there is none. */
export function findActingWord(name: string): string | null {
  const folded = foldName(name.slice(0, 500));
  if (yesNames.has(folded)) return folded;
  const spaced = ` ${folded.replaceAll(/['’]/g, ' ')} `;
  const singles = folded.split(/[ '’]/).flatMap((single) => [single, single.replaceAll(/\p{N}+/gu, '')]);
  // "B U Y" is a word with its letters set apart.
  const candidates = singles.every((single) => single.length <= 1) ? [...singles, folded.replaceAll(' ', '')] : singles;
  const word = candidates.find((candidate) => words.has(candidate));
  if (word !== undefined) return word;
  const phrase = phrases.find((candidate) => spaced.includes(candidate));
  if (phrase !== undefined) return phrase.trim();
  return parts.find((part) => folded.includes(part)) ?? null;
}

/** Letters of two alphabets in one word: made to look like another word. */
function isLookAlike(name: string): boolean {
  return name
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}|\p{Script=Greek}/u.test(word));
}

/** With every letter that looks like a Latin one in its place. */
function latinized(name: string): string {
  return name.toLowerCase().replaceAll(/\p{L}/gu, (letter) => LOOK_ALIKES[letter] ?? letter);
}

const FIGURES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '1': 'l',
  '0': 'o',
  $: 's',
  '5': 's',
};

/** "8uy", "P@y": figures and marks that stand for letters within a word. */
function unfigured(name: string): string {
  return name.replaceAll(/[\p{L}@$\d]*\p{L}[\p{L}@$\d]*/gu, (word) =>
    word.replaceAll(/[@$\d]/g, (figure) => FIGURES[figure] ?? figure),
  );
}

/** A price on a button buys; on a link it leads to what is sold. */
const PRICE = /^(?:[$€£¥]|EUR|USD|GBP|CHF) ?\d[\d.,]*$|^\d[\d.,]* ?(?:[$€£¥]|EUR|USD|GBP|CHF)$/i;

/** Files that run something, or change settings, when they are opened. */
const RUNS_WHEN_OPENED =
  /\.(?:command|tool|sh|bash|zsh|app|action|workflow|terminal|scptd?|applescript|jar|m?pkg|desktop|appimage|run|deb|rpm|exe|msi|bat|cmd|ps1|vbs|mobileconfig|prefpane|kext|pyw?|pl|rb|inetloc|fileloc|service|xpi|crx|vsix)$/i;

/** Alphabets of the languages in the lists: what a name in another one says is not known. */
const KNOWN_ALPHABETS =
  /^(?:[^\p{L}]|\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Devanagari}|\p{Script=Thai}|\p{Script=Common})*$/u;

/** It shows its letters in another order than they are in. */
const REORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const LONGEST_NAME = 500;

/** A click or a press on the element of the moment. */
export function judgeClick(context: GateContext): Judgement {
  const name = context.element?.name?.trim() ?? '';
  if (!/[\p{L}\p{N}]/u.test(name)) return judgeNameless(context);
  if (name.length > LONGEST_NAME) return high('click.long-name', 'its name is too long to be read');
  if (
    /[\u202d\u202e]/.test(name) ||
    (REORDERING.test(name) && /\p{Script=Latin}/u.test(name) && !/\p{Script=Hebrew}|\p{Script=Arabic}/u.test(name))
  )
    return high('click.look-alike', `${quote(name)} shows its letters in another order`);
  if (!KNOWN_ALPHABETS.test(name) && context.isPlaybook !== true)
    return { ...high('click.unknown-alphabet', `what ${quote(name)} means is not known`), isUnsure: true };
  const disguised = findActingWord(latinized(name)) ?? findActingWord(unfigured(name.toLowerCase()));
  if (disguised !== null && findActingWord(name) === null)
    return high('click.look-alike', `${quote(name)} looks like "${disguised}"`);
  if (isLookAlike(name)) return high('click.look-alike', `${quote(name)} mixes alphabets to look like something else`);
  const word = findActingWord(name);
  if (word !== null)
    return high('click.acting-name', `${quote(name)} may buy, send, delete or allow something ("${word}")`);
  const role = context.element?.role ?? '';
  if (PRICE.test(name) && !LEADS_ON.test(role)) return high('click.price', `${quote(name)} may buy something`);
  if (RUNS_WHEN_OPENED.test(name) && opensFiles(context))
    return high('click.runs-file', `${quote(name)} runs when it is opened`);
  if (isSystemQuestion(context) && !/^(?:cancel|abbrechen|annuler|cancelar|annulla|annuleren|help)$/i.test(name))
    return high('click.system-question', `${quote(name)} answers a question of the system`);
  if (isSwitch(context)) return high('click.settings', `${quote(name)} may change a setting of this computer`);
  return moderate('click.named', `a click on ${quote(name)}`);
}

const LEADS_ON = /^(?:ax)?link$/i;

/** Where a name with an ending is a file; in a terminal or an editor it is text. */
function opensFiles(context: GateContext): boolean {
  const kind = kindOfApp(context, []);
  return (
    kind !== 'code' &&
    kind !== 'editor' &&
    kind !== 'terminal' &&
    !(kind === 'browser' && LEADS_ON.test(context.element?.role ?? ''))
  );
}

/** What is pressed in settings changes them; rows, tabs and links only lead on. */
function isSwitch(context: GateContext): boolean {
  const isSettings =
    isSettingsApp(context) ||
    (kindOfApp(context, []) === 'browser' &&
      /^(?:settings|extensions|einstellungen|erweiterungen|chrome:\/\/|about:)/i.test(context.window ?? ''));
  return (
    isSettings &&
    !/^(?:ax)?(?:link|row|cell|list ?item|tree ?item|tab|page ?tab|menu ?item|field|text ?field|search ?field|search ?box|heading|text|image)$/i.test(
      context.element?.role ?? '',
    )
  );
}

/** Where nobody can say what is under the pointer. */
function judgeNameless(context: GateContext): Judgement {
  const role = context.element?.role ?? '';
  if (
    /^(?:ax)?(?:entry|text ?field|text ?area|search ?field|text ?box|search ?box|edit|document text|document web)$/i.test(
      role,
    )
  ) {
    return moderate('click.text-field', 'a click into a field for text');
  }
  if (context.isPlaybook === true)
    return moderate('click.playbook', 'a click a playbook prescribes; what is there has no name');
  return { ...high('click.nameless', 'nobody can tell what this click is on'), isUnsure: true };
}

/** The middle button pastes on X11: in a terminal that can run what was selected. */
export function judgeMiddleClick(context: GateContext): Judgement {
  const kind = kindOfApp(context, []);
  if (kind === 'terminal' || kind === 'code' || kind === 'launcher' || kind === 'unknown') {
    return high('click.middle-paste', 'the middle button pastes, and nobody knows what');
  }
  if (isTextRole(context.element?.role ?? ''))
    return high('click.middle-paste', 'the middle button pastes, and nobody knows what');
  return judgeClick(context);
}

/** Dropping can move files, and into the trash. */
export function judgeDrag(context: GateContext): Judgement {
  const name = foldName(context.element?.name ?? '');
  if (/\b(?:trash|bin|papierkorb|corbeille|papelera|cestino|lixeira|prullenbak|kosz|корзина)\b/.test(name))
    return high('drag.trash', 'it drops something into the trash');
  const kind = kindOfApp(context, []);
  if (kind === 'files' || kind === 'terminal')
    return high('drag.files', 'dropping there can move files or paste paths');
  return judgeClick(context);
}

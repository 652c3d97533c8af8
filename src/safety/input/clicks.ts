/** Judges clicks, drags and presses on an element. */

import { type Sentence, say } from '../../words/say.ts';
import { isSystemQuestion, kindOfApp } from '../apps/app-names.ts';
import { isDocumentApp } from '../apps/document-apps.ts';
import { cite, high, moderate, unlessGranted } from '../levels.ts';
import { isDocumentSite } from '../places/document-sites.ts';
import type { GateContext, Judgement } from '../risk.ts';
import { isActingName } from './acting-names.ts';
import {
  AMOUNT,
  answers,
  findActingWord,
  findMisreadActingWord,
  foldName,
  isSwitch,
  KNOWN_ALPHABETS,
  PRICED,
  REORDERING,
} from './click-name.ts';
import {
  ACTING_ICONS,
  FORWARD_WORDS,
  ICON_PARTS,
  LOOK_ALIKES,
  SHOWING_WORDS,
  THING_WORDS,
  TRASH_WORDS,
} from './click-words.ts';
import { judgeAnswer } from './dialog-answer.ts';
import { isPartOfDocument } from './enter.ts';
import { fieldOf } from './field.ts';
import { isDialogTitle, isTextRole } from './input-place.ts';
import { isInDialog, isOwnDialog } from './own-dialog.ts';
import { isShownOnly, unlessUndoable } from './undoable.ts';

/** Whether a word mixes letters of two alphabets, to look like another word. */
function isLookAlike(name: string): boolean {
  return name
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}|\p{Script=Greek}/u.test(word));
}

/** Replaces every letter that looks like a Latin one. */
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

/** "8uy", "P@y": replaces digits and signs that stand for letters within a word. */
function unfigured(name: string): string {
  return name.replaceAll(/[\p{L}@$\d]*\p{L}[\p{L}@$\d]*/gu, (word) =>
    word.replaceAll(/[@$\d]/g, (figure) => FIGURES[figure] ?? figure),
  );
}

/** Files that run something, or change settings, when they are opened. */
const RUNS_WHEN_OPENED =
  /\.(?:command|tool|sh|bash|zsh|app|action|workflow|terminal|scptd?|applescript|jar|m?pkg|desktop|appimage|run|deb|rpm|exe|msi|bat|cmd|ps1|vbs|mobileconfig|prefpane|kext|pyw?|pl|rb|inetloc|fileloc|service|xpi|crx|vsix)$/i;

const LONGEST_NAME = 500;

/** A click or a press on the element of the moment. */
export function judgeClick(context: GateContext): Judgement {
  const name = context.element?.name?.trim() ?? '';
  if (!/[\p{L}\p{N}]/u.test(name))
    return ACTING_ICONS.test(name.slice(0, LONGEST_NAME)) && !TELLS.test(context.element?.role ?? '')
      ? high('click.acting-icon', say`The icon ${cite(name)} stands for sending, paying, agreeing or deleting`)
      : judgeNameless(context);
  if (name.length > LONGEST_NAME) return high('click.long-name', say`Its name is too long to read`);
  if (
    /[\u202d\u202e]/.test(name) ||
    (REORDERING.test(name) && /\p{Script=Latin}/u.test(name) && !/\p{Script=Hebrew}|\p{Script=Arabic}/u.test(name))
  )
    return high('click.look-alike', say`${cite(name)} shows its letters in another order`);
  if (!KNOWN_ALPHABETS.test(name) && context.isPlaybook !== true)
    return { ...high('click.unknown-alphabet', say`I can't read what ${cite(name)} means`), isUnsure: true };
  const disguised = findActingWord(latinized(name)) ?? findActingWord(unfigured(name.toLowerCase()));
  if (disguised !== null && findActingWord(name) === null)
    return high('click.look-alike', say`${cite(name)} is made to look like ${cite(disguised)}`);
  if (isLookAlike(name))
    return high('click.look-alike', say`${cite(name)} mixes alphabets to look like something else`);
  const folded = foldName(name);
  const misread = context.element?.isRead === true ? findMisreadActingWord(folded) : null;
  if (misread !== null) return high('click.acting-name', say`${cite(name)} may buy, send, delete or allow something`);
  if (answers.has(folded)) return judgeAnswer(name, context);
  if (opensMenu(context)) return moderate('click.menu', say`It opens the menu ${cite(name)}`);
  if (isPartOfDocument(context) && !RUNS_WHEN_OPENED.test(name))
    return moderate('click.in-document', say`It selects a part of a document`);
  if (isDocumentApp(context) && ['text', 'search'].includes(fieldOf(context)))
    return moderate('click.text-field', say`It clicks into a text field`);
  if (isDocumentApp(context) && /^(?:ax)?combo ?box$/i.test(context.element?.role ?? ''))
    return moderate('click.menu', say`It opens the menu ${cite(name)}`);
  if (isShownOnly(folded, context)) return moderate('click.named', say`It clicks ${cite(name)}`);
  const word = findActingWord(name);
  if (word !== null && !isThing(folded, word, name))
    return unlessUndoable(
      high('click.acting-name', say`${cite(name)} may buy, send, delete or allow something`),
      name,
      context,
    );
  const role = context.element?.role ?? '';
  if (!TELLS.test(role) && AMOUNT.test(name) && !isShown(folded))
    return high('click.price', say`${cite(name)} may spend money`);
  // A link that begins like a deed is mostly a title; with its price behind it, it is the deed.
  const isTitle = TELLS.test(role) && !(LEADS_ON.test(role) && PRICED.test(name));
  const other = isTitle ? null : findOtherAct(name, folded, context);
  if (other !== null) return high('click.acting-name', other);
  if (RUNS_WHEN_OPENED.test(name) && opensFiles(context))
    return high('click.runs-file', say`${cite(name)} is a program, and opening it runs it`);
  if (isSystemQuestion(context) && !/^(?:cancel|abbrechen|annuler|cancelar|annulla|annuleren|help)$/i.test(name))
    return high('click.system-question', say`${cite(name)} answers a question of the system`);
  if (isSwitch(context)) return high('click.settings', say`${cite(name)} may change a setting of this computer`);
  return moderate('click.named', say`It clicks ${cite(name)}`);
}

/** A menu of a document application only opens; its entries act. */
function opensMenu(context: GateContext): boolean {
  return isDocumentApp(context) && /^(?:ax)?menu(?: ?bar ?item)?$/i.test(context.element?.role ?? '');
}

const LEADS_ON = /^(?:ax)?link$/i;

/** Roles that show or select something; acting on it is done elsewhere. */
const TELLS =
  /^(?:ax)?(?:link|row|cell|table ?cell|list ?item|tree ?item|outline ?row|tab|page ?tab|heading|text|static ?text|label|image|option|radio ?button|check ?box|combo ?box|slider|entry|text ?field|document.*)$/i;

/** Whether the name shows something, and its only acting word is a noun: “Embed Tweet”, “Bestellung anzeigen”. */
function isThing(folded: string, word: string, name: string): boolean {
  return (
    THING_WORDS.has(word) && isShown(folded) && !AMOUNT.test(name) && findActingWord(withoutWord(folded, word)) === null
  );
}

function withoutWord(folded: string, word: string): string {
  return folded
    .split(' ')
    .filter((other) => other !== word)
    .join(' ');
}

const MOST_WORDS_SHOWN = 4;

function isShown(folded: string): boolean {
  // In “3.99 mo” the word means a month; it opens something only as the first word.
  const all = folded.replace(/(\d) mo$/, '$1').split(' ');
  return (
    all.length <= MOST_WORDS_SHOWN && [all[0], all.at(-1)].some((word) => word !== undefined && SHOWING_WORDS.has(word))
  );
}

const iconParts = ICON_PARTS.map(foldName);

/** Why a button forwards, deletes or books, by words that name other things elsewhere; null when it does not. */
function findOtherAct(name: string, folded: string, context: GateContext): Sentence | null {
  const all = folded.split(' ');
  const isBar = /tool ?bar/i.test(context.element?.container?.role ?? '') && kindOfApp(context, []) === 'browser';
  if (FORWARD_WORDS.has(all[0] ?? '') && all.length <= MOST_WORDS_SHOWN && !isBar)
    return say`${cite(name)} may pass a message on`;
  if (iconParts.some((part) => folded.includes(part))) return say`${cite(name)} may send or delete something`;
  if (all.some((word) => TRASH_WORDS.has(word)) && !isShown(folded)) return say`${cite(name)} may delete something`;
  if (isActingName(folded) && !isShown(folded)) return say`${cite(name)} may buy, send, delete or allow something`;
  return all[0] === 'book' && all.length > 1 && !/^\d/.test(all[1] ?? '')
    ? say`${cite(name)} may book something`
    : null;
}

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

/** Judges a click on an element without a known name. */
function judgeNameless(context: GateContext): Judgement {
  const role = context.element?.role ?? '';
  if (
    /^(?:ax)?(?:entry|text ?field|text ?area|search ?field|text ?box|search ?box|edit|document text|document web)$/i.test(
      role,
    )
  ) {
    return moderate('click.text-field', say`It clicks into a text field`);
  }
  if (context.isPlaybook === true)
    return moderate('click.playbook', say`The skill clicks here, and what is there has no name`);
  if (SCROLLS.test(role)) return moderate('click.scrolls', say`It moves what is shown`);
  if (isPartOfDocument(context)) return moderate('click.in-document', say`It selects a part of a document`);
  const nameless: Judgement = { ...high('click.nameless', say`I can't tell what this click is on`), isUnsure: true };
  return isUndoablePlace(context) ? unlessGranted('edit', nameless) : nameless;
}

const SCROLLS = /^(?:ax)?(?:scroll ?bar|scroll ?area|scroll ?pane|viewport|ruler|split ?pane|splitter|separator)$/i;
/** Roles that a click only selects. */
const CHOSEN = /^(?:ax)?(?:cell|table ?cell|grid ?cell|slider|spin ?button|number field|column ?header|row ?header)$/i;

/**
 * A place where a click can be undone: in a document application except its questions, on cells and numbers elsewhere, on pages that are documents.
 */
function isUndoablePlace(context: GateContext): boolean {
  if (isDialogTitle(context.window) || isInDialog(context)) return isDocumentApp(context) && isOwnDialog(context);
  if (isDocumentApp(context)) return true;
  const kind = kindOfApp(context, []);
  const role = context.element?.role ?? '';
  if (kind === 'browser') return isDocumentSite(context.address) && /canvas|document|paragraph|text|image/i.test(role);
  return kind !== 'messaging' && CHOSEN.test(role);
}

/** The right button opens a menu. */
export function judgeMenuClick(context: GateContext): Judgement {
  const judged = judgeClick(context);
  const isOrdinary = judged.rule === 'click.nameless' || judged.rule === 'click.acting-name';
  return isOrdinary ? unlessGranted('edit', judged) : judged;
}

/** The middle button pastes on X11: in a terminal that can run what was selected. */
export function judgeMiddleClick(context: GateContext): Judgement {
  const kind = kindOfApp(context, []);
  if (kind === 'terminal' || kind === 'code' || kind === 'launcher' || kind === 'unknown') {
    return high('click.middle-paste', say`The middle button pastes, and I don't know what`);
  }
  if (isTextRole(context.element?.role ?? ''))
    return high('click.middle-paste', say`The middle button pastes, and I don't know what`);
  return judgeClick(context);
}

/** Dropping can move files, and into the trash. */
export function judgeDrag(context: GateContext): Judgement {
  const name = foldName(context.element?.name ?? '');
  if (/\b(?:trash|bin|papierkorb|corbeille|papelera|cestino|lixeira|prullenbak|kosz|корзина)\b/.test(name))
    return high('drag.trash', say`It drops something into the trash`);
  const kind = kindOfApp(context, []);
  if (kind === 'files' || kind === 'terminal')
    return high('drag.files', say`Dropping there can move files or paste paths`);
  // The dragged content is unknown, and a page or a chat reads what is dropped on it.
  if (context.isAcrossWindows === true)
    return high(
      'drag.windows',
      say`It drags between two windows, which can carry text or files from one into the other`,
    );
  if (selectsText(context)) return moderate('drag.text', say`It selects text on a page`);
  const judged = judgeClick(context);
  return judged.rule === 'click.nameless' && movesWithinPage(context) ? unlessGranted('edit', judged) : judged;
}

/** Roles of entries that a page reorders by dragging, and that are dragged back in the same way. */
const MOVED = /^(?:ax)?(?:list ?item|row|cell|table ?cell|grid ?cell|tree ?item|list|list ?box|table|grid|tree)$/i;

/**
 * Whether a drag goes from one entry of a page to another, which presses neither; false where the surroundings mention deleting, sending or paying.
 */
function movesWithinPage({ element, draggedFrom, ...context }: GateContext): boolean {
  const around = element?.container?.text ?? '';
  return (
    kindOfApp(context, []) === 'browser' &&
    draggedFrom !== undefined &&
    MOVED.test(draggedFrom.role) &&
    MOVED.test(element?.role ?? '') &&
    !isInDialog({ ...context, ...(element === undefined ? {} : { element }) }) &&
    around.length <= LONGEST_NAME &&
    findActingWord(around) === null &&
    !AMOUNT.test(around) &&
    !foldName(around)
      .split(' ')
      .some((word) => TRASH_WORDS.has(word))
  );
}

/** Whether a drag only selects text of a page. */
function selectsText(context: GateContext): boolean {
  const role = context.element?.role ?? '';
  return kindOfApp(context, []) === 'browser' && /^(?:ax)?(?:text|static ?text|paragraph|heading)$/i.test(role);
}

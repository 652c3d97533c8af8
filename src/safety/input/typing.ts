/** Judges text that is typed and keys that are pressed, by where they go: in a terminal text is a command. */
import { isLoneModifier } from '../../action/keys.ts';
import { say } from '../../words/say.ts';
import { kindOfApp } from '../apps/app-names.ts';
import { isDocumentApp } from '../apps/document-apps.ts';
import { isNamedWindow } from '../apps/named-window.ts';
import { cite, high, moderate, name, raise, unlessGranted } from '../levels.ts';
import type { Places } from '../places/places.ts';
import { type GateContext, type Judgement, strictest } from '../risk.ts';
import { judgeAddress, judgeBareAddress, judgePartOfAddress } from './address-bar.ts';
import { judgeClick } from './clicks.ts';
import { isEditorPane, isPartOfDocument, judgeEnter } from './enter.ts';
import { fieldOf } from './field.ts';
import { reachesOut } from './formula.ts';
import {
  type InputPlace,
  isDialogTitle,
  isForMessages,
  isInProgram,
  isMailbox,
  isTextRole,
  placeOfInput,
} from './input-place.ts';
import { type ReadKeys, readKeys } from './keys.ts';
import { isInDialog } from './own-dialog.ts';
import { isOfSamePage, isTextArea, judgeChoice } from './page-input.ts';
import { findProtectedPath, findProtectedTitle } from './protected-names.ts';

export interface TypingRules {
  readonly platform: 'linux' | 'macos';
  /** Judges a command line typed into a terminal. */
  readonly judgeTyped: (source: string, context: GateContext) => Judgement;
  readonly judgeUrl: (url: string, context: GateContext) => Judgement;
  readonly privateApps: readonly string[];
  readonly places: Places;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const NEW_LINE = /[\n\r\u2028\u2029]/;

export function judgeType(text: string, context: GateContext, rules: TypingRules): Judgement {
  if (CONTROL.test(text))
    return high('typing.control-characters', say`The text holds control characters, which act as keys`);
  const place = placeOfInput(context);
  const secret = findSecretPlace(context, rules) ?? findProtectedFile(context, place);
  if (secret !== null) return secret;
  const pressing = findPressing(text, place, context);
  if (pressing !== null) return pressing;
  if (place === 'address-bar' && !NEW_LINE.test(text)) {
    const judged = judgePartOfAddress(joinTyped(text, context) ?? '', context, rules);
    if (judged !== null) return judged;
  }
  if (place !== 'command-line') {
    const why = findProtectedPath((context.typed ?? '') + text, rules.places) ?? findProtectedPath(text, rules.places);
    if (why !== null) return high('typing.protected-path', say`A dialog would open or write that file: ${why}`);
    if (reachesOut(text))
      return high('typing.formula', say`In a table this is a formula, and a formula can send something out`);
  }
  if (!NEW_LINE.test(text) || (isTextArea(context) && !NEW_LINE.test(text.at(-1) ?? ''))) {
    if (place === 'command-line' && text.includes('\t'))
      return high('typing.completion', say`A tab completes the command in a way I can't foresee`);
    if (place === 'button' && /\s/.test(text)) return judgeClick(context);
    if (context.isFocusMoved === true && /\s/.test(text) && (place === 'mixed' || place === 'unknown'))
      return high('typing.blank', say`A space presses what has the focus, and I can't tell where keys have moved that`);
    if (isLoneKey(text, place, context))
      return high('typing.single-key', say`A program that waits for one key acts on it without Enter`);
    return moderate('typing.text', say`It only types text, which sends and runs nothing`);
  }
  // Each of these characters is a press of Enter; a carriage return with a newline counts twice.
  const whole = joinTyped(text.replaceAll(/[\r\u2028\u2029]/g, '\n'), context);
  return judgeLineEnd(whole, place, context, rules);
}

/** Setting the value of an element that is no text field presses, switches or selects it. */
export function judgeSetValue(text: string, context: GateContext, rules: TypingRules): Judgement {
  const typed = judgeType(text, context, rules);
  const { role } = context.element ?? {};
  return role === undefined || isTextRole(role) ? typed : strictest(typed, judgeClick(context));
}

export function judgeKey(keys: string, context: GateContext, rules: TypingRules): Judgement {
  const read = readKeys(keys, rules.platform);
  if (read.danger !== null) return judgeDangerous(read, read.danger, context);
  switch (read.meaning) {
    case 'enter':
      return judgeLineEnd(context.typed === undefined ? null : context.typed, placeOfInput(context), context, rules);
    case 'character':
      return judgeType(read.character, context, rules);
    case 'space':
      return placeOfInput(context) === 'button' ? judgeClick(context) : judgeType(' ', context, rules);
    case 'paste':
      return judgePaste(context, rules);
    case 'switch':
      return moderate('key.switch', say`It brings another window to the front`);
    default:
      return isLoneModifier(keys) ? moderate('key.plain', say`It presses a key`) : judgePlainKey(read, context);
  }
}

/** Combinations that send, delete or open a console elsewhere, but in a document only insert a break or cut text, which can be undone. */
const UNDOABLE =
  /^(?:(?:C|A|M|C\+S)\+(?:kp_)?enter|f12|C\+S\+[ijkc]|S\+delete|(?:C\+S|M)\+(?:delete|backspace)|A\+f4|C\+f4|M\+d|M\+S\+d)$/;

function judgeDangerous({ spelled }: ReadKeys, danger: Judgement, context: GateContext): Judgement {
  // A terminal copies with it.
  if (spelled === 'C+S+c' && kindOfApp(context, []) === 'terminal') return moderate('key.plain', say`It presses a key`);
  return isDocument(context) && UNDOABLE.test(spelled) ? unlessGranted('edit', danger) : danger;
}

/** Whether a document is in front that keeps what is typed, and not a question. */
function isDocument(context: GateContext): boolean {
  return isDocumentApp(context) && !isInDialog(context) && !isDialogTitle(context.window);
}

/** Letters and blanks that press something instead of being written; null when they do not. */
function findPressing(text: string, place: InputPlace, context: GateContext): Judgement | null {
  if (context.isMenuOpen === true && place !== 'command-line')
    return high('typing.menu', say`A menu may be open, where a letter picks an entry`);
  if (isOtherProgram(place, context))
    return high('typing.program', say`The program in this terminal may take letters for commands`);
  // A tab moves the focus to the next element, and a space presses that.
  if (place !== 'command-line' && place !== 'document' && text.split('\n').some(hasBlankAfterTab))
    return high('typing.blank', say`A tab goes on to something I can't name, and a space presses it`);
  return isMailbox(context)
    ? high('typing.shortcut', say`In a list of messages, single letters can delete or send them`)
    : null;
}

function hasBlankAfterTab(line: string): boolean {
  const tab = line.indexOf('\t');
  return tab >= 0 && /[^\S\t]/.test(line.slice(tab));
}

/** Whether another program than a shell at its prompt reads the keys, by the process table; a title can only add doubt. */
function isOtherProgram(place: InputPlace, context: GateContext): boolean {
  const kind = kindOfApp(context, []);
  if (place !== 'command-line' || kind === 'launcher') return false;
  return context.terminal?.reader !== 'shell' || (kind === 'terminal' && isInProgram(context.window));
}

/** Whether it is a single character that continues no command: an answer to “[y/N]”, or a command of a pager or installer. */
function isLoneKey(text: string, place: InputPlace, context: GateContext): boolean {
  if (place !== 'command-line' || Array.from(text).length !== 1) return false;
  // A launcher only looks for it.
  if (kindOfApp(context, []) === 'launcher') return false;
  const before = context.typed ?? '';
  return CONTROL.test(before) || !/\S{2}/.test(before);
}

/** Asks when an editor has a file open that runs by itself, is secret, or controls Deskhand. */
function findProtectedFile(context: GateContext, place: InputPlace): Judgement | null {
  const kind = kindOfApp(context, []);
  if (place === 'command-line' || (kind !== 'editor' && kind !== 'code' && kind !== 'unknown')) return null;
  const file = findProtectedTitle(context.window ?? '');
  return file === null
    ? null
    : high(
        'typing.protected-file',
        say`It changes ${name(file)}, which runs by itself, is secret, or controls Deskhand`,
      );
}

/** The text typed since the last Enter, with this one; null when the earlier part is unknown. */
function joinTyped(text: string, context: GateContext): string | null {
  const before = context.typed ?? '';
  return CONTROL.test(before) ? null : before + text;
}

const UNKNOWN_LINE = high('typing.unknown-line', say`I can't tell what is on that line, or which program reads it`);

/** Whether the keys go to an interactive shell whose line is completely known. */
function isAtPrompt({ terminal }: GateContext): boolean {
  return terminal?.reader === 'shell' && terminal.isLineKnown;
}

/** The line may be all typed text, or only the part after the focus may have moved: the stricter judgement counts. */
function worstOf(whole: string, { typed, typedSince }: GateContext, judge: (line: string) => Judgement): Judgement {
  const judged = judge(whole);
  if (typedSince === undefined || typedSince === typed) return judged;
  const later = typedSince + whole.slice((typed ?? '').length);
  return later.trim() === '' ? judged : strictest(judged, judge(later));
}

/** Judges the end of a line by its place. `whole`: text of the line; null when unknown. */
function judgeLineEnd(whole: string | null, place: InputPlace, context: GateContext, rules: TypingRules): Judgement {
  const known = whole !== null && !CONTROL.test(whole) ? whole : null;
  const bare = known === null ? null : judgeBareAddress(known, context, rules);
  if (bare !== null && context.isMenuOpen !== true && isTextRole(context.element?.role ?? '')) return bare;
  if (context.isMenuOpen === true && place !== 'command-line')
    return high('typing.menu', say`A menu may be open, where Enter picks an entry`);
  if (isPartOfDocument(context)) return moderate('typing.new-line', say`It goes on in the document`);
  switch (place) {
    case 'command-line': {
      if (known === null || known.trim() === '') return UNKNOWN_LINE;
      // A launcher opens whatever it finds under that name.
      const isLauncher = kindOfApp(context, []) === 'launcher';
      const least = isLauncher
        ? high('typing.launcher', say`It opens whatever it finds under that name`)
        : isAtPrompt(context)
          ? moderate('typing.command', say`It runs a command that only reads`)
          : UNKNOWN_LINE;
      return raise(
        worstOf(known, context, (line) => rules.judgeTyped(line, context)),
        least,
      );
    }
    case 'address-bar':
      return known === null || known.trim() === ''
        ? high('typing.unknown-line', say`I can't tell what is in the address bar`)
        : worstOf(known, context, (line) => judgeAddress(line, context, rules));
    case 'document':
      return moderate('typing.new-line', say`It begins a new line in a document`);
    case 'button':
      return judgeClick(context);
    case 'choice':
      return judgeChoice(context);
    default:
      return judgeEnter(known, context);
  }
}

function judgePaste(context: GateContext, rules: TypingRules): Judgement {
  const place = placeOfInput(context);
  const secret = findSecretPlace(context, rules);
  if (secret !== null) return secret;
  if (place === 'document' || isDocument(context)) return moderate('typing.paste', say`It pastes the clipboard`);
  if (place === 'mixed' && kindOfApp(context, []) !== 'code')
    return context.isClipboardOurs === true || isOfSamePage(context)
      ? moderate('typing.paste', say`It pastes what this run has copied`)
      : unlessCopied(
          high('typing.paste-unknown', say`The clipboard may hold a password, and a page reads what is pasted into it`),
          context,
          rules,
        );
  const asking = high('typing.paste', say`What is pasted there may be run, and I don't know what it is`);
  const mayRun = place === 'command-line' || (kindOfApp(context, []) === 'code' && !isEditorPane(context));
  return mayRun ? asking : unlessCopied(asking, context, rules);
}

/** Lets text go from one place that the scope names to another, if it is known to be copied there. */
function unlessCopied(judged: Judgement, context: GateContext, rules: TypingRules): Judgement {
  const { copiedIn, scope } = context;
  if (copiedIn === undefined || scope === undefined || !isNamedWindow(copiedIn, scope, rules.privateApps))
    return judged;
  const isText = fieldOf(context) === 'text' && (context.element?.name ?? '') !== '';
  return isForMessages(context) && !isText ? judged : unlessGranted('edit', judged);
}

const SAVES = /^(?:C|M)(?:\+S)?\+s$/;

/** Combinations that run the project in common development programs. */
const RUNS_PROJECT = /^(?:(?:C\+|S\+|C\+S\+)?f(?:5|9|10)|(?:C|M)\+S\+b|M\+[rbu]|C\+r|C\+f11)$/;

/** Judges other keys. Control-C, -L and -U end or clear a line; the rest edit it in ways that are not tracked. */
function judgePlainKey(read: ReadKeys, context: GateContext): Judgement {
  const place = placeOfInput(context);
  const kind = kindOfApp(context, []);
  const plain = moderate('key.plain', say`It presses a key`);
  if (SAVES.test(read.spelled)) {
    const file = findProtectedFile(context, place);
    if (file !== null) return file;
  }
  if (/^A(?:\+S)?\+[a-z]$/.test(read.spelled) && (isForMessages(context) || isDialogTitle(context.window)))
    return high('key.mnemonic', say`With Alt, a letter presses the button it is underlined in`);
  if (
    context.isMenuOpen === true &&
    place !== 'command-line' &&
    read.meaning === 'other' &&
    !/^(?:S\+)?f\d+$/.test(read.spelled)
  )
    return high('typing.menu', say`A menu may be open, where this key picks an entry`);
  if (/(?:^|\+)(?:delete|backspace)$/.test(read.spelled) && (kind === 'files' || kind === 'messaging'))
    return high('key.delete', say`It can delete what is selected`);
  if (kind === 'files' && /^(?:M\+o|M\+down|C\+o|A\+down|C\+down)$/.test(read.spelled))
    return high('key.opens', say`It opens what is selected, and that may be a program`);
  if ((kind === 'code' && RUNS_PROJECT.test(read.spelled)) || (place === 'command-line' && read.spelled === 'M+r'))
    return high('key.runs', say`It runs, tests or builds what is open`);
  if (place !== 'command-line' || /^C\+[clu]$/.test(read.spelled)) return plain;
  if (read.meaning === 'recall')
    return high('key.recall', say`It brings back or changes a command in a way I can't foresee`);
  const isPending = context.typed !== undefined && context.typed !== '';
  return isPending ? high('key.edits-command', say`It changes a command that is being typed`) : plain;
}

/** Labels beside a field without a name. */
const SECRET_LABEL =
  /(?<!\p{L})(?:pass(?:words?|wort|phrase|code)|passwd|pwd|kennwort|mot de passe|contraseñas?|senha|wachtwoord|hasło|пароль|密码|パスワード|비밀번호|pin|cvv|cvc|secret(?: (?:word|key|code))?|api key)(?!\p{L})/iu;
const LONGEST_LABEL = 200;

/** A password field, or an application that keeps passwords. */
function findSecretPlace(context: GateContext, rules: TypingRules): Judgement | null {
  const { secure, isRead, name = '' } = context.element ?? {};
  if (secure === true || (isRead === true && SECRET_LABEL.test(name.slice(0, LONGEST_LABEL))))
    return high('typing.secret-field', say`It goes into a password field`);
  return kindOfApp(context, rules.privateApps) === 'private'
    ? high('typing.private-app', say`${cite(context.app ?? '')} keeps secrets`)
    : null;
}

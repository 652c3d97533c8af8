/**
 * Origin of what an action names: hosts, paths, recipients and amounts that the person did not say come from the model, a page or a file, and raise
 * the risk by one level.
 */
import { isTextEntry } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import { type Sentence, say } from '../words/say.ts';
import { kindOfApp } from './apps/app-names.ts';
import { isDocumentApp } from './apps/document-apps.ts';
import { ADDRESS_RULE } from './input/address-bar.ts';
import { isDialogTitle } from './input/input-place.ts';
import { isInDialog } from './input/own-dialog.ts';
import { cite, high, moderate, unlessGranted } from './levels.ts';
import type { GateContext, Judgement } from './risk.ts';

const MOST_CHARACTERS = 20_000;

type What = 'recipient' | 'amount' | 'address' | 'path' | 'entry';

interface Stranger {
  readonly what: What;
  readonly text: string;
}

/** What an attacker would choose: a recipient, a source, an amount. */
const PIECES: readonly { readonly what: Exclude<What, 'entry'>; readonly shape: RegExp }[] = [
  { what: 'recipient', shape: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu },
  // IBAN: two letters, two digits, up to 30 more in groups.
  { what: 'recipient', shape: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g },
  { what: 'recipient', shape: /(?<![\p{L}\p{N}])\+?\d(?:[ ()/-]{0,2}\d){8,14}(?![\p{L}\p{N}])/gu },
  { what: 'recipient', shape: /(?<![\p{L}\p{N}.])@[\p{L}_][\p{L}\p{N}_.]{2,}/gu },
  {
    what: 'amount',
    shape:
      /(?:[€$£¥]|\b(?:EUR|USD|GBP|CHF|JPY)) ?\d[\d.,]*|(?<![\d.,])\d[\d.,]* ?(?:[€$£¥]|(?:EUR|USD|GBP|CHF|JPY|euros?|dollars?|pounds?)\b)/giu,
  },
  { what: 'address', shape: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi },
  {
    what: 'address',
    shape:
      /(?<![\p{L}\p{N}@./_-])(?:[\p{L}\p{N}-]+\.)+(?:com|org|net|io|dev|app|co|de|eu|uk|fr|ru|cn|info|biz|xyz|top|site|online|example|me|us|ch|at|nl|it|es|pl)(?![\p{L}\p{N}-])/giu,
  },
  { what: 'path', shape: /(?<![\p{L}\p{N}:/.])(?:~|\/[\p{L}\p{N}._-]+)(?:\/[\p{L}\p{N}._-]+)+/gu },
];

/** Names of fields whose whole content is one of these, whatever its form. */
const TELLING_FIELD =
  /\b(?:amount|betrag|summe|importe|montant|iban|account|konto|kontonummer|recipients?|empfänger|destinataire|destinatario|payee|cc|bcc)\b|^(?:to|an|à|para|a)\s*:?$/iu;

/** Whether a field is for a recipient or an amount. */
export function isTellingField(name: string | undefined): boolean {
  return TELLING_FIELD.test(name?.trim() ?? '');
}

/** Raises the risk by one level when a part of the action is not in the person's words; a playbook's steps and a person's own act are their words. */
export function weighOrigin(action: Action, context: GateContext, judged: Judgement): Judgement {
  if (context.goal === undefined || context.isByHand === true || context.isPlaybook === true) return judged;
  if (judged.risk === 'critical' || (judged.risk === 'high' && judged.within === undefined)) return judged;
  // Walls keep it where the person lets commands write.
  if (judged.within === 'run') return judged;
  // The address was already judged as a whole by what the person said.
  if (judged.rule === ADDRESS_RULE) return judged;
  const text = textOf(action);
  // On a command line the whole command is judged at its Enter, and before that nothing runs.
  if (text === null || (action.action === 'type' && kindOfApp(context, []) === 'terminal')) return judged;
  const stranger = findStranger(text, context);
  if (stranger === null) return judged;
  const reason = sayUnsaid(stranger);
  if (judged.risk === 'safe') return moderate('origin.untraced-safe', reason);
  const asking = high('origin.untraced', reason);
  return staysInDocument(action, context) ? unlessGranted('edit', asking) : asking;
}

/**
 * Why a person must be asked about a value sent under this name: a recipient, an amount or an address that they did not say; null when it is in their
 * words. Paths are judged elsewhere, by who would see them.
 */
export function findUntraced(text: string, field: string, context: GateContext): Sentence | null {
  const stranger = findStranger(text, { ...context, element: { name: field } }, true);
  return stranger === null ? null : sayUnsaid(stranger);
}

/** Whether the text only goes into a document, which sends nothing. */
function staysInDocument(action: Action, context: GateContext): boolean {
  return isTextEntry(action) && isDocumentApp(context) && !isInDialog(context) && !isDialogTitle(context.window);
}

function textOf(action: Action): string | null {
  if (isTextEntry(action)) return action.text;
  switch (action.action) {
    case 'clipboard_write':
      return action.text;
    case 'shell':
      return action.command;
    case 'file_view':
      return action.path;
    default:
      return null;
  }
}

function sayUnsaid({ what, text }: Stranger): Sentence {
  switch (what) {
    case 'recipient':
      return say`You didn't mention the recipient ${cite(text)}`;
    case 'amount':
      return say`You didn't mention the amount ${cite(text)}`;
    case 'address':
      return say`You didn't mention the address ${cite(text)}`;
    case 'path':
      return say`You didn't mention the path ${cite(text)}`;
    case 'entry':
      return say`You didn't say ${cite(text)}`;
  }
}

function findStranger(text: string, context: GateContext, isAnyPathFree = false): Stranger | null {
  const said = fold(context.goal ?? '');
  const own = context.ownWords === undefined ? said : fold(context.ownWords);
  const whole = text
    .slice(0, MOST_CHARACTERS)
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '');
  for (const { what, shape } of PIECES)
    for (const [piece] of whole.matchAll(shape))
      if (
        !isSaid(what, piece, what === 'recipient' || what === 'amount' ? own : said) &&
        !(what === 'path' && (isAnyPathFree || isGranted(piece, context)))
      )
        return { what, text: piece };
  return isTellingField(context.element?.name) && whole.trim() !== '' && !isSaid('entry', whole, own)
    ? { what: 'entry', text: whole }
    : null;
}

/** Whether the path is in a folder where saving is granted, by its spelling. */
function isGranted(path: string, { scope }: GateContext): boolean {
  if (scope === undefined || !scope.kinds.includes('save') || /(?:^|\/)\./.test(path)) return false;
  return scope.folders.some((folder) => path.startsWith(`${folder.replace(/\/+$/, '')}/`));
}

function isSaid(what: What, piece: string, said: string): boolean {
  const folded = fold(piece);
  if (said.includes(folded)) return true;
  switch (what) {
    case 'amount':
    case 'entry':
      return isNumberSaid(folded, said);
    case 'address': {
      const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:?#]+)/.exec(folded)?.[1] ?? folded;
      return said.includes(host.replace(/^www\./, ''));
    }
    case 'path':
      return said.includes(folded.replace(/^.*\//, ''));
    default:
      return said.replaceAll(/[\s()/-]/g, '').includes(folded.replaceAll(/[\s()/-]/g, ''));
  }
}

/** Compares the number alone, whatever its form: “5 euros” may be typed as “5,00 €”. */
function isNumberSaid(piece: string, said: string): boolean {
  const number = amountIn(piece);
  return number !== null && (said.match(/\d[\d.,]*/g) ?? []).some((other) => amountIn(other) === number);
}

/** The number in a text that is nothing but a number with a currency; 1.234,50 and 1,234.50 are the same. */
function amountIn(text: string): string | null {
  const digits =
    /^[^\p{L}\d]*(?:eur|usd|gbp|chf|jpy)? ?(\d[\d.,]*?)[.,]? ?\p{Sc}?(?:eur|usd|gbp|chf|jpy|euros?|dollars?|pounds?)?[^\p{L}\d]*$/u.exec(
      text,
    )?.[1];
  if (digits === undefined) return null;
  const cents = /[.,](\d{1,2})$/.exec(digits);
  const units = (cents === null ? digits : digits.slice(0, cents.index)).replaceAll(/[.,]/g, '');
  return `${units.replace(/^0+(?=\d)/, '')}.${(cents?.[1] ?? '').padEnd(2, '0')}`;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

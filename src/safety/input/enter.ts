/** Judges Enter by where it goes: it looks for something, ends an entry, answers a dialog, or may send what was written. */
import { say } from '../../words/say.ts';
import { kindOfApp } from '../apps/app-names.ts';
import { isDocumentApp } from '../apps/document-apps.ts';
import { cite, high, moderate, unlessGranted } from '../levels.ts';
import { isDocumentSite } from '../places/document-sites.ts';
import type { GateContext, Judgement } from '../risk.ts';
import { fieldOf } from './field.ts';
import { isDialogTitle } from './input-place.ts';
import { isInDialog, isOwnDialog } from './own-dialog.ts';

const UNSURE = high('typing.enter', say`Enter may send or run what was typed, and I can't tell where it goes`);
const ENDS_ENTRY = moderate('typing.new-line', say`It ends an entry of a document`);

/** Titles of the questions where something is stored. */
const SAVES = /^(?:save|export|speichern|sichern|exportieren|enregistrer|exporter|guardar|exportar|salva|esporta)\b/i;

/** Things of a document that are no buttons, whatever they are called. */
const PART_ROLE =
  /^(?:ax)?(?:cell|table ?cell|grid ?cell|row|column ?header|row ?header|list ?item|tree ?item|canvas|drawing area|image|group|paragraph|text|label|static ?text|document.*)$/i;

/** Whether this is a part of a document, where Enter goes on and a click only selects. */
export function isPartOfDocument(context: GateContext): boolean {
  return (
    isDocumentApp(context) &&
    PART_ROLE.test(context.element?.role ?? '') &&
    !isInDialog(context) &&
    !isDialogTitle(context.window)
  );
}

/** `known`: what stands in the line; null when that is not known. */
export function judgeEnter(known: string | null, context: GateContext): Judgement {
  const kind = kindOfApp(context, []);
  const field = fieldOf(context);
  if (field === 'search') return judgeSearch(known, context);
  if (isDocumentApp(context)) return judgeInDocuments(context);
  if (kind === 'browser')
    return isDocumentSite(context.address) && field !== 'none' ? unlessGranted('edit', UNSURE) : UNSURE;
  if (kind === 'messaging') return UNSURE;
  if (kind === 'code') return isEditorPane(context) ? unlessGranted('edit', UNSURE) : UNSURE;
  if (kind === 'files') return field === 'text' && isNewName(known) ? unlessGranted('edit', UNSURE) : UNSURE;
  return field === 'entry' && !isInDialog(context) ? unlessGranted('edit', UNSURE) : UNSURE;
}

function judgeInDocuments(context: GateContext): Judgement {
  if (isDialogTitle(context.window) || isInDialog(context)) {
    if (!isOwnDialog(context)) return UNSURE;
    return unlessGranted(SAVES.test((context.window ?? '').trim()) ? 'save' : 'edit', UNSURE);
  }
  return fieldOf(context) === 'entry' ? ENDS_ENTRY : unlessGranted('edit', UNSURE);
}

/** A search carries only what the person said; where editing is granted it may carry more. */
export function judgeSearch(known: string | null, context: GateContext): Judgement {
  const line = known?.trim() ?? '';
  if (line === '' || line.includes('\n')) return unlessGranted('edit', UNSURE);
  const said = (context.goal ?? '').toLowerCase();
  const stranger = line
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .find((word) => word.length > 2 && !said.includes(word));
  return stranger === undefined
    ? moderate('typing.search', say`It searches for what you said`)
    : unlessGranted('edit', high('typing.search', say`It searches for ${cite(stranger)}, which you didn't say`));
}

/** Where source code is written, and nothing that runs or sends what stands there. */
export function isEditorPane({ element }: GateContext): boolean {
  const { role = '', name = '' } = element ?? {};
  return (
    /^(?:ax)?(?:field|entry|text|text ?field|text ?area|text ?box|edit|document.*)$/i.test(role) &&
    /editor|\.\w{1,5}(?:$|[\s,])/i.test(name) &&
    !/terminal|console|konsole|command|befehl|palette|ask|chat|copilot|message|nachricht|commit|run|debug|repl|sql|query/i.test(
      name,
    )
  );
}

/** Of a file or folder: no path, and no address. */
function isNewName(known: string | null): boolean {
  const name = known?.trim() ?? '';
  return name !== '' && !/[/\\:\n]/.test(name);
}

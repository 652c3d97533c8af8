/** Judges Enter by its target: it may search, end an entry, answer a dialog, or send what was written. */
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

/** Roles of document parts that are no buttons, whatever their name. */
const PART_ROLE =
  /^(?:ax)?(?:cell|table ?cell|grid ?cell|row|column ?header|row ?header|list ?item|tree ?item|canvas|drawing area|image|group|paragraph|text|label|static ?text|document.*)$/i;

/** Whether the element is a part of a document, where Enter continues the text and a click only selects. */
export function isPartOfDocument(context: GateContext): boolean {
  return (
    isDocumentApp(context) &&
    PART_ROLE.test(context.element?.role ?? '') &&
    !isInDialog(context) &&
    !isDialogTitle(context.window)
  );
}

/** `known`: text of the line; null when unknown. */
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

/** Judges a search: its words must be the person's, unless editing is granted. */
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

/** Whether the element is a source code editor, and not a pane that runs or sends its text. */
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

/** Whether the text is a plain name for a file or folder, without path or address. */
function isNewName(known: string | null): boolean {
  const name = known?.trim() ?? '';
  return name !== '' && !/[/\\:\n]/.test(name);
}

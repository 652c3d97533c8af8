/** Clicks by a name that acts elsewhere and can be undone where they go: in a document, its own dialogs, an editor, a trash. */
import { kindOfApp } from '../apps/app-names.ts';
import { isDocumentApp } from '../apps/document-apps.ts';
import { unlessGranted } from '../levels.ts';
import type { GateContext, Judgement } from '../risk.ts';
import { AMOUNT, foldName } from './click-name.ts';
import { TRASH_WORDS } from './click-words.ts';
import { isReadDialog } from './dialog-answer.ts';
import { isDocumentEdit, isFinding, isReplacingAll } from './document-edits.ts';
import { fieldOf } from './field.ts';
import { isDialogTitle } from './input-place.ts';
import { isInDialog, isOwnDialog } from './own-dialog.ts';

/** By the whole name it only shows: the trash as a place, a filter of a page. */
export function isShownOnly(folded: string, context: GateContext): boolean {
  return isTrashPlace(folded, context) || (kindOfApp(context, []) === 'browser' && FILTERS.has(folded));
}

/** Whether it is the trash as a place in a file manager, by exactly this name. */
function isTrashPlace(folded: string, context: GateContext): boolean {
  return (
    kindOfApp(context, []) === 'files' &&
    (folded === 'trash' || TRASH_WORDS.has(folded)) &&
    /^(?:ax)?(?:row|list ?item|tree ?item|outline ?row|icon|link)$/i.test(context.element?.role ?? '')
  );
}

/** A page shows less for it. */
const FILTERS: ReadonlySet<string> = new Set(
  [
    'apply filter',
    'apply filters',
    'filter anwenden',
    'appliquer les filtres',
    'aplicar filtros',
    'applica filtri',
  ].map(foldName),
);

/** Needs only a granted scope for continuing in an application's own dialog, changing only a document, or restoring from the trash. */
export function unlessUndoable(judged: Judgement, name: string, context: GateContext): Judgement {
  const kind = kindOfApp(context, []);
  if (kind === 'files' && BRINGING_BACK.has(foldName(name))) return unlessGranted('edit', judged);
  const isInEditor = kind === 'code' && !isInDialog(context) && !isDialogTitle(context.window);
  if (isInEditor && (isReplacingAll(name) || fieldOf(context) === 'text')) return unlessGranted('edit', judged);
  const isAnswer = CONTINUING.has(foldName(name));
  if (isAnswer && isReadDialog(context)) return unlessGranted('edit', judged);
  if (!isDocumentApp(context) || !isOwnDialog(context)) return judged;
  if (asksItself(name, context) || isOption(name, context)) return unlessGranted('edit', judged);
  if (SAVING.has(foldName(name))) return unlessGranted('save', judged);
  return isAnswer || isDocumentEdit(name, isFinding(context)) ? unlessGranted('edit', judged) : judged;
}

/** The entry of a menu that opens the dialog for printing. */
function asksItself(name: string, { element }: GateContext): boolean {
  return /^(?:ax)?menu ?item$/i.test(element?.role ?? '') && PRINTS.has(foldName(name));
}

const PRINTS: ReadonlySet<string> = new Set(
  'print drucken imprimer imprimir stampa afdrukken'.split(' ').map(foldName),
);

/** Whether it is an option that can be set back in the same dialog; not one about permissions or running code. */
function isOption(name: string, { element }: GateContext): boolean {
  const isChosen = /^(?:ax)?(?:check ?box|radio ?button)$/i.test(element?.role ?? '');
  return isChosen && !AMOUNT.test(name) && !WEIGHTY_OPTION.test(name);
}

const WEIGHTY_OPTION =
  /macro|makro|script|skript|remote|network|netzwerk|server|trust|vertrau|secur|sicher|sécur|segur|sicur|passw|kennwort|update|java|plug-?in|extension|erweiter|telemetr|send|submit|share|teilen|online|cloud|delet|lösch|agree|accept|licen[cs]e|warn/i;

const BRINGING_BACK: ReadonlySet<string> = new Set(
  [
    'restore from trash',
    'put back',
    'aus papierkorb wiederherstellen',
    'aus dem papierkorb wiederherstellen',
    'zurücklegen',
  ].map(foldName),
);

/** Complete names that continue with what a dialog is about. */
const CONTINUING: ReadonlySet<string> = new Set(
  'apply continue proceed anwenden übernehmen fortfahren appliquer continuer aplicar continuar applica continua toepassen doorgaan'
    .split(' ')
    .map(foldName),
);
const SAVING: ReadonlySet<string> = new Set(['save changes', 'save and close']);

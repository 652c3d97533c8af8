/** Dialogs of document applications: the effect of agreeing, as far as their text can be read. */
import { isSystemQuestion } from '../apps/app-names.ts';
import { isDocumentApp } from '../apps/document-apps.ts';
import type { GateContext } from '../risk.ts';
import { answers, foldName, isSwitch, KNOWN_ALPHABETS, REORDERING } from './click-name.ts';
import { isDocumentEdit, isFinding } from './document-edits.ts';

const MOST_TEXT = 8000;

/** Titles of questions that concern more than the document: rights, macros, unsaved changes, existing files. */
const HARD_TITLE =
  /secur|macro|makro|warn|password|kennwort|signatur|trust|unsaved|not saved|sicherheit|überschreib|overwrit|already exists|recover|wiederherstell|extension|update|plug-?in|add-?(?:in|on)|account|konto|permission|print|drucken|send|e-?mail/i;

/** Whether it belongs to a document application and its text mentions nothing but changes to the document. */
export function isOwnDialog(context: GateContext): boolean {
  if (!isDocumentApp(context) || isSystemQuestion(context) || isSwitch(context)) return false;
  const title = context.window ?? '';
  if (title === '' || HARD_TITLE.test(title) || !isReadable(title)) return false;
  const { text = '' } = context.element?.container ?? {};
  if (text.length > MOST_TEXT || !isReadable(text)) return false;
  const isFound = isFinding(context);
  return text.split('\n').every((line) => answers.has(foldName(line)) || isDocumentEdit(line, isFound));
}

function isReadable(text: string): boolean {
  return KNOWN_ALPHABETS.test(text) && !REORDERING.test(text);
}

/** Whether the element is in a question with buttons, by its container. */
export function isInDialog({ element }: GateContext): boolean {
  return (
    /dialog|alert|sheet|popover/i.test(element?.container?.role ?? '') || /dialog|alert/i.test(element?.role ?? '')
  );
}

/** A dialog of an application that only works on documents: what a yes to it does, as far as it can be read. */
import { isSystemQuestion } from '../apps/app-names.ts';
import { isDocumentApp } from '../apps/document-apps.ts';
import type { GateContext } from '../risk.ts';
import { answers, foldName, isSwitch, KNOWN_ALPHABETS, REORDERING } from './click-name.ts';
import { isDocumentEdit, isFinding } from './document-edits.ts';

const MOST_TEXT = 8000;

/** Titles of questions about what is outside of the document: rights, macros, what was not saved, what is there already. */
const HARD_TITLE =
  /secur|macro|makro|warn|password|kennwort|signatur|trust|unsaved|not saved|sicherheit|überschreib|overwrit|already exists|recover|wiederherstell|extension|update|plug-?in|add-?(?:in|on)|account|konto|permission|print|drucken|send|e-?mail/i;

/** Of a document application, and nothing readable of it tells of more than a change to the document. */
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

/** There is a question with buttons: by what is around the element. */
export function isInDialog({ element }: GateContext): boolean {
  return (
    /dialog|alert|sheet|popover/i.test(element?.container?.role ?? '') || /dialog|alert/i.test(element?.role ?? '')
  );
}

/** Tells a window that shows Deskhand's own conversation: whoever acts there could approve for the person. */
import { kindOfApp } from './apps/app-names.ts';
import type { GateContext } from './risk.ts';

/** Titles of the chats' pages in a browser. */
const CHAT_TITLE = /\btelegram\b|\bslack\b|t\.me\/|web\.telegram|app\.slack/i;
const OWN_TITLE = /\bdeskhand\b/i;

/** A file or folder by its whole path, as image editors and viewers show what is open. */
const PATH_IN_TITLE = /(?<![^\s(["'“‘])~?\/[^\s)\]"'”’]+/g;

/** Tools whose titles name folders and files; "deskhand" there is a folder. */
const NAMES_FOLDERS = ['terminal', 'code', 'editor', 'files'];

export function isOwnConversation(context: GateContext): boolean {
  const kind = kindOfApp(context, []);
  if (kind === 'conversation') return true;
  const title = (context.window ?? '').normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  if (kind === 'browser') return CHAT_TITLE.test(title) || OWN_TITLE.test(title);
  if (kind === 'unknown') return CHAT_TITLE.test(title) || OWN_TITLE.test(title.replaceAll(PATH_IN_TITLE, ''));
  return OWN_TITLE.test(title) && !NAMES_FOLDERS.includes(kind);
}

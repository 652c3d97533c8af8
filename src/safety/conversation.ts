/** Recognises a window with Deskhand's own conversation, where an act could approve in the person's name. */
import { kindOfApp } from './apps/app-names.ts';
import type { GateContext } from './risk.ts';

/** Titles of the chats' pages in a browser. */
const CHAT_TITLE = /\btelegram\b|\bslack\b|t\.me\/|web\.telegram|app\.slack/i;
const OWN_TITLE = /\bdeskhand\b/i;

/** An absolute path, as image editors and viewers show it in their titles. */
const PATH_IN_TITLE = /(?<![^\s(["'“‘])~?\/[^\s)\]"'”’]+/g;

/** Tools that show folders and files in their titles, where "deskhand" is a folder. */
const NAMES_FOLDERS = ['terminal', 'code', 'editor', 'files'];

export function isOwnConversation(context: GateContext): boolean {
  const kind = kindOfApp(context, []);
  if (kind === 'conversation') return true;
  const title = (context.window ?? '').normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  if (kind === 'browser') return CHAT_TITLE.test(title) || OWN_TITLE.test(title);
  if (kind === 'unknown') return CHAT_TITLE.test(title) || OWN_TITLE.test(title.replaceAll(PATH_IN_TITLE, ''));
  return OWN_TITLE.test(title) && !NAMES_FOLDERS.includes(kind);
}

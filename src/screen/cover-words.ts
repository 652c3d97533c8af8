/** Says what is blacked out in a picture and why, and what may be visible because it could not be read. */
import type { CoverFacts } from '../ports/desktop.ts';
import type { ShownKind } from '../ports/frame.ts';
import { join, say, type Text } from '../words/say.ts';

const MOST = 3;

const KINDS: Readonly<Record<ShownKind, Text>> = {
  card: say`a card number`,
  iban: say`an account number`,
  code: say`a one-time code`,
  token: say`a key`,
  words: say`secret words`,
  password: say`a password`,
};

/** One sentence each; none when there is nothing to say. */
export function sayCover({ covered, unsure, secrets = [], isUnread = false }: CoverFacts): readonly Text[] {
  const doubtful = unsure.includes('') ? say`all windows` : listApps(unsure);
  return [
    ...(covered.length === 0 ? [] : [say`Covered, because it keeps secrets: ${listApps(covered)}.`]),
    ...(unsure.length === 0 ? [] : [say`Passwords in ${doubtful} could not be hidden.`]),
    ...(secrets.length === 0 ? [] : [say`Covered in this picture: ${list(secrets.map((kind) => KINDS[kind]))}.`]),
    ...(isUnread
      ? [say`Not all of this picture was read in time, so a number or code that is a secret may show.`]
      : []),
  ];
}

function listApps(names: readonly string[]): Text {
  const single = [...new Set(names)].filter((name) => name !== '').map((name) => name.slice(0, 60));
  const more = single.length - MOST;
  const first = single.slice(0, MOST).join(', ');
  return more > 0 ? say`${first} and ${more} more` : first;
}

function list(kinds: readonly Text[]): Text {
  return join(kinds, ', ');
}

/** The last page of a sign-in at a tool server: an address of this computer with the code that is exchanged for tokens, once. */

/** Beginning of such an address, for people. */
export const LAST_PAGE = 'http://127.0.0.1';

const ADDRESS = /(?:^|[\s<"])((?:http:\/\/)?127\.0\.0\.1:\d{1,5}\/signed-in\?[^\s<>"|]*)/i;

/** The address in a pasted text; phones omit its beginning. null: there is none. */
export function readLastPage(text: string): string | null {
  const found = ADDRESS.exec(text)?.[1];
  return found === undefined ? null : found.replace(/^(?:http:\/\/)?/i, 'http://');
}

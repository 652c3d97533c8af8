/** The last page of a sign-in at a tool server: an address of this computer that holds what tokens are given for, once. */

/** What such an address begins with, for people. */
export const LAST_PAGE = 'http://127.0.0.1';

const ADDRESS = /(?:^|[\s<"])((?:http:\/\/)?127\.0\.0\.1:\d{1,5}\/signed-in\?[^\s<>"|]*)/i;

/** The address among the words that came with it; phones leave its beginning out. null: there is none. */
export function readLastPage(text: string): string | null {
  const found = ADDRESS.exec(text)?.[1];
  return found === undefined ? null : found.replace(/^(?:http:\/\/)?/i, 'http://');
}

/** A whole message that stops what is running: known before anything else is, so that it waits for nothing. */
export function isStop(text: string): boolean {
  return /^\s*\/?stop(\s+all)?[.!]?\s*$/i.test(text);
}

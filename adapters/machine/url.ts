/** Which addresses are handed to a browser. */

import type { Checked } from '../../src/ports/application-name.ts';
import { say } from '../../src/words/say.ts';

const SCHEMES = ['https:', 'http:', 'file:', 'mailto:'];

/** The address in its full form, or why it is none. */
export function checkUrl(url: string): Checked {
  const parsed = URL.parse(url.trim());
  if (parsed === null) {
    return { ok: false, text: say`${JSON.stringify(url)} is not a full address such as https://example.com/.` };
  }
  if (!SCHEMES.includes(parsed.protocol)) {
    return {
      ok: false,
      text: say`Addresses that begin with ${parsed.protocol} are not opened, only https, http, file and mailto.`,
    };
  }
  return { ok: true, checked: parsed.href };
}

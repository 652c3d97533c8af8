/** Which addresses are handed to a browser. */
import type { MachineResult } from '../../src/ports/machine.ts';

const SCHEMES = ['https:', 'http:', 'file:', 'mailto:'];

/** `text` is the address in its full form, or why it is none. */
export function checkUrl(url: string): MachineResult {
  const parsed = URL.parse(url.trim());
  if (parsed === null) {
    return { ok: false, text: `${JSON.stringify(url)} is not a full address such as https://example.com/.` };
  }
  if (!SCHEMES.includes(parsed.protocol)) {
    return {
      ok: false,
      text: `Addresses that begin with ${parsed.protocol} are not opened, only https, http, file and mailto.`,
    };
  }
  return { ok: true, text: parsed.href };
}

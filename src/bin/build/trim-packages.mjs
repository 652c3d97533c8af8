// `npm ci` and `npm install` in a clone call this once the packages lie there: what no program of this machine reads is taken away,
// some 250 MB. Plain JavaScript, since it runs before the packaged Node is known to be there; it never fails an installation.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PLATFORM = /^(?:darwin|linux|win32|freebsd|android)$/;
const ARCHITECTURE = /^(?:x64|arm64|arm|ia32)$/;

/**
 * Whether a folder or file of a package is for nobody here: code for another platform, the C headers of the packaged Node, source
 * maps, and the WebAssembly that transformers keeps for browsers. `place` is its path below `node_modules`, with slashes.
 */
export function isUnread(place, platform = process.platform, arch = process.arch) {
  const parts = place.split('/');
  const last = parts.at(-1) ?? '';
  if (last.endsWith('.map')) return true;
  if (/^node-linux-[a-z0-9]+\/include$/.test(place)) return true;
  if (/^@xenova\/transformers\/dist\/[^/]+\.wasm$/.test(place)) return true;
  if (!parts.includes('bin') && !parts.includes('prebuilds')) return false;
  const [system, machine, more] = last.split('-');
  if (more !== undefined || system === undefined) return false;
  if (PLATFORM.test(system) && (machine === undefined || ARCHITECTURE.test(machine)))
    return system !== platform || (machine !== undefined && machine !== arch);
  return PLATFORM.test(parts.at(-2) ?? '') && ARCHITECTURE.test(last) && last !== arch;
}

/** Takes away what `isUnread` names below a `node_modules`; what cannot be taken away stays. Symbolic links are not followed. */
export function trim(packages) {
  const pending = [''];
  for (const folder of pending) {
    let entries = [];
    try {
      entries = readdirSync(join(packages, folder), { withFileTypes: true });
    } catch {
      continue;
    }
    for (const entry of entries) {
      const place = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (!isUnread(place)) {
        if (entry.isDirectory()) pending.push(place);
        continue;
      }
      try {
        rmSync(join(packages, place), { recursive: true, force: true });
      } catch {
        // A file that stays costs room and nothing else.
      }
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  trim(fileURLToPath(new URL('../../../node_modules', import.meta.url)));

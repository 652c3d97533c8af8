/** Whether a file with this name is a secret in any folder, including the usual names of its copies. */
import { HARMLESS_NAMES, SECRET_FILE_NAMES } from './secret-places.ts';
import { compileWildcards } from './wildcards.ts';

const secretName = compileWildcards(SECRET_FILE_NAMES);

/** Suffixes and forms that editors, copying and updates give to copies: `x~`, `x.bak`, `.x.swp`, `#x#`, `x.old.2`, `x (1)`, `x copy 2`. */
const BEHIND =
  /(?:~|-|#|,v|\.~?\d{1,8}~?|\.(?:bak|backup|back|old|orig|save|sav|copy|kopie|tmp|temp|new|prev|disabled|sw[a-z]|un~|dpkg-\w+|rpm\w+|ucf-\w+|gz|bz2|xz|zst|zip|tar|tgz)|[ _-](?:copy|backup|bak|old|kopie)(?:[ _-]?\d{1,4})?)$/;
const NUMBERED = / ?\(\d{1,4}\)(?=\.[^.]*$|$)| \d{1,4}(?=\.[^.]*$|$)|[ _-](?:copy|kopie)(?: \d{1,4})?(?=\.[^.]*$)/g;
const BEFORE = /^(?:#|\.#|(?:copy|kopie|backup|bak)[ _-](?:of |von )?)/;
const MAX_ENDINGS = 6;

/** `name` in small letters, as `foldPath` gives it. */
export function isSecretFileName(name: string): boolean {
  if (isSecret(name)) return true;
  let bare = name.slice(0, 255).replaceAll(NUMBERED, '').replace(BEFORE, '');
  if (bare !== name && isSecret(bare)) return true;
  for (let count = 0; count < MAX_ENDINGS; count += 1) {
    // vim puts a dot before the name, and its own ending behind it.
    const isSwap = /\.sw[a-z]$/.test(bare);
    const shorter = bare.replace(BEHIND, '');
    if (shorter === bare || shorter === '') return false;
    bare = shorter;
    if (isSecret(bare) || (isSwap && bare.startsWith('.') && isSecret(bare.slice(1)))) return true;
  }
  return false;
}

function isSecret(name: string): boolean {
  return secretName.test(name) && !HARMLESS_NAMES.some((harmless) => harmless.test(name));
}

/** Judges reading, writing and sending files, and notes of the vault. */

import { critical, high, moderate, quote, safe } from '../levels.ts';
import type { GateContext, Judgement } from '../risk.ts';
import { climbsOut, isCoreNote, isHiddenSpelling, isNotePath } from './file-paths.ts';
import type { Finding, Places } from './places.ts';

/** Folders at the root where ordinary files lie; elsewhere a path is a guess. */
const KNOWN_TOP =
  /^\/(?:usr|opt|etc|var|tmp|home|users|library|applications|system|volumes|mnt|media|srv|private|proc|sys|nix|data|workspace|work)(?:\/|$)/i;

export function judgeFileView(path: string, context: GateContext, places: Places): Judgement {
  const base = context.cwd ?? places.home;
  const target = places.absolute(path, base);
  const found = places.read(path, base, false);
  if (found.kind === 'own-secret') return critical('file.own-state', `${quote(path)}: ${found.why}`);
  const odd = findOddPath(path, context, places);
  if (odd !== null) return high('file.odd-path', odd);
  if (found.kind !== 'plain') return high(`file.${found.kind}`, `${quote(path)}: ${found.why}`);
  if (target.startsWith(`${places.home}/`) || target === places.home)
    return safe('file.view', 'an ordinary file of the person is read');
  return KNOWN_TOP.test(target)
    ? moderate('file.view-elsewhere', 'a file outside the home folder is read')
    : high('file.unknown-place', `${quote(path)} lies in no known place`);
}

export function judgeFileWrite(path: string, context: GateContext, places: Places): Judgement {
  const found = places.write(path, context.cwd ?? places.home, false);
  const protectedWrite = judgeProtectedWrite(path, found);
  if (protectedWrite !== null) return protectedWrite;
  const odd = findOddPath(path, context, places);
  return odd === null ? high('file.write', `it changes ${quote(path)}`) : high('file.odd-path', odd);
}

function judgeProtectedWrite(path: string, found: Finding): Judgement | null {
  switch (found.kind) {
    case 'plain':
    case 'unclear':
      return null;
    case 'own':
    case 'own-secret':
      return critical('file.own-state', `it changes ${quote(path)}: ${found.why}`);
    default:
      return critical(`file.${found.kind}`, `it changes ${quote(path)}: ${found.why}`);
  }
}

/** The rule of what is not sent whoever says yes: it would hand the bot itself to whoever reads the chat. */
export const NEVER_SENT = 'file.send-own-state';

/** A file sent to the chat leaves this computer. */
export function judgeSendFile(path: string, context: GateContext, places: Places): Judgement {
  const found = places.read(path, context.cwd ?? places.home, false);
  if (found.kind === 'own-secret') return critical(NEVER_SENT, `it would send ${quote(path)} away: ${found.why}`);
  if (found.kind !== 'plain' && found.kind !== 'unclear') {
    return critical('file.send-secret', `it would send ${quote(path)} away: ${found.why}`);
  }
  return high('file.send', `${quote(path)} leaves this computer`);
}

export function judgeVaultRead(path: string): Judgement {
  if (isNotePath(path)) return safe('vault.read', 'a note is read');
  return leavesVault(path)
    ? critical('vault.outside', 'that path leads out of the vault')
    : high('vault.odd-path', `${quote(path)} is no plain path of a note`);
}

export function judgeVaultWrite(path: string): Judgement {
  if (!isNotePath(path)) return critical('vault.outside', 'that path may lead out of the vault');
  if (isCoreNote(path)) return high('vault.core-note', `${quote(path)} stands in every prompt`);
  return moderate('vault.write', 'a note is written');
}

/** `.hidden.md` is odd; `../x`, `/x`, `~` and everything spelled in disguise leads out. */
function leavesVault(path: string): boolean {
  return (
    isHiddenSpelling(path) || climbsOut(path) || path.includes('..') || /^[/~]/.test(path) || /^[a-z]:/i.test(path)
  );
}

function findOddPath(path: string, context: GateContext, places: Places): string | null {
  if (isHiddenSpelling(path)) return `${quote(path)} is written in a way that hides where it leads`;
  if (path.startsWith('~') && path !== '~' && !path.startsWith('~/')) return "somebody else's folder";
  const isAbsolute = path.startsWith('/') || path.startsWith('~');
  if (isAbsolute) return path.split('/').includes('..') ? 'an absolute path with .. hides where it leads' : null;
  if (!climbsOut(path)) return null;
  const target = places.absolute(path, context.cwd ?? places.home);
  return context.cwd !== undefined && target.startsWith(`${places.home}/`)
    ? null
    : 'the path climbs out of the folder it starts in';
}

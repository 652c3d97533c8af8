/** Judges reading, writing and sending files, and notes of the vault. */

import { type Sentence, say } from '../../words/say.ts';
import { cite, critical, high, moderate, name, safe, unlessGranted } from '../levels.ts';
import type { GateContext, Judgement } from '../risk.ts';
import { climbsOut, isCoreNote, isHiddenSpelling, isNotePath } from './file-paths.ts';
import type { Finding, Places } from './places.ts';

/** Folders at the root where ordinary files lie; elsewhere a path is a guess. */
const KNOWN_TOP =
  /^\/(?:usr|opt|etc|var|tmp|home|users|library|applications|system|volumes|mnt|media|srv|private|proc|sys|nix|data|workspace|work)(?:\/|$)/i;

export function judgeFileView(path: string, context: GateContext, places: Places): Judgement {
  if (context.skillTexts?.includes(path) === true) return safe('skill.text', say`It reads a text of the skill`);
  const base = context.cwd ?? places.home;
  const target = places.absolute(path, base);
  const found = places.read(path, base, false);
  if (found.kind === 'own-secret') return critical('file.own-state', say`It reads ${name(path)}: ${found.why}`);
  const odd = findOddPath(path, context, places);
  if (odd !== null) return high('file.odd-path', odd);
  if (found.kind !== 'plain') return high(`file.${found.kind}`, say`It reads ${name(path)}: ${found.why}`);
  if (target.startsWith(`${places.home}/`) || target === places.home)
    return safe('file.view', say`It reads one of your files`);
  return KNOWN_TOP.test(target)
    ? moderate('file.view-elsewhere', say`It reads a file outside your home folder`)
    : high('file.unknown-place', say`I don't know the place where ${name(path)} lies`);
}

export function judgeFileWrite(path: string, context: GateContext, places: Places): Judgement {
  const found = places.write(path, context.cwd ?? places.home, false);
  const protectedWrite = judgeProtectedWrite(path, found);
  if (protectedWrite !== null) return protectedWrite;
  const odd = findOddPath(path, context, places);
  return odd === null
    ? unlessGranted('save', high('file.write', say`It changes ${name(path)}`))
    : high('file.odd-path', odd);
}

function judgeProtectedWrite(path: string, found: Finding): Judgement | null {
  switch (found.kind) {
    case 'plain':
    case 'unclear':
      return null;
    case 'own':
    case 'own-secret':
      return critical('file.own-state', say`It changes ${name(path)}: ${found.why}`);
    default:
      return critical(`file.${found.kind}`, say`It changes ${name(path)}: ${found.why}`);
  }
}

/** Rule of files that are never sent, whoever approves: they would give the bot itself to the readers of the chat. */
export const NEVER_SENT = 'file.send-own-state';

/** Rule of files that may be sent after an approval. */
export const SENT = 'file.send';

/** A file sent to the chat leaves this computer. */
export function judgeSendFile(path: string, context: GateContext, places: Places): Judgement {
  const found = places.read(path, context.cwd ?? places.home, false);
  if (found.kind === 'own-secret') return critical(NEVER_SENT, say`It sends ${name(path)} to this chat: ${found.why}`);
  if (found.kind !== 'plain' && found.kind !== 'unclear') {
    return critical('file.send-secret', say`It sends ${name(path)} to this chat: ${found.why}`);
  }
  return high(SENT, say`It sends ${name(path)} to this chat`);
}

export function judgeVaultRead(path: string): Judgement {
  if (isNotePath(path)) return safe('vault.read', say`It reads a note`);
  return leavesVault(path)
    ? critical('vault.outside', say`That path leads out of your notes`)
    : high('vault.odd-path', say`${cite(path)} is not a plain path of a note`);
}

export function judgeVaultWrite(path: string): Judgement {
  if (!isNotePath(path)) return critical('vault.outside', say`That path may lead out of your notes`);
  if (isCoreNote(path)) return high('vault.core-note', say`Every run reads ${name(path)}`);
  return moderate('vault.write', say`It writes a note`);
}

/** `.hidden.md` is odd; `../x`, `/x`, `~` and everything spelled in disguise leads out. */
function leavesVault(path: string): boolean {
  return (
    isHiddenSpelling(path) || climbsOut(path) || path.includes('..') || /^[/~]/.test(path) || /^[a-z]:/i.test(path)
  );
}

function findOddPath(path: string, context: GateContext, places: Places): Sentence | null {
  if (isHiddenSpelling(path)) return say`${cite(path)} is written so that it hides where it leads`;
  if (path.startsWith('~') && path !== '~' && !path.startsWith('~/')) return say`That is somebody else's folder`;
  const isAbsolute = path.startsWith('/') || path.startsWith('~');
  if (isAbsolute) return path.split('/').includes('..') ? say`A full path with .. in it hides where it leads` : null;
  if (!climbsOut(path)) return null;
  const target = places.absolute(path, context.cwd ?? places.home);
  return context.cwd !== undefined && target.startsWith(`${places.home}/`)
    ? null
    : say`The path leads out of the folder it starts in`;
}

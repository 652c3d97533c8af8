/** A safe name for a received file: one plain word without special meaning to shells, folders and readers. Pure. */
import { posix } from 'node:path';

const MAX_BYTES = 120;
const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'audio/mpeg': '.mp3',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'text/plain': '.txt',
  'video/mp4': '.mp4',
};

/** Letters, digits, `.`, `-` and `_`, starting with a letter or digit; its ending is kept. Without a name, `file` with the ending of its type. */
export function makeSafeName(name: string, mediaType: string): string {
  const plain = posix
    .basename(name.toWellFormed().normalize('NFC').replaceAll('\\', '/'))
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/[-.]+$/, '');
  if (plain === '') return `file${ENDINGS[mediaType.toLowerCase()] ?? ''}`;
  const ending = /\.[A-Za-z0-9]{1,12}$/.exec(plain)?.[0] ?? '';
  return `${cut(plain.slice(0, plain.length - ending.length) || 'file', MAX_BYTES - ending.length)}${ending}`;
}

/** Cuts to this many bytes of UTF-8 without splitting a character. */
function cut(text: string, bytes: number): string {
  let kept = '';
  let used = 0;
  for (const character of text) {
    used += new TextEncoder().encode(character).length;
    if (used > bytes) break;
    kept += character;
  }
  return kept;
}

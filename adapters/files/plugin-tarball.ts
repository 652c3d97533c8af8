/** Reads the files of a packed package (.tgz) without unpacking it: plain files below one folder, nothing else. */
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const LARGEST_PACKED = 8_000_000;
const LARGEST_UNPACKED = 64_000_000;
const BLOCK = 512;
const MAX_FILES = 2000;

/** By path inside the package. Rejects with a sentence for what is no package, too large, or holds links, devices or odd paths. */
export async function readTarball(path: string): Promise<ReadonlyMap<string, Uint8Array>> {
  if ((await stat(path)).size > LARGEST_PACKED) throw new Error(`${path} is larger than 8 MB.`);
  const bytes = await promisify(gunzip)(await readFile(path), { maxOutputLength: LARGEST_UNPACKED }).catch(
    (error: unknown) => {
      throw new Error(`${path} cannot be unpacked.`, { cause: error });
    },
  );
  return readEntries(bytes);
}

/** The format of POSIX (ustar, pax) and GNU, as far as npm writes it. */
function readEntries(bytes: Buffer): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let named: string | null = null;
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const size = readNumber(header.subarray(124, 136));
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length < size) throw new Error('The package ends in the middle of a file.');
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const kind = String.fromCharCode(header[156] ?? 0);
    if (kind === 'x') {
      named = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(content.toString('utf8'))?.[1] ?? named;
      continue;
    }
    if (kind === 'L') {
      named = text(content);
      continue;
    }
    if (kind === 'g') continue;
    const prefix = header.toString('latin1', 257, 262) === 'ustar' ? text(header.subarray(345, 500)) : '';
    const path = named ?? (prefix === '' ? '' : `${prefix}/`) + text(header.subarray(0, 100));
    named = null;
    if (kind === '5') continue;
    if (kind !== '0' && kind !== '\0')
      throw new Error(`The package holds ${JSON.stringify(path)}, which is no plain file.`);
    const inside = insideOf(path);
    if (files.has(inside)) throw new Error(`The package holds ${JSON.stringify(inside)} twice.`);
    if (files.size >= MAX_FILES) throw new Error('The package holds too many files.');
    files.set(inside, content);
  }
  return files;
}

/** Without the folder around everything (`package/`). */
function insideOf(path: string): string {
  const parts = path.replace(/^\.\//, '').split('/');
  const isPlain =
    parts.length > 1 &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..') &&
    !/[\0\\\p{C}]/u.test(path);
  if (!isPlain) throw new Error(`The package holds a path that leads out of it: ${JSON.stringify(path)}.`);
  return parts.slice(1).join('/');
}

function readNumber(field: Uint8Array): number {
  const digits = text(field).trim();
  if (!/^[0-7]{1,11}$/.test(digits)) throw new Error('The package cannot be read.');
  return Number.parseInt(digits, 8);
}

function text(field: Uint8Array): string {
  const end = field.indexOf(0);
  return Buffer.from(end < 0 ? field : field.subarray(0, end)).toString('utf8');
}

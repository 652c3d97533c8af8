/**
 * Clips in MP4 and WebM, as Slack records them, → what a speech model hears, by a program of this computer: no decoder for AAC can be had
 * from npm under a licence that goes with this project's. macOS brings `afconvert` (written from its manual page, not tried on a Mac);
 * elsewhere it is ffmpeg, where it is installed.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { say } from '../../src/words/say.ts';
import type { DecodedVoice } from './decoded-voice.ts';
import { readWav } from './read-wav.ts';

export type ClipFormat = 'mp4' | 'webm';

const SPEECH_RATE = 16_000;
const CONVERT_MS = 60_000;
const FFMPEG = ['/opt/homebrew/bin/ffmpeg', '/usr/local/bin/ffmpeg', '/usr/bin/ffmpeg'];
const AFCONVERT = '/usr/bin/afconvert';

const run = promisify(execFile);

export interface ConvertOptions {
  /** Where the clip lies while the program works on it. */
  readonly scratchFolder: string;
  /** By path, the first that is there and can. */
  readonly programs?: readonly string[];
}

interface Converter {
  readonly path: string;
  arguments(from: string, to: string, format: ClipFormat, maxSeconds: number): readonly string[];
}

/** null for what is neither. */
export function readClipFormat(bytes: Uint8Array): ClipFormat | null {
  const text = new TextDecoder('latin1');
  if (text.decode(bytes.subarray(4, 8)) === 'ftyp') return 'mp4';
  // An EBML head (RFC 8794, section 11.2.1).
  const isEbml = [0x1a, 0x45, 0xdf, 0xa3].every((byte, index) => bytes[index] === byte);
  return isEbml ? 'webm' : null;
}

/** Never rejects for what is in the clip. Nothing longer than `maxSeconds` is unpacked. */
export async function convertClip(
  bytes: Uint8Array,
  format: ClipFormat,
  maxSeconds: number,
  { scratchFolder, programs = [AFCONVERT, ...FFMPEG] }: ConvertOptions,
): Promise<DecodedVoice> {
  const converter = findConverter(format, programs);
  if (converter === null) return { ok: false, why: NO_PROGRAM };
  const folder = await mkdtemp(join(scratchFolder, 'deskhand-voice-'));
  try {
    const [from, to] = [join(folder, 'clip'), join(folder, 'speech.wav')];
    await writeFile(from, bytes, { mode: 0o600 });
    const limits = { timeout: CONVERT_MS, killSignal: 'SIGKILL', env: {}, cwd: folder } as const;
    await run(converter.path, [...converter.arguments(from, to, format, maxSeconds + 2)], limits);
    const samples = readWav(await readFile(to));
    return samples === null ? DAMAGED : { ok: true, samples, seconds: samples.length / SPEECH_RATE };
  } catch {
    return DAMAGED;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function findConverter(format: ClipFormat, programs: readonly string[]): Converter | null {
  const there = programs.filter((path) => existsSync(path));
  const own = there.find((path) => path.endsWith('/afconvert'));
  // Apple's afconvert reads no WebM.
  if (own !== undefined && format === 'mp4') return { path: own, arguments: (from, to) => [...APPLE, from, to] };
  const ffmpeg = there.find((path) => path.endsWith('/ffmpeg'));
  return ffmpeg === undefined ? null : { path: ffmpeg, arguments: toFfmpeg };
}

const APPLE = ['-f', 'WAVE', '-d', `LEI16@${SPEECH_RATE}`, '-c', '1', '--mix'];

/** The format is said, not guessed, and nothing but this file is opened, whatever the clip names. */
function toFfmpeg(from: string, to: string, format: ClipFormat, maxSeconds: number): readonly string[] {
  const read = ['-protocol_whitelist', 'file', '-f', format === 'mp4' ? 'mp4' : 'matroska', '-t', String(maxSeconds)];
  const write = ['-vn', '-sn', '-dn', '-ac', '1', '-ar', String(SPEECH_RATE), '-c:a', 'pcm_s16le', '-f', 'wav'];
  return ['-nostdin', '-v', 'error', ...read, '-i', from, ...write, to];
}

const DAMAGED: DecodedVoice = { ok: false, why: say`This voice note is damaged; send it again, or write it.` };
const NO_PROGRAM = say`This voice note is in a format that needs a program to be heard: install ffmpeg on this computer (macOS: brew install ffmpeg, Debian: apt install ffmpeg) and send it again, or write it.`;

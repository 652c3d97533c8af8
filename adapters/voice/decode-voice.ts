/** A voice note of any chat → what a speech model hears: 16 kHz, one channel. */
import { tmpdir } from 'node:os';
import { say, type Text } from '../../src/words/say.ts';
import { convertClip, readClipFormat } from './convert.ts';
import type { DecodedVoice } from './decoded-voice.ts';
import { decodeOpus, startsLikeOpus } from './ogg-opus.ts';
import { readWav } from './read-wav.ts';

const SPEECH_RATE = 16_000;
/** Below this peak nobody spoke; speech models make up words for silence. */
const QUIET_PEAK = 0.004;

/** Nothing longer than `maxSeconds` is unpacked, whatever the file says about itself. Never rejects for what is in the file. */
export async function decodeVoice(
  bytes: Uint8Array,
  maxSeconds: number,
  scratchFolder = tmpdir(),
): Promise<DecodedVoice> {
  if (bytes.length === 0) return no(say`This voice note is empty.`);
  const decoded = await unpack(bytes, maxSeconds, scratchFolder);
  if (!decoded.ok) return decoded;
  const { samples, seconds } = decoded;
  if (seconds > maxSeconds + 1) return tooLong(maxSeconds);
  if (samples.length < SPEECH_RATE / 10) return no(say`This voice note is damaged or too short; I hear nothing in it.`);
  if (samples.every((sample) => Math.abs(sample) < QUIET_PEAK)) return no(say`I hear nothing in this voice note.`);
  return decoded;
}

async function unpack(bytes: Uint8Array, maxSeconds: number, scratchFolder: string): Promise<DecodedVoice> {
  if (startsLikeOpus(bytes)) return (await decodeOpus(bytes, maxSeconds)) ?? tooLong(maxSeconds);
  const recorded = readWav(bytes);
  if (recorded !== null) return { ok: true, samples: recorded, seconds: recorded.length / SPEECH_RATE };
  const format = readClipFormat(bytes);
  if (format !== null) return convertClip(bytes, format, maxSeconds, { scratchFolder });
  return no(
    say`I can only hear voice notes as Telegram, Slack and the chat page record them (OGG/Opus, MP4, WebM, WAV); this is something else.`,
  );
}

function tooLong(maxSeconds: number): DecodedVoice {
  return no(say`A voice note can be ${maxSeconds / 60} minutes long at most. Please keep it shorter, or write it.`);
}

function no(why: Text): DecodedVoice {
  return { ok: false, why };
}

/** OGG/Opus → what a speech model hears: 16 kHz, one channel. In process, without ffmpeg. */
import { OggOpusDecoder } from 'ogg-opus-decoder';
import { toSpeechRate } from './resample.ts';

export type DecodedVoice =
  | { readonly ok: true; readonly samples: Float32Array; readonly seconds: number }
  | { readonly ok: false; readonly why: string };

const OPUS_RATE = 48_000;
const CHUNK_BYTES = 16 * 1024;
/** Below this nobody spoke; speech models make words up for silence. */
const QUIET_PEAK = 0.004;

/** Nothing longer than `maxSeconds` is unpacked, whatever the file says about itself. Never rejects for what is in the file. */
export async function decodeVoice(bytes: Uint8Array, maxSeconds: number): Promise<DecodedVoice> {
  if (bytes.length === 0) return no('This voice note is empty.');
  if (!startsLikeOpus(bytes)) {
    return no('I can only hear voice notes in OGG/Opus, as Telegram records them; this is something else.');
  }
  const decoder = new OggOpusDecoder();
  try {
    await decoder.ready;
    const parts: Float32Array[] = [];
    let length = 0;
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      // Its types say otherwise, but it answers later.
      const { channelData } = await decoder.decode(bytes.subarray(at, at + CHUNK_BYTES));
      const part = mixDown(channelData);
      length += part.length;
      parts.push(part);
      if (length > (maxSeconds + 1) * OPUS_RATE) return tooLong(maxSeconds);
    }
    parts.push(mixDown((await decoder.flush()).channelData));
    const sound = join(parts);
    if (sound.length > (maxSeconds + 1) * OPUS_RATE) return tooLong(maxSeconds);
    if (sound.length < OPUS_RATE / 10) return no('This voice note is damaged or too short; I hear nothing in it.');
    if (sound.every((sample) => Math.abs(sample) < QUIET_PEAK)) return no('I hear nothing in this voice note.');
    return { ok: true, samples: toSpeechRate(sound), seconds: sound.length / OPUS_RATE };
  } catch {
    return no('This voice note is damaged; send it again, or write it.');
  } finally {
    decoder.free();
  }
}

/** An Ogg page whose first packet says that it is Opus (RFC 7845, section 5.1). */
function startsLikeOpus(bytes: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 512));
  return start.startsWith('OggS') && start.includes('OpusHead');
}

function mixDown(channels: readonly Float32Array[]): Float32Array {
  const [left, right] = channels;
  if (left === undefined) return new Float32Array();
  return right === undefined ? left : left.map((sample, index) => (sample + (right[index] ?? 0)) / 2);
}

function join(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function tooLong(maxSeconds: number): DecodedVoice {
  return no(
    `A voice note may be ${maxSeconds / 60} minutes long; this one is longer. Say it in fewer words, or write it.`,
  );
}

function no(why: string): DecodedVoice {
  return { ok: false, why };
}

/** OGG/Opus → what a speech model hears: 16 kHz, one channel. In process, without ffmpeg. */
import { OggOpusDecoder } from 'ogg-opus-decoder';
import { say } from '../../src/words/say.ts';
import type { DecodedVoice } from './decoded-voice.ts';

const OPUS_RATE = 48_000;
const CHUNK_BYTES = 16 * 1024;

/** null when it is longer than `maxSeconds`, whatever the file says about itself: no more is unpacked. Never rejects for what is in the file. */
export async function decodeOpus(bytes: Uint8Array, maxSeconds: number): Promise<DecodedVoice | null> {
  const decoder = new OggOpusDecoder();
  try {
    const decoded = await decode(decoder, bytes, maxSeconds);
    // A damaged file can corrupt the decoder's memory, which shows only when it is freed: nothing decoded counts then.
    decoder.free();
    return decoded;
  } catch {
    return { ok: false, why: say`This voice note is damaged; send it again, or write it.` };
  }
}

async function decode(decoder: OggOpusDecoder, bytes: Uint8Array, maxSeconds: number): Promise<DecodedVoice | null> {
  await decoder.ready;
  const parts: Float32Array[] = [];
  let length = 0;
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    // The call is asynchronous, though its types say otherwise.
    const { channelData } = await decoder.decode(bytes.subarray(at, at + CHUNK_BYTES));
    const part = mixDown(channelData);
    length += part.length;
    parts.push(part);
    if (length > (maxSeconds + 1) * OPUS_RATE) return null;
  }
  parts.push(mixDown((await decoder.flush()).channelData));
  const sound = join(parts);
  return { ok: true, samples: toSpeechRate(sound), seconds: sound.length / OPUS_RATE };
}

/** An Ogg page whose first packet says that it is Opus (RFC 7845, section 5.1). */
export function startsLikeOpus(bytes: Uint8Array): boolean {
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

const FACTOR = 3;
const TAPS = 63;
/** A little below half of the new rate, so that nothing folds back. */
const CUTOFF = 7_200 / 48_000;

const FILTER = Float64Array.from({ length: TAPS }, (_, index) => {
  const from = index - (TAPS - 1) / 2;
  const sinc = from === 0 ? 2 * CUTOFF : Math.sin(2 * Math.PI * CUTOFF * from) / (Math.PI * from);
  // Blackman: what passes above the cutoff is 74 dB down.
  const turn = (2 * Math.PI * index) / (TAPS - 1);
  return sinc * (0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn));
});

/** 48 kHz → 16 kHz: everything above 8 kHz is filtered out, then every third sample stays. Pure. */
export function toSpeechRate(samples: Float32Array): Float32Array {
  const result = new Float32Array(Math.floor(samples.length / FACTOR));
  for (let out = 0; out < result.length; out += 1) {
    const first = out * FACTOR - (TAPS - 1) / 2;
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap += 1) sum += (FILTER[tap] ?? 0) * (samples[first + tap] ?? 0);
    result[out] = sum;
  }
  return result;
}

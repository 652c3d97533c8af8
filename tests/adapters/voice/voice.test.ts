/** Voice notes: real OGG/Opus, decoded, resampled, and heard by a model that the real library loads. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { decodeVoice } from '../../../adapters/voice/decode-voice.ts';
import { toSpeechRate } from '../../../adapters/voice/ogg-opus.ts';
import { createTranscriber, type LocalTranscriber } from '../../../adapters/voice/transcriber.ts';
import { OWN_FILES } from '../../../src/bin/own-files.ts';
import { english } from '../../../src/words/speak.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { writeSpeechModel } from '../../support/speech-model.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { makeWav, noVoice, packNote, speakNote } from '../../support/voice-notes.ts';

const never = new AbortController().signal;

describe('A voice note', { skip: noVoice }, () => {
  it('is decoded to what a speech model hears, within a second for ten', async () => {
    const words = 'open the browser and show me what is new in the world today, please, and then close it again. ';
    const note = speakNote(words.repeat(3));
    await decodeVoice(note, 300);
    const startedAt = performance.now();
    const decoded = await decodeVoice(note, 300);
    const tookMs = performance.now() - startedAt;
    assert.ok(decoded.ok, JSON.stringify(decoded));
    assert.ok(decoded.seconds > 10, `${decoded.seconds} s`);
    assert.ok(Math.abs(decoded.samples.length / 16_000 - decoded.seconds) < 0.01);
    assert.ok(tookMs <= (decoded.seconds / 10) * 1000, `${Math.round(tookMs)} ms for ${decoded.seconds.toFixed(1)} s`);
  });

  it('keeps its pitch', async () => {
    const decoded = await decodeVoice(packNote(makeWav(1, 440)), 300);
    assert.ok(decoded.ok);
    assert.ok(Math.abs(pitchOf(decoded.samples.subarray(4000, 12_000)) - 440) < 5);
  });

  it('that is empty, silent, damaged, too long or something else says so', async () => {
    const note = speakNote('stop');
    const says: readonly (readonly [Uint8Array, RegExp])[] = [
      [new Uint8Array(), /is empty/],
      [makeWav(1, 440), /OGG\/Opus, MP4, WebM, WAV.*something else/],
      [Buffer.from('OggS but not really OpusHead'), /damaged/],
      [note.subarray(0, 60), /damaged/],
      [packNote(makeWav(1)), /hear nothing/],
      [packNote(makeWav(5, 440)), /at most/],
    ];
    for (const [bytes, pattern] of says) {
      const decoded = await decodeVoice(bytes, 3);
      assert.ok(!decoded.ok, pattern.source);
      assert.match(english(decoded.why), pattern);
    }
  });

  it('with any bytes changed or missing is decoded or refused, never a surprise', async () => {
    const note = speakNote('hello there');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(note.length - 1), fc.nat(255)), { maxLength: 30 }),
        fc.nat(note.length),
        async (changes, end) => {
          const damaged = Buffer.from(note);
          for (const [at, value] of changes) damaged[at] = value;
          const decoded = await decodeVoice(damaged.subarray(0, end), 300);
          assert.ok(decoded.ok ? decoded.samples.every(Number.isFinite) : decoded.why !== '');
        },
      ),
      { numRuns: WITH_REPEATS ? 40 : 12, examples: [[[[881, 224]], 3619]] },
    );
  });

  it('is given up at once when it is stopped; the next one is heard by a local model through the real library, in a process of its own', async (t) => {
    const folder = join(makeTempFolder(t), 'tiny');
    writeSpeechModel(folder);
    const transcriber = open(t, folder);
    const reason = new Error('stopped');
    const stopping = new AbortController();
    const stopped = transcriber.transcribe(speakNote('never mind'), stopping.signal);
    setTimeout(() => stopping.abort(reason), 20);
    await assert.rejects(stopped, (error) => error === reason);
    const bursts = Buffer.concat([
      makeWav(0.5),
      makeWav(0.5, 300).subarray(44),
      makeWav(0.5).subarray(44),
      makeWav(0.5, 300).subarray(44),
    ]);
    const wav = Buffer.from(bursts);
    wav.writeUInt32LE(wav.length - 44, 40);
    const heard = await transcriber.transcribe(packNote(wav), never);
    assert.deepEqual(heard.ok && heard.text, 'hh');
    const again = await transcriber.transcribe(speakNote('one'), never);
    assert.match(english(again.ok ? again.text : again.why), /^h+$/);
  });

  it('with a model that is not there or cannot be loaded says how to get one', async (t) => {
    const note = speakNote('hello');
    const missing = await open(t, '/nowhere/whisper').transcribe(note, never);
    assert.ok(!missing.ok && /no speech model in \/nowhere\/whisper\..*VOICE_MODEL=/.test(english(missing.why)));
    const folder = makeTempFolder(t);
    const broken = await open(t, folder).transcribe(note, never);
    assert.ok(!broken.ok && /cannot be loaded.*VOICE_MODEL=/.test(english(broken.why)), JSON.stringify(broken));
  });

  it('without a model says how to get one, and leaves nothing behind, however the process ends', async (t) => {
    const before = process.env.TMPDIR;
    const folder = makeTempFolder(t);
    process.env.TMPDIR = folder;
    t.after(() => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });
    const transcriber = open(t, undefined);
    const unset = await transcriber.transcribe(speakNote('hello'), never);
    assert.ok(!unset.ok && /VOICE_MODEL=/.test(english(unset.why)), JSON.stringify(unset));
    assert.equal(readdirSync(folder).length, 1, 'a folder of its own');
    await transcriber.close();
    assert.deepEqual(readdirSync(folder), []);
  });
});

test('resampling takes away what the new rate cannot hold', () => {
  const loudness = (hz: number): number => {
    const tone = Float32Array.from({ length: 48_000 }, (_, index) => Math.sin((2 * Math.PI * hz * index) / 48_000));
    const out = toSpeechRate(tone).subarray(1000, 15_000);
    return Math.sqrt(out.reduce((sum, sample) => sum + sample * sample, 0) / out.length);
  };
  assert.ok(Math.abs(loudness(1000) - Math.SQRT1_2) < 0.01);
  assert.ok(Math.abs(loudness(5000) - Math.SQRT1_2) < 0.02);
  for (const hz of [9500, 12_000, 20_000]) assert.ok(loudness(hz) < 0.01, `${hz} Hz comes back`);
});

function open(t: { after(act: () => Promise<void>): void }, model: string | undefined): LocalTranscriber {
  const transcriber = createTranscriber({
    program: OWN_FILES.voiceChild,
    library: () => import.meta.resolve('@xenova/transformers'),
    model,
    cacheFolder: '/nowhere/models',
    env: { PATH: process.env.PATH },
  });
  t.after(() => transcriber.close());
  return transcriber;
}

/** By counting where the wave comes up through zero. */
function pitchOf(samples: Float32Array): number {
  let ups = 0;
  for (let index = 1; index < samples.length; index += 1) {
    if ((samples[index - 1] ?? 0) < 0 && (samples[index] ?? 0) >= 0) ups += 1;
  }
  return (ups / samples.length) * 16_000;
}

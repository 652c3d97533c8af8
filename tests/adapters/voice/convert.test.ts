/** Clips as Slack records them: with the computer's own program, within its limits, or a sentence that says what to install. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { convertClip, readClipFormat } from '../../../adapters/voice/convert.ts';
import { decodeVoice } from '../../../adapters/voice/decode-voice.ts';
import { readWav } from '../../../adapters/voice/read-wav.ts';
import { english } from '../../../src/words/speak.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { makeWav } from '../../support/voice-notes.ts';

const FFMPEG = ['/usr/local/bin/ffmpeg', '/usr/bin/ffmpeg'].find((path) => existsSync(path));
const MP4 = Buffer.from('\0\0\0\x20ftypM4A and so on');
const WEBM = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3]);

/** A program of that name that notes how it was called and copies `wav` to its last argument, or fails. */
function makeProgram(t: TestContext, name: string, wav: Buffer | null): { readonly path: string; called(): string } {
  const folder = makeTempFolder(t);
  const [path, note, result] = ['bin', 'called', 'speech.wav'].map((part) => join(folder, part));
  if (path === undefined || note === undefined || result === undefined) throw new Error('unreachable');
  mkdirSync(path);
  if (wav !== null) writeFileSync(result, wav);
  const copy = wav === null ? 'exit 1' : `for last in "$@"; do :; done; /bin/cp '${result}' "$last"`;
  writeFileSync(join(path, name), `#!/bin/sh\necho "$@" > '${note}'\n${copy}\n`, { mode: 0o700 });
  return { path: join(path, name), called: () => readFileSync(note, 'utf8') };
}

function speechWav(seconds: number): Buffer {
  const wav = makeWav(seconds, 440);
  wav.writeUInt32LE(16_000, 24);
  return wav;
}

describe('A clip', () => {
  it('is known by how it begins', () => {
    assert.deepEqual([MP4, WEBM, Buffer.from('OggS'), Buffer.alloc(0)].map(readClipFormat), [
      'mp4',
      'webm',
      null,
      null,
    ]);
  });

  it('is unpacked by ffmpeg: its format said, nothing else opened, no longer than it may be, nothing left behind', async (t) => {
    const program = makeProgram(t, 'ffmpeg', speechWav(1));
    const scratchFolder = makeTempFolder(t);
    const decoded = await convertClip(MP4, 'mp4', 5, { scratchFolder, programs: [program.path] });
    assert.ok(decoded.ok && decoded.seconds > 0.9, JSON.stringify(decoded));
    assert.match(
      program.called(),
      /-protocol_whitelist file -f mp4 -t 7 -i \S+\/clip .*-ac 1 -ar 16000 .*speech\.wav$/m,
    );
    await convertClip(WEBM, 'webm', 5, { scratchFolder, programs: [program.path] });
    assert.match(program.called(), /-f matroska/);
    assert.deepEqual(readdirSync(scratchFolder), []);
  });

  it('is unpacked by macOS itself where it can be', async (t) => {
    const scratchFolder = makeTempFolder(t);
    const apple = makeProgram(t, 'afconvert', speechWav(1));
    const decoded = await convertClip(MP4, 'mp4', 5, { scratchFolder, programs: [apple.path] });
    assert.ok(decoded.ok, JSON.stringify(decoded));
    assert.match(apple.called(), /^-f WAVE -d LEI16@16000 -c 1 --mix \S+\/clip \S+\/speech\.wav$/m);
    const webm = await convertClip(WEBM, 'webm', 5, { scratchFolder, programs: [apple.path] });
    assert.ok(!webm.ok && /install ffmpeg/.test(english(webm.why)));
  });

  it('without a program says what to install; one that cannot be read is damaged', async (t) => {
    const scratchFolder = makeTempFolder(t);
    const none = await convertClip(MP4, 'mp4', 5, { scratchFolder, programs: ['/nowhere/ffmpeg'] });
    assert.ok(
      !none.ok && /install ffmpeg .*brew install ffmpeg.*apt install ffmpeg.*or write it/.test(english(none.why)),
    );
    for (const wav of [null, Buffer.from('no WAV'), makeWav(1, 440)]) {
      const broken = await convertClip(MP4, 'mp4', 5, {
        scratchFolder,
        programs: [makeProgram(t, 'ffmpeg', wav).path],
      });
      assert.ok(!broken.ok && /damaged/.test(english(broken.why)), JSON.stringify(broken));
    }
  });

  it('of any bytes as a WAV is read or refused, never a surprise', () => {
    const wav = speechWav(0.01);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 10 }),
        fc.nat(wav.length),
        (changes, end) => {
          const damaged = Buffer.from(wav);
          for (const [at, value] of changes) damaged[at] = value;
          const samples = readWav(damaged.subarray(0, end));
          assert.ok(samples === null || samples.every(Number.isFinite));
        },
      ),
    );
  });

  describe('of the real kinds', { skip: FFMPEG === undefined ? 'no ffmpeg' : false }, () => {
    for (const [name, codec, container] of [
      ['m4a, as phones record it', 'aac', 'mp4'],
      ['webm, as desktops record it', 'libopus', 'webm'],
    ] as const) {
      it(`${name}: keeps its pitch and length, within a second for ten`, async (t) => {
        const to = join(makeTempFolder(t), `clip.${container}`);
        const make = ['-v', 'error', '-f', 'wav', '-i', 'pipe:0', '-c:a', codec, '-f', container, to];
        execFileSync(FFMPEG ?? '', make, { input: makeWav(10, 440) });
        const startedAt = performance.now();
        const decoded = await decodeVoice(readFileSync(to), 300);
        assert.ok(decoded.ok, JSON.stringify(decoded));
        t.diagnostic(`${Math.round(performance.now() - startedAt)} ms for ${decoded.seconds.toFixed(1)} s`);
        assert.ok(Math.abs(decoded.seconds - 10) < 0.2);
        const ups = decoded.samples
          .subarray(16_000, 32_000)
          .filter((sample, index, all) => sample >= 0 && (all[index - 1] ?? 0) < 0);
        assert.ok(Math.abs(ups.length - 440) < 5, `${ups.length} Hz`);
        const long = await decodeVoice(readFileSync(to), 3);
        assert.ok(!long.ok && /longer/.test(english(long.why)));
      });
    }
  });
});

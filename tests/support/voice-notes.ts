/** Voice notes as Telegram records them: spoken by espeak-ng, packed by opusenc. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const ESPEAK = '/usr/bin/espeak-ng';
const OPUSENC = '/usr/bin/opusenc';

/** Why there are none here; false when there are. For the `skip` option of `node:test`. */
export const noVoice: string | false = existsSync(ESPEAK) && existsSync(OPUSENC) ? false : `no ${ESPEAK} or ${OPUSENC}`;

/** An OGG/Opus file with these words; blanks between `words` are pauses of that many milliseconds. */
export function speakNote(words: string): Buffer {
  const wav = execFileSync(ESPEAK, ['-v', 'en', '-s', '150', '--stdout', words], { maxBuffer: 64 * 1024 * 1024 });
  return packNote(wav);
}

/** An OGG/Opus file of a WAV. */
export function packNote(wav: Buffer): Buffer {
  const options = ['--quiet', '--bitrate', '32', '--downmix-mono', '-', '-'];
  return execFileSync(OPUSENC, options, { input: wav, maxBuffer: 64 * 1024 * 1024, stdio: ['pipe', 'pipe', 'ignore'] });
}

/** A WAV of that many seconds: silence, or a tone of `hz` (16 bit, 48 kHz, mono). */
export function makeWav(seconds: number, hz = 0): Buffer {
  const rate = 48_000;
  const count = Math.round(seconds * rate);
  const wav = Buffer.alloc(44 + count * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + count * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(count * 2, 40);
  if (hz > 0) {
    for (let index = 0; index < count; index += 1) {
      wav.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * hz * index) / rate)), 44 + index * 2);
    }
  }
  return wav;
}

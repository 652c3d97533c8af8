/** The samples of a WAV with 16 bit, 16 kHz, one channel; null for anything else. Pure. */
export function readWav(bytes: Uint8Array): Float32Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nameAt = (at: number): string => new TextDecoder('latin1').decode(bytes.subarray(at, at + 4));
  if (bytes.length < 12 || nameAt(0) !== 'RIFF' || nameAt(8) !== 'WAVE') return null;
  let isSpeech = false;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const [name, size] = [nameAt(at), view.getUint32(at + 4, true)];
    const start = at + 8;
    if (name === 'fmt ' && start + 16 <= bytes.length) {
      const [channels, rate, bits] = [
        view.getUint16(start + 2, true),
        view.getUint32(start + 4, true),
        view.getUint16(start + 14, true),
      ];
      isSpeech = channels === 1 && rate === 16_000 && bits === 16;
    }
    if (name === 'data') {
      if (!isSpeech) return null;
      // A program that writes into a pipe does not know the size before.
      const count = Math.floor(Math.min(size, bytes.length - start) / 2);
      return Float32Array.from({ length: count }, (_, index) => view.getInt16(start + index * 2, true) / 32_768);
    }
    at = start + size + (size % 2);
  }
  return null;
}

/** 48 kHz → 16 kHz: everything above 8 kHz is filtered out, then every third sample stays. Pure. */

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

/** A decoded voice note: 16 kHz, one channel; or why it could not be decoded, a sentence for people. */
import type { Text } from '../../src/words/say.ts';
export type DecodedVoice =
  | { readonly ok: true; readonly samples: Float32Array; readonly seconds: number }
  | { readonly ok: false; readonly why: Text };

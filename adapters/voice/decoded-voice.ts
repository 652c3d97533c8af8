/** A voice note unpacked: 16 kHz, one channel; or why not, a sentence for people. */
export type DecodedVoice =
  | { readonly ok: true; readonly samples: Float32Array; readonly seconds: number }
  | { readonly ok: false; readonly why: string };

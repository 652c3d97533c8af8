/** Transcribes a voice note, on this computer. */
import type { Text } from '../words/say.ts';

export interface Transcriber {
  /** Expected trouble is a sentence for people: no model, no speech in it, not a voice note. Rejects with the signal's reason. */
  transcribe(audio: Uint8Array, signal: AbortSignal): Promise<Transcript>;
}

export type Transcript =
  | { readonly ok: true; readonly text: string; readonly seconds: number }
  | { readonly ok: false; readonly why: Text };

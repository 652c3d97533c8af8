/**
 * The process behind the transcriber: decodes, loads the speech model when it is first needed, and listens.
 * A process, not a thread: the runtime's native part can be loaded by one thread of a process only, and a model at work cannot be stopped.
 */
import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, isAbsolute } from 'node:path';
import { z } from 'zod';
import { say } from '../../src/words/say.ts';
import { decodeVoice } from './decode-voice.ts';
import { readVoiceRequest, type VoiceReply, voiceSettings } from './voice-protocol.ts';

const settings = voiceSettings.parse(JSON.parse(process.argv[2] ?? ''));
const spoken = z.object({ text: z.string() });
const MAX_LETTERS = 4_000;

const NOT_INSTALLED = say`Voice notes need an extra that is not installed yet. To install it, run on this computer: deskhand extras. Until then, please write.`;

type Listen = (samples: Float32Array) => Promise<string>;

let loading: Promise<Listen> | null = null;

/** Loads the library, which takes a while; before the first voice note nobody waits for it. */
async function loadModel(library: string): Promise<Listen> {
  const { env, pipeline }: typeof import('@xenova/transformers') = await import(library);
  const isFolder = isAbsolute(settings.model);
  env.localModelPath = isFolder ? dirname(settings.model) : settings.cacheFolder;
  env.cacheDir = settings.cacheFolder;
  env.allowRemoteModels = !isFolder;
  const name = isFolder ? basename(settings.model) : settings.model;
  const listen = await pipeline('automatic-speech-recognition', name, { quantized: settings.isQuantized });
  return async (samples) => {
    const heard: unknown = await listen(samples, { chunk_length_s: 30, stride_length_s: 5 });
    return spoken.parse(heard).text;
  };
}

async function hear(audio: Uint8Array): Promise<VoiceReply> {
  const startedAt = performance.now();
  const decoded = await decodeVoice(audio, settings.maxSeconds, settings.scratchFolder);
  if (!decoded.ok) return decoded;
  const decodeMs = performance.now() - startedAt;
  if (settings.model === '') return { ok: false, why: settings.howToGetModel };
  if (isAbsolute(settings.model) && !existsSync(settings.model)) {
    return { ok: false, why: say`There is no speech model in ${settings.model}. ${settings.howToGetModel}` };
  }
  if (settings.library === null) return { ok: false, why: NOT_INSTALLED };
  loading ??= loadModel(settings.library);
  let listen: Listen;
  try {
    listen = await loading;
  } catch (error) {
    // The next voice note tries again: the network may be back.
    loading = null;
    return {
      ok: false,
      why: say`The speech model ${settings.model} cannot be loaded (${messageOf(error)}). ${settings.howToGetModel}`,
    };
  }
  const text = tidy(await listen(decoded.samples));
  if (text === '') return { ok: false, why: say`I heard no words in this voice note.` };
  return { ok: true, text, seconds: decoded.seconds, decodeMs };
}

/** Speech models write `[BLANK_AUDIO]` and `(music)` for what is no speech. */
function tidy(text: string): string {
  const words = text
    .replace(/\[[^\]]*\]|\([^)]*\)|[♪♫]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.slice(0, MAX_LETTERS);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}

process.on('disconnect', () => {
  rmSync(settings.scratchFolder, { recursive: true, force: true });
  process.exit();
});
process.on('message', async (message: unknown) => {
  const { id, audio } = readVoiceRequest(message);
  const answer = (reply: VoiceReply): void => void process.send?.({ id, reply });
  try {
    answer(await hear(audio));
  } catch (error) {
    answer({ ok: false, why: say`I couldn't listen to it: ${messageOf(error)}.` });
  }
});

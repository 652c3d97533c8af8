/** Voice notes → words by a local speech model, in a process of its own: the bot's loop is never held, and a stop ends it at once. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transcriber, Transcript } from '../../src/ports/transcriber.ts';
import { say, type Text } from '../../src/words/say.ts';
import { type VoiceReply, type VoiceSettings, voiceMessage } from './voice-protocol.ts';

export interface TranscriberOptions {
  /** The program of the process: `voice-child.ts` beside this file, or what was made of it. */
  readonly program: string;
  /** VOICE_MODEL: a folder (absolute or `~/…`), or a name on the Hugging Face hub; undefined for none. */
  readonly model: string | undefined;
  /** Asked when the process starts: where transformers can be imported from, a URL; null when it is not installed. */
  readonly library: () => string | null;
  /** Where a model that is fetched is kept. */
  readonly cacheFolder: string;
  /** false for a model without a quantized form. */
  readonly isQuantized?: boolean;
  /** Of the process; it needs nothing of the bot's. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The process ends after that long without a voice note, and gives its memory back. */
  readonly idleMs?: number;
}

export interface LocalTranscriber extends Transcriber {
  close(): Promise<void>;
}

/** The longest voice note, as in the gateway. */
const MAX_SECONDS = 300;
const IDLE_MS = 10 * 60_000;
const HOW_TO_GET_MODEL = say`To use voice notes, set VOICE_MODEL=Xenova/whisper-base in .env and restart me (it downloads about 80 MB once), or set it to a folder with such a model. Until then, please write.`;

export function createTranscriber(options: TranscriberOptions): LocalTranscriber {
  const settings: Omit<VoiceSettings, 'scratchFolder' | 'library'> = {
    model: expandHome(options.model ?? ''),
    cacheFolder: options.cacheFolder,
    isQuantized: options.isQuantized ?? true,
    maxSeconds: MAX_SECONDS,
    howToGetModel: HOW_TO_GET_MODEL,
  };
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;
  /** Notes are transcribed one after the other: two models at once would starve the machine. */
  let last: Promise<unknown> = Promise.resolve();

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await ended;
  }

  function open(): ChildProcess {
    clearTimeout(idle);
    if (child !== null) return child;
    const scratchFolder = mkdtempSync(join(tmpdir(), 'deskhand-voice-'));
    const made = fork(options.program, [JSON.stringify({ ...settings, library: options.library(), scratchFolder })], {
      env: options.env,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Whatever the process was doing, nothing of a recording stays behind.
    made.once('exit', () => rmSync(scratchFolder, { recursive: true, force: true }));
    child = made;
    return made;
  }

  function ask(audio: Uint8Array, signal: AbortSignal): Promise<VoiceReply> {
    signal.throwIfAborted();
    count += 1;
    const id = count;
    const current = open();
    return new Promise<VoiceReply>((resolve, reject) => {
      const settle = (then: () => void): void => {
        current.off('message', onMessage);
        current.off('error', onError);
        current.off('exit', onExit);
        current.unref();
        current.channel?.unref();
        signal.removeEventListener('abort', onAbort);
        then();
      };
      const onMessage = (message: unknown): void => {
        const read = voiceMessage.safeParse(message);
        if (read.success && read.data.id === id) settle(() => resolve(read.data.reply));
      };
      const fail = (why: Text): void => {
        child = null;
        settle(() =>
          resolve({
            ok: false,
            why: say`I couldn't finish listening (${why}). Send the voice note again, or write it.`,
          }),
        );
      };
      const onError = (error: unknown): void => fail(error instanceof Error ? error.message : String(error));
      const onExit = (code: number | null): void => fail(say`its process ended with ${code ?? say`a signal`}`);
      // A model at work cannot be asked to stop.
      const onAbort = (): void =>
        settle(() => {
          void end();
          reject(signal.reason);
        });
      current.on('message', onMessage);
      current.on('error', onError);
      current.on('exit', onExit);
      signal.addEventListener('abort', onAbort, { once: true });
      current.ref();
      current.channel?.ref();
      current.send({ id, audio });
    });
  }

  return {
    async transcribe(audio, signal): Promise<Transcript> {
      const turn = last.then(() => ask(audio, signal));
      last = turn.catch(() => undefined);
      const reply = await turn;
      idle = setTimeout(() => void end(), options.idleMs ?? IDLE_MS);
      idle.unref();
      return reply.ok ? { ok: true, text: reply.text, seconds: reply.seconds } : reply;
    },
    close: end,
  };
}

function expandHome(path: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}

/** The thread in which the index and its libraries live: loading them would hold up everything else. */
import { enableCompileCache } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { textOf } from '../../src/words/said-error.ts';
import { say } from '../../src/words/say.ts';
import type { Embedder } from './embedder.ts';
import { createLexicalEmbedder } from './lexical-embedder.ts';
import { hasWeights, loadMiniLm } from './minilm-embedder.ts';
import { type Request, type Response, requestSchema, workerDataSchema } from './protocol.ts';
import type { RunIndex } from './run-index.ts';

interface Opened {
  readonly embedder: Embedder;
  readonly index: RunIndex;
}

/** How long the download of the weights waits: the answer that is waited for comes first. */
const FETCH_AFTER_MS = 5000;

const data = workerDataSchema.parse(workerData);
let opened: Promise<Opened> | null = null;
let last: Promise<unknown> = Promise.resolve();

async function open(embedder: Embedder): Promise<Opened> {
  if (data.compileCache !== '') enableCompileCache(data.compileCache);
  const { openRunIndex } = await import('./run-index.ts');
  return { embedder, index: await openRunIndex(data.recordings, embedder) };
}

/**
 * Opens the index with MiniLM if its weights are on this computer; otherwise with the lexical embedder, while the weights are fetched in
 * the background.
 */
async function openFirst(): Promise<Opened> {
  const { library, models, mayDownload } = data;
  if (library === null) return open(createLexicalEmbedder(say`by words: what compares by meaning is not installed`));
  if (hasWeights(models, library)) {
    const local = await loadMiniLm(models, false, library);
    return open(
      local.ok ? local.embedder : createLexicalEmbedder(say`by words: MiniLM could not be loaded (${local.why})`),
    );
  }
  if (mayDownload) fetchInBackground(library).catch(() => undefined);
  return open(createLexicalEmbedder(say`by words: the weights of MiniLM are not on this computer`));
}

async function fetchInBackground(library: string): Promise<void> {
  await setTimeout(FETCH_AFTER_MS);
  const remote = await loadMiniLm(data.models, true, library);
  if (remote.ok) opened = open(remote.embedder);
}

async function answer(request: Request): Promise<Response> {
  opened ??= openFirst();
  const { embedder, index } = await opened;
  const found = request.kind === 'query' ? await index.query(request.text) : [];
  const count = request.kind === 'query' ? 0 : await index[request.kind]();
  const state = { embedder: embedder.name, detail: embedder.detail };
  return { id: request.id, ok: true, found: [...found], count, state };
}

parentPort?.on('message', (message: unknown) => {
  const request = requestSchema.parse(message);
  // Requests are answered one after the other: of two writes of one index one would be lost.
  last = last
    .then(() => answer(request))
    .catch((error: unknown): Response => ({ id: request.id, ok: false, why: textOf(error) }))
    .then((response) => parentPort?.postMessage(response));
});

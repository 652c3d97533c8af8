/** Embeds by meaning with all-MiniLM-L6-v2, when its weights are on this computer or can be fetched. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textOf } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';
import type { Embedder } from './embedder.ts';

const MODEL = 'Xenova/all-MiniLM-L6-v2';
const DIMENSIONS = 384;

/** Whether its weights are on this computer: without them the library need not even be loaded. */
export function hasWeights(models: string, library: string): boolean {
  return [models, ownCache(library)].some((folder) => existsSync(join(folder, MODEL, 'onnx')));
}

/** Where the library keeps what it has fetched, unless it is told otherwise. */
function ownCache(library: string): string {
  return join(dirname(fileURLToPath(library)), '..', '.cache');
}

export type LoadedEmbedder =
  | { readonly ok: true; readonly embedder: Embedder }
  /** `why`: the reason in a few words. */
  | { readonly ok: false; readonly why: Text };

/**
 * Looks in `models` (a folder `Xenova/all-MiniLM-L6-v2` in it, as Hugging Face has it) and in the library's own cache; with `mayDownload` the library
 * fetches what is missing into `models`, once. `library`: where it is imported from. Never rejects.
 */
export async function loadMiniLm(models: string, mayDownload: boolean, library: string): Promise<LoadedEmbedder> {
  try {
    const { env, pipeline }: typeof import('@xenova/transformers') = await import(library);
    env.localModelPath = models;
    env.cacheDir = existsSync(join(ownCache(library), MODEL)) ? ownCache(library) : models;
    env.allowRemoteModels = mayDownload;
    const extract = await pipeline('feature-extraction', MODEL);
    const embed = async (text: string): Promise<readonly number[]> => {
      const { data } = await extract(text, { pooling: 'mean', normalize: true });
      return Array.from(data, Number);
    };
    const { length } = await embed('ready');
    if (length !== DIMENSIONS)
      return { ok: false, why: say`its vectors have ${length} numbers instead of ${DIMENSIONS}` };
    return {
      ok: true,
      embedder: { name: 'minilm', folder: 'minilm-1', dimensions: DIMENSIONS, detail: say`by meaning (MiniLM)`, embed },
    };
  } catch (error) {
    return { ok: false, why: textOf(error) };
  }
}

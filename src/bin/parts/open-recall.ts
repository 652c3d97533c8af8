/** Recall over the recordings of a data folder. */
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { createRecall } from '../../../adapters/recall/recall.ts';
import type { Recall } from '../../ports/recall.ts';
import { findTransformers } from '../extra-packages.ts';
import { OWN_FILES } from '../own-files.ts';

/** Weights are searched in `models/` of the data folder; HF_HUB_OFFLINE=1 keeps the library from downloading them. */
export function openRecall(dataFolder: string, env: Readonly<Record<string, string | undefined>>): Recall {
  return createRecall({
    worker: OWN_FILES.recallWorker,
    library: () => findTransformers(dataFolder),
    recordings: join(dataFolder, 'recordings'),
    models: join(dataFolder, 'models'),
    mayDownload: !/^(?:1|true|yes|on)$/i.test(env.HF_HUB_OFFLINE ?? ''),
    compileCache: getCompileCacheDir() ?? '',
  });
}

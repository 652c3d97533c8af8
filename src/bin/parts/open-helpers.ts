/** Helper processes, each started at its first use: reading the screen, voice notes, recall. */
import { join } from 'node:path';
import { createReader } from '../../../adapters/reading/reader.ts';
import { createTranscriber } from '../../../adapters/voice/transcriber.ts';
import type { Settings } from '../../config/schema.ts';
import type { Reader } from '../../ports/reader.ts';
import type { Recall } from '../../ports/recall.ts';
import type { Transcriber } from '../../ports/transcriber.ts';
import { say, type Text } from '../../words/say.ts';
import { findReading, findTransformers } from '../extra-packages.ts';
import { OWN_FILES } from '../own-files.ts';
import { withoutSettings } from '../settings.ts';
import { openRecall } from './open-recall.ts';

export interface Helpers {
  readonly reader: Reader;
  readonly transcriber: Transcriber;
  readonly recall: Recall;
  /** State of each helper that works unasked, for /status. */
  states(): readonly { readonly name: Text; readonly state: Text }[];
  close(): Promise<void>;
}

export function openHelpers(
  settings: Pick<Settings, 'READING' | 'READING_MODEL' | 'VOICE_MODEL'>,
  dataFolder: string,
  env: Readonly<Record<string, string | undefined>>,
  warn: (problem: string) => void,
): Helpers {
  const reader = createReader({
    program: OWN_FILES.readingChild,
    packages: () => (settings.READING === 'off' ? null : findReading(dataFolder, settings.READING_MODEL)),
    env: withoutSettings(env),
    warn,
  });
  const transcriber = createTranscriber({
    program: OWN_FILES.voiceChild,
    library: () => findTransformers(dataFolder),
    model: settings.VOICE_MODEL,
    cacheFolder: join(dataFolder, 'models'),
    env: withoutSettings(env),
  });
  const recall = openRecall(dataFolder, env);
  return {
    reader,
    transcriber,
    recall,
    states: () => [
      { name: say`Recall`, state: recall.state().detail },
      { name: say`Reading`, state: reader.state().detail },
    ],
    async close() {
      await Promise.all([reader.close(), transcriber.close(), recall.close()]);
    },
  };
}

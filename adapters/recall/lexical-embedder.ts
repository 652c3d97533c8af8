/** Embeds by words alone: what is there while the model's weights are not. Deterministic, no download, microseconds. */

import type { Text } from '../../src/words/say.ts';
import { findTerms } from '../../src/words/terms.ts';
import type { Embedder } from './embedder.ts';
import { conceptOf, isWeak } from './synonyms.ts';

const DIMENSIONS = 512;
const WEAK_WEIGHT = 0.3;
/** The weight of all parts of a word together, below that of the word itself; parts make other endings and small mistakes count. */
const PARTS_WEIGHT = 0.45;
const PART_LENGTH = 3;

export function createLexicalEmbedder(detail: Text): Embedder {
  return {
    name: 'lexical',
    folder: 'lexical-1',
    dimensions: DIMENSIONS,
    detail,
    embed: async (text) => embedWords(text),
  };
}

/** Unit length; all zeros for a text without words. Pure. */
export function embedWords(text: string): readonly number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const term of new Set(findTerms(text))) {
    const weight = isWeak(term) ? WEAK_WEIGHT : 1;
    const concept = conceptOf(term);
    add(vector, concept, weight);
    if (concept !== term || weight < 1) continue;
    const parts = partsOf(term);
    for (const part of parts) add(vector, `#${part}`, PARTS_WEIGHT / Math.sqrt(parts.length));
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => Math.round((value / length) * 1e5) / 1e5);
}

function partsOf(term: string): readonly string[] {
  const padded = `^${term}$`;
  return Array.from({ length: Math.max(0, padded.length - PART_LENGTH + 1) }, (_, at) =>
    padded.slice(at, at + PART_LENGTH),
  );
}

/** Adds a feature at a hashed place with a hashed sign: two features at the same place cancel out as often as they add up. */
function add(vector: number[], feature: string, weight: number): void {
  const hash = hashOf(feature);
  const at = (hash >>> 1) % DIMENSIONS;
  vector[at] = (vector[at] ?? 0) + (hash & 1 ? weight : -weight);
}

/** FNV-1a, its bits mixed once more. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}

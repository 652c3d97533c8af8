/** Turns a request into a vector; two that mean the same point the same way. */
import type { Text } from '../../src/words/say.ts';

export interface Embedder {
  readonly name: 'minilm' | 'lexical';
  /** Vectors of different ones are kept apart by it; changes when the vectors do. */
  readonly folder: string;
  readonly dimensions: number;
  /** For /status. */
  readonly detail: Text;
  embed(text: string): Promise<readonly number[]>;
}

/** What a model can read of a step in its prompt. */
import type { ModelRequest } from '../../src/ports/model.ts';

export interface ReadStep {
  readonly goal: string;
  /** The text that the last action typed; null when it was no typing, or nothing was done yet. */
  readonly typed: string | null;
}

export function readStep({ text }: Pick<ModelRequest, 'text'>): ReadStep {
  const typed = /^Last action: type (\{.*\}) - /m.exec(text)?.[1];
  return {
    goal: /^Goal: (.*)$/m.exec(text)?.[1] ?? '',
    typed: typed === undefined ? null : String(JSON.parse(typed).text),
  };
}

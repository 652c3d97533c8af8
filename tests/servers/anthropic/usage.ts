/** Counts tokens and plays the prompt cache: text as UTF-8 bytes / 3.5, pictures as ceil(w/28) · ceil(h/28). */
import { createHash } from 'node:crypto';
import type { SeenRequest } from './request-rules.ts';

export interface WireUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
}

/** Smallest prefix that is cached at all on current models. */
const MIN_CACHED_TOKENS = 512;
const CACHE_LIFE_MS = 5 * 60_000;

export function textTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3.5);
}

export interface Meter {
  /** Counts one accepted request; what its prefix has in common with an earlier one, byte for byte, is a cache read. */
  count(request: SeenRequest, output: string): WireUsage;
}

export function createMeter(): Meter {
  const lastSeen = new Map<string, number>();
  return {
    count(request, output) {
      const schema = request.schema === null ? '' : JSON.stringify(request.schema);
      const tools = request.tools === null ? '' : JSON.stringify(request.body.tools);
      const prefix = `${tools}${request.system}${schema}`;
      // About 4,500 tokens stand behind the one line that declares the toolset; the single tools before it are smaller.
      const hidden = request.tools === null ? 0 : request.tools.computer === 'computer_toolset_20260801' ? 4500 : 735;
      const pictures = request.pictures.reduce(
        (sum, { width, height }) => sum + Math.ceil(width / 28) * Math.ceil(height / 28),
        0,
      );
      const later = request.body.messages.slice(1);
      const turns = later.length === 0 ? 0 : textTokens(JSON.stringify(later));
      const rest = textTokens(request.text) + pictures + turns;
      const prefixTokens = textTokens(prefix) + hidden;
      const usage = { output_tokens: textTokens(output), cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
      if (!endsWithBreakpoint(request) || prefixTokens < MIN_CACHED_TOKENS) {
        return { ...usage, input_tokens: prefixTokens + rest };
      }
      const key = createHash('sha256').update(`${request.model}\n${prefix}`).digest('hex');
      const isHit = Date.now() - (lastSeen.get(key) ?? 0) < CACHE_LIFE_MS;
      lastSeen.set(key, Date.now());
      return isHit
        ? { ...usage, input_tokens: rest, cache_read_input_tokens: prefixTokens }
        : { ...usage, input_tokens: rest, cache_creation_input_tokens: prefixTokens };
    },
  };
}

/** Only a breakpoint at the very end of the system part is played; others count as none. */
function endsWithBreakpoint(request: SeenRequest): boolean {
  const { system } = request.body;
  return Array.isArray(system) && (system.at(-1)?.cache_control ?? null) !== null;
}

/** Reads the one JSON object a model was asked for; code fences and white space around it are tolerated, nothing else is. */
import { say, type Text } from '../words/say.ts';

/** Longer than any reply within the token limit; a limit against hostile texts that take long to parse. */
const MAX_CHARACTERS = 2_000_000;

export type JsonObject = Readonly<Record<string, unknown>>;

export type ParsedObject =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly reason: Text };

/** Never throws; the reason is a sentence the model can act on. Of a key that stands twice the last one counts, as everywhere in JSON. */
export function parseJsonObject(text: string): ParsedObject {
  if (text.length > MAX_CHARACTERS) return { ok: false, reason: say`the reply is far too long` };
  const body = withoutFences(text.trim());
  if (body === '') return { ok: false, reason: say`the reply is empty` };
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return { ok: true, value };
    return { ok: false, reason: say`the reply is not a JSON object` };
  } catch {
    return { ok: false, reason: describeFault(body) };
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutFences(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```') || text.length < 6) return text;
  const inside = text.slice(3, -3);
  const start = inside.search(/[^a-zA-Z0-9_-]/);
  return start < 0 ? '' : inside.slice(start).trim();
}

/** JSON.parse's own messages quote the input; these say what to do instead. */
function describeFault(body: string): Text {
  if (!body.startsWith('{'))
    return say`the reply does not start with {: answer with the JSON object alone, no text before it`;
  if (!body.endsWith('}'))
    return say`the reply does not end with }: answer with one whole JSON object, no text after it`;
  return say`the reply is not one valid JSON object: answer with exactly one, correctly quoted and escaped`;
}

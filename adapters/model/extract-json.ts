/** Takes the one JSON object out of what a model without structured output wrote around it. */

export interface Extracted {
  /** The object alone; the text as it was when there is none, or more than one: the parser says what is wrong with that. */
  readonly text: string;
  /** Whether other text stood around the object, so that no grammar constrained the model. */
  readonly isWrapped: boolean;
}

/** Longer than any reply; what is longer is handed on as it is. */
const MAX_CHARACTERS = 200_000;
/** Braces that could begin the object; a text full of them must not cost time. */
const MAX_TRIES = 40;

/** Pure. Thinking that a local model writes into its answer (`<think>…</think>`) is left out. */
export function extractJson(text: string): Extracted {
  if (text.length > MAX_CHARACTERS) return { text, isWrapped: false };
  const trimmed = text.trim();
  if (isObject(trimmed)) return { text, isWrapped: false };
  const body = trimmed.replace(/^<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/, '');
  const objects = findObjects(body);
  const [only] = objects;
  if (objects.length !== 1 || only === undefined) return { text, isWrapped: false };
  return { text: only, isWrapped: true };
}

/** Outermost `{…}` that are valid JSON, at most two: a second one is enough to know. */
function findObjects(text: string): readonly string[] {
  const found: string[] = [];
  let at = text.indexOf('{');
  for (let tries = 0; at >= 0 && found.length < 2 && tries < MAX_TRIES; tries += 1) {
    const end = findEnd(text, at);
    if (end < 0) break;
    const candidate = text.slice(at, end);
    const isWhole = isObject(candidate);
    if (isWhole) found.push(candidate);
    at = text.indexOf('{', isWhole ? end : at + 1);
  }
  return found;
}

/** The place after the brace that closes the one at `start`; -1 when none does. Braces in strings do not count. */
function findEnd(text: string, start: number): number {
  let depth = 0;
  let isString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isString) {
      if (character === '\\') index += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}

function isObject(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

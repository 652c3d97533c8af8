/** Whether arguments fit what a tool says it takes. The schema is a stranger's: what could take long, or reach out, is left out of it. */
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { say, type Text } from '../../src/words/say.ts';

type Json = Readonly<Record<string, unknown>>;

/** Patterns can hold a regular expression engine up for ever; references can lead anywhere. The server checks these itself. */
const LEFT_OUT = new Set(['pattern', 'patternProperties', 'format', '$id', 'id', '$schema', '$dynamicRef', '$anchor']);
/** Members of these are names of properties, not words of the schema. */
const NAMED = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 24;

/** What is wrong with the arguments; null: nothing, or the schema cannot be used and the server has to say. */
export function findMisfit(schema: Json, values: Json): Text | null {
  if (JSON.stringify(schema).length > MAX_BYTES) return null;
  try {
    const validate = new AjvJsonSchemaValidator().getValidator(soften(schema, 0, false));
    const result = validate(values);
    return result.valid ? null : say`the arguments do not fit: ${result.errorMessage.slice(0, 400)}`;
  } catch {
    return null;
  }
}

function soften(value: unknown, depth: number, isNames: boolean): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return {};
  const kept = Object.entries(value).filter(
    ([key, inside]) => isNames || (!LEFT_OUT.has(key) && !(key === '$ref' && !isLocal(inside))),
  );
  return Object.fromEntries(
    kept.map(([key, inside]) => [key, softenMember(inside, depth, !isNames && NAMED.has(key), isNames, key)]),
  );
}

/** What stands under `enum`, `const` and `default` are values, whatever they are called. */
const VALUES = new Set(['enum', 'const', 'default', 'examples', 'required', 'type', 'title', 'description']);

function softenMember(inside: unknown, depth: number, isNames: boolean, isSchema: boolean, key: string): unknown {
  if (!isSchema && VALUES.has(key)) return inside;
  if (Array.isArray(inside)) return inside.map((one) => softenMember(one, depth + 1, false, true, ''));
  return typeof inside === 'object' && inside !== null ? soften(inside, depth + 1, isNames) : inside;
}

function isLocal(reference: unknown): boolean {
  return typeof reference === 'string' && reference.startsWith('#/');
}

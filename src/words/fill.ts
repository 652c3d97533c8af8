/** `{{name}}` in texts and JSON: which names there are, and their values in their place. Pure. */
import type { Phrase } from './say.ts';

const PARAM = /\{\{\s*([a-z_][a-z0-9_]*)\s*\}\}/gi;

/** Replaces `{{name}}` in every string of a JSON value; an unknown name stays as it is. */
export function fill(
  value: unknown,
  params: Readonly<Record<string, string>>,
  encode: (param: string) => string,
): unknown {
  if (typeof value === 'string') {
    return value.replace(PARAM, (whole, name: string) => (name in params ? encode(params[name] ?? '') : whole));
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, params, encode));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, params, encode)]));
  }
  return value;
}

/** Names in order, as often as they occur. */
export function paramsIn(value: unknown): readonly string[] {
  return [...JSON.stringify(value).matchAll(PARAM)].map((match) => match[1] ?? '');
}

/** `{{level}} %` as the sentence `{0} %` with its part, in the form of the catalogs. A name without a value becomes empty. */
export function withParts(template: string, params: Readonly<Record<string, string | number>>): Phrase {
  const names = paramNames(template);
  const said = template.replace(PARAM, (_, name: string) => `{${names.indexOf(name)}}`);
  return { say: said, parts: names.map((name) => params[name] ?? '') };
}

/** Names in a text, in order, each once. */
export function paramNames(template: string): readonly string[] {
  return [...new Set([...template.matchAll(PARAM)].map((match) => match[1] ?? ''))];
}

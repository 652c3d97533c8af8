/** A schema's error as a text: the one given by `problem`, else by the kind of value it wants. */
import { z } from 'zod';
import { say, type Text } from './say.ts';
import { english } from './speak.ts';
import { textSchema } from './text-schema.ts';

const givenSchema = z.object({ params: z.object({ problem: textSchema }) });

/** For a `refine` or a custom issue: its English as zod's message, with the text for `sayIssue`. */
export function problem(text: Text): { readonly message: string; readonly params: { readonly problem: Text } } {
  return { message: english(text), params: { problem: text } };
}

/** A value of `schema`; any error is reported by this sentence alone. */
export function described<Schema extends z.ZodType<unknown, string>>(
  schema: Schema,
  form: Text | ((value: string) => Text),
) {
  return z
    .string()
    .superRefine((value, context) => {
      if (schema.safeParse(value).success) return;
      context.addIssue({ code: 'custom', ...problem(typeof form === 'function' ? form(value) : form) });
    })
    .pipe(schema);
}

/** A clause about one value, without its name: `it must be a number`. */
export function sayIssue(issue: z.core.$ZodIssue): Text {
  const given = givenSchema.safeParse(issue);
  if (given.success) return given.data.params.problem;
  switch (issue.code) {
    case 'invalid_type':
      return sayType(issue.expected);
    case 'invalid_value':
      return say`it must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return issue.origin === 'number' ? say`it must be at least ${Number(issue.minimum)}` : say`it is too short`;
    case 'too_big':
      if (issue.origin === 'number') return say`it may be at most ${Number(issue.maximum)}`;
      return issue.origin === 'string'
        ? say`it is longer than ${Number(issue.maximum)} characters`
        : say`it holds more than ${Number(issue.maximum)}`;
    case 'invalid_union':
      return !('options' in issue) || issue.options === undefined
        ? say`it has the wrong form`
        : say`it must be one of ${issue.options.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return say`there is no ${issue.keys.join(', ')}`;
    default:
      return issue.message;
  }
}

/** The first problem, with its place in the value: `click.count: it must be a number`. `place`: name of the value itself. */
export function sayFirstIssue({ issues: [issue] }: z.ZodError, value: unknown, place = ''): Text {
  if (issue === undefined) return say`it has the wrong form`;
  const said = issue.code === 'invalid_type' && isMissing(value, issue.path) ? say`it is missing` : sayIssue(issue);
  const where = [...(place === '' ? [] : [place]), ...issue.path.map(String)].join('.');
  return where === '' ? said : say`${where}: ${said}`;
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>(
    (inside, key) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, key) : undefined),
    value,
  );
  return found === undefined;
}

function sayType(expected: string): Text {
  switch (expected) {
    case 'string':
      return say`it must be text`;
    case 'number':
      return say`it must be a number`;
    case 'int':
      return say`it must be a whole number`;
    case 'boolean':
      return say`it must be true or false`;
    case 'array':
      return say`it must be a list`;
    default:
      return say`it must be an object`;
  }
}

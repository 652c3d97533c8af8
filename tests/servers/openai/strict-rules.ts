/** What OpenAI says about a JSON Schema in strict mode. */

type JsonObject = Readonly<Record<string, unknown>>;

const KEYWORDS = [
  'type',
  'description',
  'title',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
];

/** Why the API would answer 400 to this schema; null when it would take it. */
export function findStrictFault(schema: unknown, place = ''): string | null {
  if (!isObject(schema)) return `In context=(${place}), a schema must be an object.`;
  const odd = Object.keys(schema).find((keyword) => !KEYWORDS.includes(keyword));
  if (odd !== undefined) return `In context=(${place}), '${odd}' is not permitted.`;
  const types = [schema.type].flat();
  if (place === '' && schema.type !== 'object') return 'schema must be a JSON Schema of \'type: "object"\'.';
  if (types.includes('object')) {
    if (schema.additionalProperties !== false) {
      return `In context=(${place}), 'additionalProperties' is required to be supplied and to be false.`;
    }
    const properties = isObject(schema.properties) ? schema.properties : {};
    const required = Array.isArray(schema.required) ? schema.required : [];
    const missing = Object.keys(properties).find((name) => !required.includes(name));
    if (missing !== undefined) {
      return `In context=(${place}), 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
    }
    for (const [name, child] of Object.entries(properties)) {
      const fault = findStrictFault(child, `${place}'properties', '${name}'`);
      if (fault !== null) return fault;
    }
  }
  if (types.includes('array')) return findStrictFault(schema.items, `${place}'items'`);
  return types[0] === undefined && !Array.isArray(schema.anyOf)
    ? `In context=(${place}), schema must have a 'type' key.`
    : null;
}

/** As a strict grammar writes it: every property of the schema is there, null where the reply has none. */
export function fillNulls(schema: unknown, value: unknown): unknown {
  if (!isObject(schema)) return value;
  if (Array.isArray(value)) return value.map((item) => fillNulls(schema.items, item));
  if (!isObject(value) || !isObject(schema.properties)) return value;
  const names = [...new Set([...Object.keys(schema.properties), ...Object.keys(value)])];
  const properties = schema.properties;
  return Object.fromEntries(names.map((name) => [name, fillNulls(properties[name], value[name] ?? null)]));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

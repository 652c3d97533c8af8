/** To OpenAI's strict dialect of JSON Schema and back: every property is required there, and what was optional may be null. */

type JsonObject = Readonly<Record<string, unknown>>;

const known = new WeakMap<JsonObject, JsonObject>();

/** The same object for the same schema, so that its bytes stay the same too. */
export function toStrictSchema(schema: JsonObject): JsonObject {
  const done = known.get(schema);
  if (done !== undefined) return done;
  const strict = convert(schema);
  known.set(schema, strict);
  return strict;
}

/** A reply as the original schema wants it: without the nulls that only the strict one asked for. What is no JSON stays as it is. */
export function fromStrict(schema: JsonObject, text: string): string {
  try {
    return JSON.stringify(dropNulls(schema, JSON.parse(text)));
  } catch {
    return text;
  }
}

function dropNulls(schema: unknown, value: unknown): unknown {
  if (!isObject(schema)) return value;
  if (Array.isArray(value)) return value.map((item) => dropNulls(schema.items, item));
  const { properties } = schema;
  if (!isObject(value) || !isObject(properties)) return value;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const kept = Object.entries(value).filter(([name, child]) => child !== null || required.includes(name));
  return Object.fromEntries(kept.map(([name, child]) => [name, dropNulls(properties[name], child)]));
}

function convert(node: JsonObject): JsonObject {
  if (isObject(node.items)) return { ...node, items: convert(node.items) };
  if (!isObject(node.properties)) return node;
  const required = Array.isArray(node.required) ? node.required : [];
  const properties = Object.entries(node.properties).map(([name, child]): [string, unknown] => {
    if (!isObject(child)) return [name, child];
    return [name, required.includes(name) ? convert(child) : allowNull(convert(child))];
  });
  return {
    ...node,
    properties: Object.fromEntries(properties),
    required: Object.keys(node.properties),
    additionalProperties: false,
  };
}

function allowNull(node: JsonObject): JsonObject {
  const types = Array.isArray(node.type) ? node.type : [node.type];
  if (types.includes('null')) return node;
  return {
    ...node,
    type: [...types, 'null'],
    ...(Array.isArray(node.enum) ? { enum: [...node.enum, null] } : {}),
  };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Turns a JSON Schema into OpenAI's strict dialect: every property is required, and what was optional may be null. */

type JsonObject = Readonly<Record<string, unknown>>;

const known = new WeakMap<JsonObject, JsonObject>();

/** The same object for the same schema, so that its bytes stay the same too. Replies are read back with null standing for absent. */
export function toStrictSchema(schema: JsonObject): JsonObject {
  const done = known.get(schema);
  if (done !== undefined) return done;
  const strict = convert(schema);
  known.set(schema, strict);
  return strict;
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

/** What the Messages API says about JSON Schemas for structured output, and whether an answer fits one. */

type JsonObject = Readonly<Record<string, unknown>>;

/** Documented in 2026: more are refused, however small the schema is. */
const MAX_OPTIONAL = 24;
const MAX_UNIONS = 16;

const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', 'minItems'],
  string: ['format', 'enum'],
  number: ['enum'],
  integer: ['enum'],
  boolean: [],
  null: [],
};

/** Why the API would answer 400 to this schema; null when it would take it. */
export function findSchemaFault(schema: JsonObject, grammarLimitBytes: number): string | null {
  const counts = { optional: 0, unions: 0 };
  const fault = checkNode(schema, 'schema', counts);
  if (fault !== null) return `output_config.format.schema: ${fault}`;
  if (schema.type !== 'object') return 'output_config.format.schema: the root must be an object';
  if (counts.optional > MAX_OPTIONAL) {
    return `Schemas contains too many optional parameters (${counts.optional}), which would make grammar compilation inefficient. Limit: ${MAX_OPTIONAL}.`;
  }
  if (counts.unions > MAX_UNIONS) {
    return `Schemas contains too many parameters with union types (${counts.unions} parameters with type arrays or anyOf). Limit: ${MAX_UNIONS}.`;
  }
  if (Buffer.byteLength(JSON.stringify(schema)) > grammarLimitBytes) {
    return 'The compiled grammar is too large, which would cause performance issues. Simplify your tool schemas or reduce the number of strict tools.';
  }
  return null;
}

function checkNode(node: unknown, path: string, counts: { optional: number; unions: number }): string | null {
  if (!isObject(node)) return `${path} is not a schema`;
  if (Array.isArray(node.anyOf)) {
    counts.unions += 1;
    return firstFault(node.anyOf.map((option, index) => checkNode(option, `${path}.anyOf[${index}]`, counts)));
  }
  if (Array.isArray(node.type)) counts.unions += 1;
  const types = typesOf(node);
  if (types.length === 0) return `${path} has no type`;
  const allowed = ['type', 'description', 'title', 'const', ...types.flatMap((type) => KEYWORDS[type] ?? [])];
  for (const keyword of Object.keys(node)) {
    if (!allowed.includes(keyword))
      return `For '${types.join('|')}' type, property '${keyword}' is not supported (${path})`;
  }
  if (types.includes('object')) {
    if (node.additionalProperties !== false)
      return `For 'object' type, 'additionalProperties' must be explicitly set to false (${path})`;
    const properties = isObject(node.properties) ? node.properties : {};
    const required = Array.isArray(node.required) ? node.required : [];
    counts.optional += Object.keys(properties).filter((name) => !required.includes(name)).length;
    return firstFault(Object.entries(properties).map(([name, child]) => checkNode(child, `${path}.${name}`, counts)));
  }
  return types.includes('array') ? checkNode(node.items, `${path}[]`, counts) : null;
}

/** Why `value` could not have come out of a grammar for `schema`; null when it fits. */
export function findMisfit(schema: unknown, value: unknown, path = 'reply'): string | null {
  if (!isObject(schema)) return `${path}: no schema`;
  if (Array.isArray(schema.anyOf)) {
    return schema.anyOf.some((option) => findMisfit(option, value, path) === null) ? null : `${path} fits no option`;
  }
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    return `${path}: ${JSON.stringify(value)} is not allowed`;
  const types = typesOf(schema);
  const actual = typeNamesOf(value);
  if (!types.some((type) => actual.includes(type)))
    return `${path}: ${JSON.stringify(value)} is not ${types.join(' or ')}`;
  if (Array.isArray(value)) {
    return firstFault(value.map((item, index) => findMisfit(schema.items, item, `${path}[${index}]`)));
  }
  if (!isObject(value)) return null;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const missing = required.find((name) => !Object.hasOwn(value, String(name)));
  if (missing !== undefined) return `${path} lacks ${missing}`;
  return firstFault(
    Object.entries(value).map(([name, child]) =>
      Object.hasOwn(properties, name)
        ? findMisfit(properties[name], child, `${path}.${name}`)
        : `${path} has an extra ${name}`,
    ),
  );
}

function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  return Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : [];
}

function typeNamesOf(value: unknown): readonly string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value];
}

function firstFault(faults: readonly (string | null)[]): string | null {
  return faults.find((fault) => fault !== null) ?? null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

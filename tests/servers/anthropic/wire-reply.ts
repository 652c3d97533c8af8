/** Writes scripted replies: in the contract's shape for people to read, flattened to the schema a request carries. */

type JsonObject = Readonly<Record<string, unknown>>;

export interface ReplyParts {
  readonly screen?: string;
  readonly intent?: string;
  readonly followUps?: readonly JsonObject[];
  readonly note?: string | null;
}

/** A reply of the contract (design, section 5) around one action. */
export function makeReply(action: JsonObject, parts: ReplyParts = {}): JsonObject {
  return {
    screen: parts.screen ?? 'A desktop.',
    intent: parts.intent ?? 'Scripted step',
    action,
    // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is never a function
    then: parts.followUps ?? [],
    note: parts.note ?? null,
  };
}

/** Names of the contract that are spelled differently on the wire. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  keys: 'text',
  app: 'text',
  url: 'text',
  command: 'text',
  script: 'text',
  summary: 'text',
  amount: 'count',
  repeat: 'count',
  timeout_s: 'seconds',
  modifiers: 'options',
};

/** The flat form of a reply whose action is an object; anything else is returned as it is. */
export function flattenReply(reply: JsonObject): JsonObject {
  const { action, then: followUps, ...rest } = reply;
  if (!isObject(action)) return reply;
  return {
    ...rest,
    ...flattenAction(action),
    ...(Array.isArray(followUps) && followUps.length > 0
      ? // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is never a function
        { then: followUps.map((entry) => (isObject(entry) ? flattenAction(entry) : entry)) }
      : {}),
  };
}

function flattenAction(action: JsonObject): JsonObject {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(action)) {
    if ((name === 'target' || name === 'from') && isObject(value)) Object.assign(flat, value);
    else if (name === 'to' && isObject(value)) {
      for (const [key, inner] of Object.entries(value)) flat[`to_${key}`] = inner;
    } else if (action.action === 'tool' && name !== 'action') {
      flat.path = `${String(action.server)}/${String(action.name)}`;
      flat.text = JSON.stringify(action.arguments);
    } else flat[WIRE_NAMES[name] ?? name] = value;
  }
  return flat;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

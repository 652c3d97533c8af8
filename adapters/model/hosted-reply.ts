/** Turns the calls of a provider's computer-use tool into the one JSON reply that the loop reads; what cannot be turned is said to the model. */
import type { HostedWords } from './hosted-words.ts';

/** One action, flat, as the reply's schema names its parameters. */
export type FlatAction = Readonly<Record<string, unknown>> & { readonly action: string };

/** One call of an answer: an action, the JSON object of our own tool, or a fault with what the model is told about it. */
export type HostedCall =
  | { readonly kind: 'action'; readonly action: FlatAction }
  | { readonly kind: 'reply'; readonly reply: Readonly<Record<string, unknown>> }
  | { readonly kind: 'fault'; readonly told: string };

export type HostedReply =
  | { readonly ok: true; readonly text: string }
  /** `told`: to the model, about the first call. */
  | { readonly ok: false; readonly told: string };

const MOST_FOLLOW_UPS = 3;

/**
 * The first call is the action, those that may follow it are its follow-ups; what comes after them, or cannot be turned, waits for the
 * next turn. `schema` is the reply's: its `then` names the actions that may follow.
 */
export function toReply(
  words: HostedWords,
  calls: readonly HostedCall[],
  schema: Readonly<Record<string, unknown>>,
): HostedReply {
  const [first, ...rest] = calls;
  if (first === undefined) return { ok: false, told: 'Call a tool.' };
  if (first.kind === 'fault') return { ok: false, told: first.told };
  const { screen, intent, note, caution = '' } = words;
  const raised = caution === '' ? {} : { caution };
  if (first.kind === 'reply') return { ok: true, text: JSON.stringify({ ...first.reply, ...raised }) };
  const followUps = takeFollowUps(rest, namesOfFollowUps(schema));
  const { action, ...parameters } = first.action;
  // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is never a function
  const reply = { screen, intent, action, ...parameters, then: followUps, note, ...raised };
  return { ok: true, text: JSON.stringify(reply) };
}

function takeFollowUps(calls: readonly HostedCall[], names: readonly unknown[]): readonly FlatAction[] {
  const taken: FlatAction[] = [];
  for (const call of calls) {
    if (call.kind !== 'action' || !names.includes(call.action.action) || taken.length === MOST_FOLLOW_UPS) break;
    taken.push(call.action);
  }
  return taken;
}

function namesOfFollowUps(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  const names = ['properties', 'then', 'items', 'properties', 'action', 'enum'].reduce<unknown>(
    (node, name) => (typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined),
    schema,
  );
  return Array.isArray(names) ? names : [];
}

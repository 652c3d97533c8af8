/** Parses a model's answer into a reply of the contract (design, section 5). Only a completely valid answer becomes an action. */
import { z } from 'zod';
import { say, type Text } from '../words/say.ts';
import { problem, sayFirstIssue } from '../words/say-issue.ts';
import { isObject, parseJsonObject } from './json-object.ts';
import { FOLLOW_UPS, type FollowUp, isFollowUp } from './kinds.ts';
import { type Action, type ParsedAction, parseAction } from './schema.ts';
import { fromWire } from './wire-schema.ts';

export interface Reply {
  /** What is on the screen, in the model's words. */
  readonly screen: string;
  /** What the action is for, in the model's words: never a reason to lower a risk. */
  readonly intent: string;
  readonly action: Action;
  /** At most 3, in order. */
  readonly then: readonly FollowUp[];
  readonly note: string | null;
  /** Why the model's provider wants a person's yes to this; absent: it does not. It can only raise a risk. */
  readonly caution?: string;
}

export type ParsedReply = { readonly ok: true; readonly reply: Reply } | { readonly ok: false; readonly reason: Text };

const envelopeSchema = z.object({
  screen: z.string(),
  intent: z.string(),
  action: z.unknown().refine(namesAnAction, problem(say`it must name an action`)),
  // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is never a function
  then: z
    .array(z.unknown())
    .refine((list) => list.length <= 3, problem(say`at most 3 follow-ups`))
    .nullish()
    .transform((list) => list ?? []),
  note: z
    .string()
    .nullish()
    .transform((note) => note ?? null),
  caution: z.string().nullish().catch(null),
});

/**
 * Accepts the contract's shape (`"action": {"action": "click", …}`) and the flat one of the wire schema (`"action": "click"` with its parameters
 * beside it). Never throws. The reason is a sentence for the next prompt. `isBesideScreen`: the model was shown no screen, so that `screen` may be
 * absent.
 */
export function parseReply(text: string, isBesideScreen = false): ParsedReply {
  const parsed = parseJsonObject(text);
  if (!parsed.ok) return parsed;
  const envelope = envelopeSchema.safeParse(isBesideScreen ? { screen: '', ...parsed.value } : parsed.value);
  if (!envelope.success) return { ok: false, reason: sayFirstIssue(envelope.error, parsed.value) };
  const { screen, intent, note, caution } = envelope.data;

  const isFlat = typeof envelope.data.action === 'string';
  const action = isFlat ? parseAction(fromWire(parsed.value)) : parseAction(envelope.data.action);
  if (!action.ok) return action;

  const then: FollowUp[] = [];
  for (const [index, entry] of envelope.data.then.entries()) {
    const followUp = parseEntry(entry, isFlat);
    if (!followUp.ok) return { ok: false, reason: say`then[${index}]: ${followUp.reason}` };
    if (!isFollowUp(followUp.action)) {
      return {
        ok: false,
        reason: say`then[${index}]: "${followUp.action.action}" cannot be a follow-up, only ${FOLLOW_UPS.join(', ')}`,
      };
    }
    then.push(followUp.action);
  }
  return { ok: true, reply: { screen, intent, action: action.action, then, note, ...(caution ? { caution } : {}) } };
}

function namesAnAction(value: unknown): boolean {
  return typeof value === 'string' || isObject(value);
}

function parseEntry(entry: unknown, isFlat: boolean): ParsedAction {
  return parseAction(isFlat && isObject(entry) ? fromWire(entry) : entry);
}

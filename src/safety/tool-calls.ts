/** Judges a call of a server's tool: by the grade that the person gave the tool, and at every call by its arguments. */
import type { ActionOf } from '../action/schema.ts';
import type { Grade, ToolHints, ToolLook } from '../ports/tools.ts';
import { type Sentence, say, type Text } from '../words/say.ts';
import { critical, high, moderate, name, safe } from './levels.ts';
import type { Places } from './places/places.ts';
import { judgeUrl } from './places/url.ts';
import { findUntraced } from './provenance.ts';
import { type GateContext, type Judgement, needsApproval, strictest } from './risk.ts';
import { type NamedValue, valuesIn } from './tool-arguments.ts';

export interface ToolRules {
  readonly look: ToolLook;
  readonly places: Places;
}

export function judgeToolCall(call: ActionOf<'tool'>, context: GateContext, rules: ToolRules): Judgement {
  const tool = name(`${call.server}/${call.name}`);
  const known = rules.look(call.server, call.name);
  if (known === null) return high('tool.unknown', say`Nobody confirmed the tool ${tool}`);
  const byTool = strictest(byGrade(known.grade, tool), byHints(known.hints, tool));
  // In a playbook the arguments are its author's, whom the person trusted; the tool's grade still counts.
  return context.isPlaybook === true ? byTool : strictest(byTool, byArguments(call, context, rules));
}

function byGrade(grade: Grade | null, tool: Text): Judgement {
  switch (grade) {
    case 'safe':
      return safe('tool.safe', say`You said that ${tool} is safe`);
    case 'moderate':
      return moderate('tool.moderate', say`You let ${tool} run by itself`);
    case 'asks':
      return high('tool.asks', say`You want to be asked before ${tool} is used`);
    case 'never':
      return critical('tool.never', say`You ruled out ${tool}`);
    case null:
      return high('tool.ungraded', say`You haven't said yet whether ${tool} may run by itself`);
  }
}

/** A server's own hints count only where they warn. */
function byHints({ readOnly, destructive, openWorld }: ToolHints, tool: Text): Judgement {
  if (destructive === true)
    return high('tool.destructive', say`Its own server says that ${tool} may delete or overwrite`);
  if (readOnly === false) return moderate('tool.writes', say`Its own server says that ${tool} changes something`);
  if (openWorld === true)
    return moderate('tool.open-world', say`Its own server says that ${tool} reaches other systems`);
  return NOTHING_SAID;
}

const NOTHING_SAID = safe('tool.safe', say`Nothing speaks against it`);
const TOO_MUCH = high('tool.argument', say`The arguments are long enough to carry data away`);
const MOST_CHARACTERS = 20_000;
/** Limit of values, each of which is judged; a call with more asks. */
const MOST_VALUES = 2000;

/** Judges the arguments, whatever the grade: recipients, amounts and addresses that the person did not name, and secret places. */
function byArguments(call: ActionOf<'tool'>, context: GateContext, { places }: ToolRules): Judgement {
  const values = valuesIn(call.arguments);
  if (values.length > MOST_VALUES || values.reduce((sum, { text }) => sum + text.length, 0) > MOST_CHARACTERS)
    return TOO_MUCH;
  return values.map((value) => judgeValue(value, context, places)).reduce(strictest, NOTHING_SAID);
}

function judgeValue({ field, text }: NamedValue, context: GateContext, places: Places): Judgement {
  const trimmed = text.trim();
  if (trimmed === '') return NOTHING_SAID;
  const untraced = findUntraced(
    trimmed,
    TELLS_WHO.test(field) ? 'recipient' : AMOUNT.test(field) ? 'amount' : field,
    context,
  );
  return [
    ...(untraced === null ? [] : [high('tool.argument', untraced)]),
    ...addressesIn(trimmed, field).map((address) => byAddress(address, context, places)),
    byPath(trimmed, context, places),
  ].reduce(strictest, NOTHING_SAID);
}

/** Further fields that name a recipient or an amount in messages, payments and accounts. */
const TELLS_WHO =
  /\b(?:to|cc|bcc|recipients?|receivers?|payee|e ?mails?|mail|phone|mobile|channel|chat|room|user ?name|user ?id|user|handle|account|iban|invitees?|attendees?|assignees?|share with)\b/;
const AMOUNT = /\b(?:amount|price|total|sum|cost|budget|fee|tip|limit price|value usd|usd|eur)\b/;
const ADDRESS_FIELD =
  /\b(?:ur[il]s?|links?|hrefs?|hosts?|domains?|sites?|endpoint|webhook|callback|redirect|address)\b/;

/** Complete addresses anywhere in the text; in an address field also a bare host. */
function addressesIn(text: string, field: string): readonly string[] {
  const found = (text.match(/(?<![a-z0-9+.-])(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s"'<>)\]]+/giu) ?? []).slice(
    0,
    20,
  );
  return found.length === 0 && ADDRESS_FIELD.test(field) && /^[^\s@]+\.[^\s@]+$/.test(text) ? [text] : found;
}

/** Reading an address can leak by the address alone: it is judged like one that is opened. */
function byAddress(address: string, context: GateContext, places: Places): Judgement {
  const judged = judgeUrl(address, context, places);
  return needsApproval(judged.risk) ? { ...judged, rule: 'tool.argument' } : NOTHING_SAID;
}

function byPath(text: string, { cwd }: GateContext, places: Places): Judgement {
  if (text.length > 4096 || !/^(?:~|\.{0,2}\/|file:)/.test(text)) return NOTHING_SAID;
  const path = text.replace(/^file:(?:\/\/)?/, '');
  const { kind, why } = places.read(path, cwd ?? places.home, false);
  return kind === 'plain' || kind === 'system' || kind === 'startup'
    ? NOTHING_SAID
    : high('tool.argument', sayPlace(path, why));
}

function sayPlace(path: string, why: Sentence): Sentence {
  return say`${name(path)}: ${why}`;
}

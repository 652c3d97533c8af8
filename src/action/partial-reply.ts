/** Reads a reply that is still arriving: only to show what is coming, never to act on it. */
import { isObject, type JsonObject } from './json-object.ts';
import { type Action, parseAction } from './schema.ts';
import { fromWire } from './wire-schema.ts';

export interface PartialReply {
  /** What the action is for, in the model's words; '' until that is known. */
  readonly intent: string;
  /** The action as far as it has arrived; the rest may still change it. null until it is a valid action. */
  readonly action: Action | null;
}

export interface ReplyReader {
  /** The text from its beginning; shorter than before when the reply was begun anew. */
  read(textSoFar: string): PartialReply;
}

/** Longer replies are read to here; by then everything worth showing has come. */
const MAX_CHARACTERS = 50_000;

/** Reads every character once, however small the pieces in which the text arrives. */
export function createReplyReader(): ReplyReader {
  let scan = startScan();
  return {
    read(textSoFar) {
      if (textSoFar.length < scan.at) scan = startScan();
      const known = scan.members;
      scan = scanOn(scan, textSoFar.slice(0, MAX_CHARACTERS));
      if (scan.members !== known) scan = { ...scan, reply: interpret(scan.members) };
      return scan.reply;
    },
  };
}

interface Scan {
  /** The next character to look at. */
  readonly at: number;
  readonly depth: number;
  readonly isString: boolean;
  /** Where the member of the object that is being written began. */
  readonly start: number;
  /** The members that are complete. */
  readonly members: JsonObject;
  readonly reply: PartialReply;
}

function startScan(): Scan {
  return { at: 0, depth: 0, isString: false, start: 0, members: {}, reply: { intent: '', action: null } };
}

function scanOn(scan: Scan, text: string): Scan {
  let { at, depth, isString, start, members } = scan;
  for (; at < text.length; at += 1) {
    const character = text[at];
    if (isString) {
      // Half an escape waits for its other half.
      if (character === '\\') {
        if (at + 1 === text.length) break;
        at += 1;
      } else if (character === '"') isString = false;
    } else if (character === '"') {
      isString = depth > 0;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth === 1) start = at + 1;
    } else if (character === '}' || character === ']' || character === ',') {
      if (depth === 1) {
        members = { ...members, ...readMember(text.slice(start, at)) };
        start = at + 1;
      }
      if (character !== ',') depth -= 1;
    }
  }
  return { ...scan, at, depth, isString, start, members };
}

function readMember(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(`{${text}}`);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function interpret(members: JsonObject): PartialReply {
  const { intent, action } = members;
  const parsed = parseAction(typeof action === 'string' ? fromWire(members) : action);
  return { intent: typeof intent === 'string' ? intent : '', action: parsed.ok ? parsed.action : null };
}

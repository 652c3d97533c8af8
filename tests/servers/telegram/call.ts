/** One call as a method sees it: typed reading of its parameters, refusing what the Bot API would not understand. */

import type { Form, SentFile } from './form.ts';
import { parseOr } from './form.ts';
import { badRequest } from './refusal.ts';

export interface Call {
  readonly method: string;
  readonly form: Form;
}

/** '' when absent: the original does not tell an absent text from an empty one. */
export function textOf(call: Call, name: string): string {
  return call.form.fields.get(name) ?? '';
}

export function integerOf(call: Call, name: string, fallback: number): number {
  const value = call.form.fields.get(name);
  if (value === undefined || value === '') return fallback;
  // The original reads "12abc" as 12; a bot that sends it has a bug, so it is refused here.
  if (!/^-?\d+$/.test(value)) throw badRequest(`parameter "${name}" must be an Integer, got "${value}"`);
  return Number(value);
}

export function flagOf(call: Call, name: string): boolean {
  const value = call.form.fields.get(name);
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw badRequest(`parameter "${name}" must be a Boolean, got "${value}"`);
}

/** The parameter's JSON; undefined when absent. */
export function jsonOf(call: Call, name: string): unknown {
  const value = call.form.fields.get(name);
  return value === undefined ? undefined : parseOr(value, `can't parse ${name} JSON object`);
}

/** A file sent with the call: the value is `attach://PART`, or the part itself carries the parameter's name. */
export function fileOf(call: Call, name: string): SentFile | null {
  return attachedFile(call, textOf(call, name)) ?? call.form.files.get(name) ?? null;
}

export function attachedFile(call: Call, value: string): SentFile | null {
  return value.startsWith('attach://') ? (call.form.files.get(value.slice('attach://'.length)) ?? null) : null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

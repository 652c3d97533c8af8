/** Which checks are carried out: the skill's with its parameters, and what was proposed, each once. Pure. */
import { type Check, checkSchema } from '../../ledger/check.ts';
import { fill } from '../../words/fill.ts';

/** `{{param}}` in a check means what it means in the playbook, as plain text. */
export function fillChecks(checks: readonly Check[], params: Readonly<Record<string, string>>): readonly Check[] {
  return checks.map((check) => checkSchema.parse(fill(check, params, (text) => text)));
}

/** The checks without doubles: the model may propose one that the skill already expects. */
export function withoutDoubles(checks: readonly Check[]): readonly Check[] {
  return [...new Map(checks.map((check) => [JSON.stringify(check), check])).values()];
}

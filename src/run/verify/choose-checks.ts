/** Which checks are carried out: the skill's with its parameters, and what was proposed, each once. Pure. */
import { type Check, checkSchema } from '../../ledger/check.ts';
import { quoteWord } from '../../skills/playbook.ts';
import { isForeign, type Skill } from '../../skills/skill.ts';
import { fill, withParts } from '../../words/fill.ts';

/**
 * `{{param}}` means what it means in the playbook: in a command one quoted word, elsewhere plain text. Somebody else's words for what a
 * check means are not told.
 */
export function fillChecks(
  skill: Pick<Skill, 'expect' | 'source'>,
  params: Readonly<Record<string, string>>,
): readonly Check[] {
  return skill.expect.map((check) => {
    if (check.check !== 'exit_code') return checkSchema.parse(fill(check, params, (text) => text));
    const { says, ...rest } = check;
    const words = typeof says === 'string' && !isForeign(skill) ? { says: withParts(says, params) } : {};
    return checkSchema.parse({ ...rest, command: fill(rest.command, params, quoteWord), ...words });
  });
}

/** The checks without doubles: the model may propose one that the skill already expects. */
export function withoutDoubles(checks: readonly Check[]): readonly Check[] {
  return [...new Map(checks.map((check) => [JSON.stringify(check), check])).values()];
}

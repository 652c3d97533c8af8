/** Chooses the checks to carry out: the skill's with its parameters, and the proposed ones, each once. Pure. */
import { type Check, checkSchema } from '../../ledger/check.ts';
import { quoteWord } from '../../skills/playbook.ts';
import { isForeign, type Skill } from '../../skills/skill.ts';
import { fill, withParts } from '../../words/fill.ts';

/**
 * `{{param}}` is filled as in the playbook: in a command as one quoted word, elsewhere as plain text. The descriptions in somebody else's checks are
 * left out.
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

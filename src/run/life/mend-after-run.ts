/** Mends a skill after a run that succeeded by its playbook although some targets have other names now, and tells the person. */
import type { Outcome } from '../../journal/events.ts';
import type { SpokenSpan } from '../../outbound/spoken.ts';
import { sayChange } from '../../skills/mend-skill.ts';
import type { MendedSkill, MendedSkills } from '../../skills/mended-skills.ts';
import { say } from '../../words/say.ts';
import { showHidden, showHiddenIn } from '../../words/visible.ts';
import type { RunLog } from '../run-log.ts';
import type { MatchedSkill } from './run-handle.ts';

export interface MendAfterRunNeeds extends Pick<RunLog, 'runId' | 'state'> {
  readonly skill: MatchedSkill | null;
  readonly skills: { readonly mended: Pick<MendedSkills, 'mend'> };
}

/**
 * null: there is nothing to mend, or it could not be kept. Only a run by the playbook alone proves the new names; a run that a program asked for
 * changes none of the person's skills.
 */
export async function mendAfterRun(
  { outcome }: Outcome,
  { runId, state, skill, skills }: MendAfterRunNeeds,
  warn: (problem: string) => void,
): Promise<MendedSkill | null> {
  const { healed, isByProgram, decidedBy, values } = state();
  if (skill === null || outcome !== 'verified' || healed.length === 0) return null;
  if (isByProgram || decidedBy !== 'playbook' || Object.keys(values).length > 0) return null;
  try {
    return await skills.mended.mend({ run: runId, skill: skill.skill, healed });
  } catch (error) {
    warn(`The skill ${skill.skill.name} could not be mended: ${String(error)}`);
    return null;
  }
}

export function mendedSpans(mended: MendedSkill | null): readonly SpokenSpan[] {
  if (mended === null) return [];
  return [
    '\n',
    { bold: say`I adjusted the skill “${showHidden(mended.skill)}”:` },
    ...mended.changes.flatMap((change): readonly SpokenSpan[] => ['\n• ', showHiddenIn(sayChange(change))]),
    '\n',
  ];
}

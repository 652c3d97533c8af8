/** The text of a skill that is made of a run, with all that belongs to the run; and a person's new name put into such a text. */

import { evolve } from '../journal/evolve.ts';
import type { Recordings } from '../journal/recordings.ts';
import { startingState } from '../journal/run-state.ts';
import { listActs, readSteps } from '../journal/steps.ts';
import { readEarlier, readParts } from '../journal/whole-run.ts';
import type { Machine } from '../ports/machine.ts';
import type { ActionGate } from '../safety/gate.ts';
import { distillSkill, findPaths } from '../skills/distill-skill.ts';
import { nameTrigger } from '../skills/propose-triggers.ts';
import { isSkillName } from '../skills/skill-name.ts';
import { writeSkill } from '../skills/write-skill.ts';
import { sayRun } from '../words/run-name.ts';
import { say, type Text } from '../words/say.ts';
import { withoutFiles } from '../words/sent-files.ts';

export interface SkillDraftPorts {
  readonly recordings: Pick<Recordings, 'read' | 'list'>;
  readonly machine: Machine;
  readonly gate: ActionGate;
  /** Names that skills have. */
  readonly taken: readonly string[];
}

export type DraftedSkill =
  /** `leftOut`: parts of the run that are missing, a sentence each. */
  | { readonly ok: true; readonly markdown: string; readonly leftOut: readonly Text[] }
  /** For the person. */
  | { readonly ok: false; readonly reason: Text };

export async function draftSkill(runId: string, ports: SkillDraftPorts, signal: AbortSignal): Promise<DraftedSkill> {
  const own = (await ports.recordings.read(runId)) ?? [];
  const state = own.reduce(evolve, startingState);
  if (state.runId === '') return { ok: false, reason: say`There is no ${sayRun(runId)}.` };
  if (state.outcome?.outcome !== 'verified')
    return { ok: false, reason: say`Only a run that was done and checked can be saved as a skill.` };
  const earlier = await readEarlier(own, ports.recordings);
  const parts = await readParts(runId, ports.recordings);
  const events = [...earlier.runs.flatMap((run) => run.events), ...own, ...parts.flatMap((part) => part.events)];
  const begun = listActs(readSteps(events)).filter(({ intended }) => intended !== null);
  const files = new Map<string, string | null>();
  for (const path of findPaths(begun)) {
    const { kind } = await ports.machine.facts.path(path, signal);
    files.set(path, kind === 'file' ? ((await ports.machine.facts.readText(path, signal)) ?? '') : null);
  }
  const context = { cwd: ports.machine.home, goal: state.goal };
  for (const { action } of begun) await ports.gate.prepare(action, context, signal);
  const distilled = distillSkill(withoutFiles(state.goal), events, {
    files,
    taken: ports.taken,
    isReading: (action) => action.action === 'shell' && ports.gate.judge(action, context).risk === 'safe',
  });
  if (!distilled.ok) return distilled;
  const before: readonly Text[] =
    earlier.missing === null ? [] : [say`I no longer know what ${sayRun(earlier.missing)} did before.`];
  return { ok: true, markdown: writeSkill(distilled.draft), leftOut: [...before, ...distilled.leftOut] };
}

/** The draft under a name that the person sent alone, with a trigger for it; null when they sent something else. */
export function renameDraft(markdown: string, sent: string): string | null {
  const name = sent.trim();
  if (!isSkillName(name) || AN_ANSWER.test(name)) return null;
  const [, before = ''] = /^# SKILL: (.*)$/m.exec(markdown) ?? [];
  return markdown
    .replace(/^# SKILL: .*$/m, () => `# SKILL: ${name}`)
    .replace(`- \`${nameTrigger(before)}\``, () => `- \`${nameTrigger(name)}\``);
}

/** Words that are never a skill's name but the answer to a button. */
const AN_ANSWER = /^(?:yes|y|ok|okay|save|no|n|cancel|ja|nein|speichern|abbrechen)[.!]?$/i;

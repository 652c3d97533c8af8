/** The person's own skills that a run mended after an application had changed: recorded, so that each mending can be undone. */
import { z } from 'zod';
import type { HealedStep } from '../journal/healed.ts';
import type { StateStore } from '../ports/state-store.ts';
import { changeSchema, keepExact, mendSkill } from './mend-skill.ts';
import { parseSkill } from './parse-skill.ts';
import { isOwn, type Skill } from './skill.ts';
import { nameKey } from './skill-name.ts';

const mendedSchema = z.object({
  run: z.string(),
  skill: z.string(),
  before: z.string(),
  after: z.string(),
  changes: z.array(changeSchema),
});

export type MendedSkill = z.infer<typeof mendedSchema>;

export interface MendedSkills {
  /** null: it is not the person's own, or its file has changed since the run began, or there was nothing to mend. */
  mend(request: MendRequest): Promise<MendedSkill | null>;
  /** Restores the text before the run, and prevents the same mending. */
  undo(run: string): Promise<Undone>;
  /** The last mending of this skill, if its file is unchanged since; null. */
  of(name: string): Promise<MendedSkill | null>;
}

export interface MendRequest {
  readonly run: string;
  /** The skill as the run had it. */
  readonly skill: Skill;
  readonly healed: readonly HealedStep[];
}

export type Undone =
  | { readonly kind: 'undone'; readonly mended: MendedSkill }
  /** Somebody has changed or removed it since. */
  | { readonly kind: 'changed'; readonly mended: MendedSkill }
  | { readonly kind: 'unknown' };

const KEY = 'skills.mended';
const MOST_KEPT = 50;

export interface MendedSkillsPorts {
  /** The shelf of these skills. */
  readonly shelf: {
    list(): readonly { readonly skill: Skill; readonly isEnabled: boolean }[];
    text(name: string): Promise<string | null>;
    save(name: string, markdown: string): Promise<unknown>;
    setEnabled(name: string, isEnabled: boolean): Promise<unknown>;
  };
  readonly state: StateStore;
}

export function createMendedSkills({ shelf, state }: MendedSkillsPorts): MendedSkills {
  const all = (): readonly MendedSkill[] => z.array(mendedSchema).safeParse(state.get(KEY)).data ?? [];
  const isAsLeft = async ({ skill, after }: MendedSkill): Promise<boolean> => (await shelf.text(skill)) === after;
  /** A disabled skill stays disabled. */
  const put = async (name: string, markdown: string): Promise<void> => {
    const wasOff = shelf.list().some(({ skill, isEnabled }) => nameKey(skill.name) === nameKey(name) && !isEnabled);
    await shelf.save(name, markdown);
    if (wasOff) await shelf.setEnabled(name, false);
  };
  return {
    async mend({ run, skill, healed }) {
      if (!isOwn(skill) || skill.playbook === null || healed.length === 0) return null;
      const before = await shelf.text(skill.name);
      const mend = before === null ? null : mendSkill(before, skill.playbook, healed);
      if (before === null || mend === null) return null;
      const mended = { run, skill: skill.name, before, after: mend.markdown, changes: [...mend.changes] };
      // Recorded first, since a mending must always be undoable.
      await state.set(KEY, [...all(), mended].slice(-MOST_KEPT));
      await put(skill.name, mended.after);
      return mended;
    },
    async undo(run) {
      const mended = all().findLast((one) => one.run === run);
      if (mended === undefined) return { kind: 'unknown' };
      const { skill: now } =
        shelf.list().find(({ skill }) => isOwn(skill) && nameKey(skill.name) === nameKey(mended.skill)) ?? {};
      if (now === undefined || !(await isAsLeft(mended))) return { kind: 'changed', mended };
      const parsed = parseSkill(mended.before, now.source);
      const kept = parsed.ok ? keepExact(mended.before, parsed.skill.playbook ?? [], mended.changes) : null;
      await put(mended.skill, kept ?? mended.before);
      await state.set(
        KEY,
        all().filter((one) => one.run !== run),
      );
      return { kind: 'undone', mended };
    },
    async of(name) {
      const mended = all().findLast(({ skill }) => nameKey(skill) === nameKey(name));
      return mended !== undefined && (await isAsLeft(mended)) ? mended : null;
    },
  };
}

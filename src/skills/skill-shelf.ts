/** All present skills: read anew when a file changes; disabled ones are kept apart. */
import { z } from 'zod';
import type { StateStore } from '../ports/state-store.ts';
import type { Text } from '../words/say.ts';
import { english } from '../words/speak.ts';
import { createSkillBook, type SkillBook } from './match-skill.ts';
import { createMendedSkills, type MendedSkills } from './mended-skills.ts';
import type { Skill, SkillPlatform } from './skill.ts';
import type { ReadSkills, SkillFiles } from './skill-files.ts';
import { nameKey } from './skill-name.ts';

export interface ShelvedSkill {
  readonly skill: Skill;
  readonly isEnabled: boolean;
}

export interface SkillShelf {
  /** The enabled skills. A run keeps the skill it began with. */
  book(): SkillBook;
  /** All of them, by name. */
  list(): readonly ShelvedSkill[];
  /** One sentence for each file that is skipped. */
  problems(): readonly Text[];
  /** Resolves when it is on the disk; false when there is no such skill. */
  setEnabled(name: string, isEnabled: boolean): Promise<boolean>;
  /** The whole text of one of the person's own; null when there is none of this name. */
  text(name: string): Promise<string | null>;
  /** The person's own skills that runs have mended. */
  readonly mended: MendedSkills;
  /** Stores one of the person's own skills and returns its path. It is enabled and in use when this resolves. */
  save(name: string, markdown: string): Promise<string>;
}

export interface SkillShelfPorts {
  readonly files: SkillFiles;
  readonly state: StateStore;
  /** Skills for another platform are left out; null: all are used. */
  readonly platform: SkillPlatform | null;
  /** Polite phrases in languages besides English and German. */
  readonly courtesy?: readonly string[];
  /** Called once with each new problem. */
  readonly warn: (problem: string) => void;
}

const DISABLED = 'skills.disabled';

/** Resolves when all skills are read; follows changes until the signal aborts. */
export async function createSkillShelf(
  { files, state, platform, courtesy = [], warn }: SkillShelfPorts,
  signal: AbortSignal,
): Promise<SkillShelf> {
  let read: ReadSkills = { skills: [], problems: [] };
  let shelved: readonly ShelvedSkill[] = [];
  let book = createSkillBook([]);
  let lastReload: Promise<void> = Promise.resolve();
  let lastSetting: Promise<boolean> = Promise.resolve(true);

  const arrange = (): void => {
    const disabled = readDisabled(state);
    shelved = createSkillBook(read.skills)
      .skills.map((skill) => ({ skill, isEnabled: !disabled.has(nameKey(skill.name)) }))
      .sort((one, other) => one.skill.name.localeCompare(other.skill.name));
    book = createSkillBook(
      read.skills.filter(({ name }) => !disabled.has(nameKey(name))),
      courtesy,
    );
  };
  const readAnew = async (): Promise<void> => {
    const known = new Set(read.problems.map(english));
    const all = await files.read();
    read = { ...all, skills: all.skills.filter((skill) => worksOn(skill, platform)) };
    arrange();
    for (const problem of read.problems.map(english)) if (!known.has(problem)) warn(problem);
  };
  /** Reads run one after the other, so that an older result never replaces a newer one. */
  const reload = (): Promise<void> => {
    lastReload = lastReload.catch(() => undefined).then(readAnew);
    return lastReload;
  };

  files.watch(() => {
    reload().catch((error: unknown) => warn(`The skills could not be read again: ${String(error)}`));
  }, signal);
  await reload();

  /** Changes run one after the other, since each writes the whole list. */
  const setEnabled = (name: string, isEnabled: boolean): Promise<boolean> => {
    const mine = lastSetting.then(() => setOne(name, isEnabled));
    lastSetting = mine.catch(() => false);
    return mine;
  };
  const setOne = async (name: string, isEnabled: boolean): Promise<boolean> => {
    const key = nameKey(name);
    const disabled = readDisabled(state);
    if (!shelved.some(({ skill }) => nameKey(skill.name) === key)) return false;
    if (disabled.has(key) === !isEnabled) return true;
    await state.set(DISABLED, isEnabled ? [...disabled].filter((one) => one !== key) : [...disabled, key]);
    arrange();
    return true;
  };

  const shelf: Omit<SkillShelf, 'mended'> = {
    book: () => book,
    list: () => shelved,
    problems: () => read.problems,
    setEnabled,
    text: (name) => files.text(name),
    async save(name, markdown) {
      const place = await files.save(name, markdown);
      await reload();
      await setEnabled(name, true);
      return place;
    },
  };
  return { ...shelf, mended: createMendedSkills({ shelf, state }) };
}

function worksOn({ platforms }: Skill, platform: SkillPlatform | null): boolean {
  return platform === null || platforms === null || platforms.includes(platform);
}

function readDisabled(state: StateStore): ReadonlySet<string> {
  return new Set(z.array(z.string()).safeParse(state.get(DISABLED)).data ?? []);
}

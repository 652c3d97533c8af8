/** Where skills are stored, and the result of reading them. */
import type { Text } from '../words/say.ts';
import type { Skill } from './skill.ts';

export interface ReadSkills {
  /** The shipped ones first, then those of plugins, then the person's own: later ones win over earlier ones of the same name. */
  readonly skills: readonly Skill[];
  /** One sentence for each file that could not be used: which, and what to change. */
  readonly problems: readonly Text[];
}

/** Where skills are kept, as markdown. */
export interface SkillFiles {
  /** All present skills. A bad or unreadable file is a problem in the list, never an error. */
  read(): Promise<ReadSkills>;
  /** The whole text of an own skill of this name; null when there is none. */
  text(name: string): Promise<string | null>;
  /** Calls back within a second after something may have changed, until the signal aborts. */
  watch(changed: () => void, signal: AbortSignal): void;
  /**
   * Stores a skill as one of the person's own, replacing an own one of the same name; returns its path, for people. Resolves when the whole file is
   * on the disk; rejects with a sentence when it cannot be stored.
   */
  save(name: string, markdown: string): Promise<string>;
}

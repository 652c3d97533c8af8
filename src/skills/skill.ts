/** What a skill is, once its markdown file has been read (design, section 6). */
import type { Check } from '../ledger/check.ts';
import type { PlaybookStep } from './playbook.ts';
import type { Trigger } from './triggers.ts';

export const PERMISSIONS = ['browser', 'network', 'files', 'shell', 'apps', 'clipboard', 'vault'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const PLATFORMS = ['linux', 'macos'] as const;
export type SkillPlatform = (typeof PLATFORMS)[number];

export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly triggers: readonly Trigger[];
  /** Guidance for a model; may hold `{{param}}`. */
  readonly steps: string;
  /** Steps that need no model; null without a playbook. */
  readonly playbook: readonly PlaybookStep[] | null;
  /** Checks that must all hold at the end; their strings may hold `{{param}}`. */
  readonly expect: readonly Check[];
  /** null: nothing said, nothing restricted. */
  readonly permissions: readonly Permission[] | null;
  readonly maxIterations: number | null;
  /** Where it works; null: everywhere. */
  readonly platforms: readonly SkillPlatform[] | null;
  readonly source: SkillSource;
}

/** `shipped` with Deskhand, one of the person's own by its file's name, or part of a plugin. */
export type SkillSource = 'shipped' | { readonly file: string } | { readonly plugin: string };

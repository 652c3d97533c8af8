/** A skill, as read from its markdown file (design, section 6). */
import type { Check } from '../ledger/check.ts';
import type { Answer } from './answer.ts';
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
  /** How the last output is told; null or left out: unchanged. */
  readonly answer?: Answer | null;
  /** null: not restricted. */
  readonly permissions: readonly Permission[] | null;
  readonly maxIterations: number | null;
  /** Platforms it works on; null: all. */
  readonly platforms: readonly SkillPlatform[] | null;
  readonly source: SkillSource;
  /** Its texts, by path in its folder. */
  readonly references?: ReadonlyMap<string, string>;
}

/**
 * `shipped` with Deskhand, one of the person's own by its file's name, or part of a plugin. With a `folder` it is an Agent Skill: whoever
 * wrote it, it is not taken for the person's own words.
 */
export type SkillSource = 'shipped' | { readonly file: string } | { readonly plugin: string } | AgentSource;

export interface AgentSource {
  readonly folder: string;
  /** The plugin it belongs to. */
  readonly plugin?: string;
}

/** Whether it may be by another author. */
export function isForeign({ source }: Pick<Skill, 'source'>): boolean {
  return typeof source === 'object' && 'folder' in source;
}

/** The person's own, by its file. */
export function isOwn({ source }: Pick<Skill, 'source'>): boolean {
  return typeof source === 'object' && 'file' in source;
}

/** Whether it only gives advice: its goal is classified, made into wishes and checked like one without a skill. */
export function isAdviceOnly(skill: Pick<Skill, 'source' | 'playbook'>): boolean {
  return isForeign(skill) && skill.playbook === null;
}

/** What a skill is, once its markdown file has been read (design, section 6). */
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
  /** How the last output is told; null or left out: as it is. */
  readonly answer?: Answer | null;
  /** null: nothing said, nothing restricted. */
  readonly permissions: readonly Permission[] | null;
  readonly maxIterations: number | null;
  /** Where it works; null: everywhere. */
  readonly platforms: readonly SkillPlatform[] | null;
  readonly source: SkillSource;
  /** Texts that came with it, by path in its folder. */
  readonly references?: ReadonlyMap<string, string>;
}

/**
 * `shipped` with Deskhand, one of the person's own by its file's name, or part of a plugin. With a `folder` it is an Agent Skill: whoever
 * wrote it, it is not taken for the person's own words.
 */
export type SkillSource = 'shipped' | { readonly file: string } | { readonly plugin: string } | AgentSource;

export interface AgentSource {
  readonly folder: string;
  /** Of a plugin that brought it. */
  readonly plugin?: string;
}

/** Somebody else's, as far as anybody can tell. */
export function isForeign({ source }: Pick<Skill, 'source'>): boolean {
  return typeof source === 'object' && 'folder' in source;
}

/** The person's own, by its file. */
export function isOwn({ source }: Pick<Skill, 'source'>): boolean {
  return typeof source === 'object' && 'file' in source;
}

/** It only gives advice: the goal is sorted, kept as wishes and checked as one without a skill. */
export function isAdviceOnly(skill: Pick<Skill, 'source' | 'playbook'>): boolean {
  return isForeign(skill) && skill.playbook === null;
}

/** Scope that a person granted for one run: where ordinary work needs no further approval. It covers nothing beyond these fields. */
import { z } from 'zod';

/**
 * `edit`: documents in the named applications and sites. `save`: in the named folders. `run`: commands that write in the named
 * folders, in the confined place alone.
 */
export const SCOPE_KINDS = ['edit', 'save', 'run'] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

export interface Scope {
  /** As people call them, or bundle identifiers. */
  readonly apps: readonly string[];
  /** Hosts: `docs.google.com`. */
  readonly sites: readonly string[];
  /** Absolute, or from `~` on. */
  readonly folders: readonly string[];
  readonly kinds: readonly ScopeKind[];
}

const MOST_PLACES = 40;
const place = z.string().trim().min(1).max(500);
const places = z.array(place).max(MOST_PLACES).default([]);

/** Lists that are left out are empty. */
export const scopeSchema = z.object({
  apps: places,
  sites: places,
  folders: places,
  kinds: z.array(z.enum(SCOPE_KINDS)).max(SCOPE_KINDS.length).default([]),
});

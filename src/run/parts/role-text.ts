/** The files of the roles: how a part of a plan is told to work, and how many steps it may take. They do not decide its rights. */
import { z } from 'zod';
import type { Role } from '../../journal/plan-events.ts';
import { say, type Text } from '../../words/say.ts';
import { sayFirstIssue } from '../../words/say-issue.ts';
import { english } from '../../words/speak.ts';

export interface RoleText {
  readonly text: string;
  /** Steps for one try; the run's own limit holds as well. */
  readonly steps: number;
}

/** Texts of roles, read anew for each part. */
export interface Roles {
  /** Never rejects. */
  read(role: Role): Promise<RoleText>;
}

/** One file of a role; `problem`: why it could not be read, '' when it could or does not exist. */
export interface RoleFile {
  readonly path: string;
  readonly text: string | null;
  readonly problem: Text;
}

/** The files of a role, the person's own first. */
export type ReadRoleFiles = (role: Role) => Promise<readonly RoleFile[]>;

const MAX_TEXT = 2000;
const USUAL_STEPS = 20;
/** Used when a role has no file; its rights are defined elsewhere. */
const NO_FILE: RoleText = { text: 'Do this part, and nothing beside it.', steps: USUAL_STEPS };

/** Uses the first file that can be parsed; `warn` is called with each that cannot. */
export function createRoles(files: ReadRoleFiles, warn: (problem: string) => void): Roles {
  return {
    async read(role) {
      for (const { path, text, problem } of await files(role)) {
        if (problem !== '') warn(english(say`${path} is not used: ${problem}.`));
        if (text === null) continue;
        const parsed = parseRole(text);
        if (parsed.ok) return parsed.role;
        warn(english(say`${path} is not used: ${parsed.reason}.`));
      }
      return NO_FILE;
    },
  };
}

const frontSchema = z.object({ steps: z.coerce.number().int().min(3).max(60).default(USUAL_STEPS) });

export type ParsedRole = { readonly ok: true; readonly role: RoleText } | { readonly ok: false; readonly reason: Text };

/** Markdown, with `steps: 20` between two lines of --- above it where that is not the usual number. Never throws. */
export function parseRole(markdown: string): ParsedRole {
  const [, front = '', text = markdown] = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(markdown) ?? [];
  const named = front.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^([a-z_]+):\s*(.*?)\s*(?:#.*)?$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
  const value = Object.fromEntries(named);
  const read = frontSchema.safeParse(value);
  if (!read.success) return { ok: false, reason: sayFirstIssue(read.error, value) };
  const told = text.trim();
  if (told === '') return { ok: false, reason: say`it has no text` };
  if (told.length > MAX_TEXT) return { ok: false, reason: say`its text is longer than ${MAX_TEXT} characters` };
  return { ok: true, role: { text: told, steps: read.data.steps } };
}

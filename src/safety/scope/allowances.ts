/** What a person allows in all their runs until they revoke it: one kind in one application or on one site, possibly for one skill only. */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { StateStore } from '../../ports/state-store.ts';
import { type Scope, scopeSchema } from '../scope.ts';

const allowanceSchema = z.object({
  id: z.string(),
  /** Sender id of who allowed it. */
  of: z.string(),
  /** One place and one kind. */
  scope: scopeSchema,
  /** Name of the place, as people call it. */
  name: z.string(),
  /** Only for runs of this skill, as long as its content is unchanged. */
  skill: z.object({ name: z.string(), stamp: z.string() }).optional(),
  /** ISO 8601. */
  at: z.string(),
});

export interface Allowance {
  readonly id: string;
  readonly of: string;
  readonly scope: Scope;
  readonly name: string;
  readonly skill?: { readonly name: string; readonly stamp: string } | undefined;
  readonly at: string;
}

/** A skill as far as it decides what a run does. */
export interface NamedSkill {
  readonly name: string;
  readonly steps: string;
  readonly playbook: unknown;
  readonly permissions: unknown;
  readonly source: unknown;
}

export interface Allowances {
  /** Of this person, oldest first. */
  list(person: string): readonly Allowance[];
  /** Allowances of everybody. */
  all(): readonly Allowance[];
  /** Scopes that hold in a run of this person, with this skill or none. */
  scopesFor(person: string, skill: NamedSkill | null): readonly Scope[];
  /** Resolves when it is on the disk; rejects with a sentence when it cannot be kept. */
  add(person: string, allowed: Pick<Allowance, 'scope' | 'name'>, skill: NamedSkill | null): Promise<void>;
  /** Removes them; resolves when they are gone from the disk. True when there were any. */
  revoke(ids: readonly string[]): Promise<boolean>;
}

const KEY = 'allowed';
/** Longer lists are not read by anybody; the oldest entries are dropped. */
const MOST = 100;

/** `isSame`: two sender ids of one person. Entries that cannot be read allow nothing. */
export function createAllowances(
  state: StateStore,
  now: () => number,
  isSame: (one: string, other: string) => boolean,
): Allowances {
  const all = (): readonly Allowance[] =>
    (z.array(z.unknown()).safeParse(state.get(KEY)).data ?? []).flatMap(
      (entry) => allowanceSchema.safeParse(entry).data ?? [],
    );
  const list = (person: string): readonly Allowance[] => all().filter(({ of }) => isSame(of, person));
  /** Changes run one after the other, since each writes the whole list. */
  let last: Promise<unknown> = Promise.resolve();
  const change = (next: (before: readonly Allowance[]) => readonly Allowance[]): Promise<void> => {
    const mine = last.then(() => state.set(KEY, next(all())));
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    list,
    all,
    scopesFor: (person, skill) =>
      list(person)
        .filter((one) => one.skill === undefined || (skill !== null && one.skill.stamp === stampOf(skill)))
        .map(({ scope }) => scope),
    async add(person, { scope, name }, skill) {
      const mine: Allowance = {
        id: randomBytes(9).toString('base64url'),
        ...{ of: person, scope, name },
        ...(skill === null ? {} : { skill: { name: skill.name, stamp: stampOf(skill) } }),
        at: new Date(now()).toISOString(),
      };
      await change((before) => [...before.filter((one) => !isSameAllowance(one, mine)), mine].slice(-MOST));
    },
    async revoke(ids) {
      const isThere = all().some(({ id }) => ids.includes(id));
      if (isThere) await change((before) => before.filter(({ id }) => !ids.includes(id)));
      return isThere;
    },
  };
}

function isSameAllowance(one: Allowance, other: Allowance): boolean {
  const keyOf = ({ of, scope, skill }: Allowance): string => JSON.stringify([of, scope, skill?.stamp ?? null]);
  return keyOf(one) === keyOf(other);
}

function stampOf({ name, steps, playbook, permissions, source }: NamedSkill): string {
  const whole = JSON.stringify([name, steps, playbook, permissions, source]);
  return createHash('sha256').update(whole).digest('hex').slice(0, 32);
}

/** The settings of one person, for a chat with a settings page: level of detail, caps, lasting permissions. */
import type { Caps } from '../config/caps.ts';
import type { DetailOf } from '../outbound/detail.ts';
import type { LimitName, PersonSettings } from '../ports/person-settings.ts';
import { sayAllowed } from '../run/confirm/allow-always.ts';
import type { OwnCaps } from '../run/limits/own-caps.ts';
import type { Allowances } from '../safety/scope/allowances.ts';

export interface PersonSettingsPorts {
  readonly detail: DetailOf;
  readonly caps: OwnCaps;
  readonly allowances: Pick<Allowances, 'list' | 'revoke'>;
}

/** In their order on the page; `unit`: of the cap, in units of the shown limit. */
const LIMITS: readonly { readonly name: LimitName; readonly cap: keyof Caps; readonly unit: number }[] = [
  { name: 'runUsd', cap: 'costLimitUsd', unit: 1 },
  { name: 'dayUsd', cap: 'dayCostLimitUsd', unit: 1 },
  { name: 'minutes', cap: 'timeLimitMs', unit: 60_000 },
  { name: 'steps', cap: 'maxIterations', unit: 1 },
  { name: 'tokens', cap: 'tokenBudget', unit: 1 },
];

export function createPersonSettings({ detail, caps, allowances }: PersonSettingsPorts): PersonSettings {
  return {
    read(senderId) {
      const now = caps.now();
      return {
        detail: detail.of(senderId),
        limits: LIMITS.map(({ name, cap, unit }) => ({ name, value: now[cap] / unit, most: caps.most[cap] / unit })),
        allowed: allowances
          .list(senderId)
          .map((one) => ({ id: one.id, text: sayAllowed({ ...one, skill: one.skill?.name ?? null }) })),
      };
    },
    async setDetail(senderId, level) {
      await detail.change(senderId, level);
    },
    setLimits(wanted, mayRaise) {
      const changed = LIMITS.flatMap(({ name, cap, unit }) => {
        const value = wanted[name];
        return value === undefined ? [] : [[cap, value * unit] as const];
      });
      return caps.set(Object.fromEntries(changed), mayRaise);
    },
    async revoke(senderId, id) {
      const isTheirs = allowances.list(senderId).some((one) => one.id === id);
      if (isTheirs) await allowances.revoke([id]);
    },
  };
}

/** The always-allowed scopes, for the command line: it may list and revoke them, and add one only with the owner's tap. */
import { findOwner, hasPhone, type OwnerPorts } from '../outbound/owner.ts';
import { type AllowedControl, ControlRefusal, told } from '../ports/control.ts';
import { sayAllowed } from '../run/confirm/allow-always.ts';
import { kindOfApp } from '../safety/apps/app-names.ts';
import { bareHost } from '../safety/places/same-site.ts';
import { isShared } from '../safety/places/shared-hosts.ts';
import type { Allowances } from '../safety/scope/allowances.ts';
import type { Scope } from '../safety/scope.ts';
import { say, type Text } from '../words/say.ts';

export interface AllowedControlPorts extends OwnerPorts {
  readonly allowances: Pick<Allowances, 'all' | 'add' | 'revoke'>;
  /** Rejects with `ControlRefusal` unless the owner says yes. */
  readonly askOwner: (what: Text, signal: AbortSignal) => Promise<void>;
}

export function createAllowedControl(ports: AllowedControlPorts): AllowedControl {
  const { allowances, askOwner } = ports;
  return {
    list: async () =>
      allowances.all().map((one) => ({
        id: one.id,
        of: one.of,
        ...told(sayAllowed({ ...one, skill: one.skill?.name ?? null })),
        at: one.at,
      })),
    revoke: (ids) => allowances.revoke(ids),
    async add({ kind, in: where, name }, signal) {
      const scope = where === 'app' ? scopeOfApp(name, kind) : scopeOfSite(name, kind);
      // Without a phone nobody could be asked: the page has a button for it.
      const owner = hasPhone(ports.people()) ? findOwner(ports) : null;
      if (owner === null) throw new ControlRefusal(NO_PHONE, 2);
      const offer = { scope, name: [...scope.apps, ...scope.sites].join(''), skill: null };
      await askOwner(say`Somebody at a terminal wants to allow always: ${sayAllowed(offer)}.`, signal);
      await allowances.add(owner.id, offer, null);
      return told(sayAllowed(offer));
    },
  };
}

function scopeOfApp(name: string, kind: Scope['kinds'][number]): Scope {
  if (['private', 'conversation', 'launcher', 'terminal', 'browser'].includes(kindOfApp({ app: name }, [])))
    throw new ControlRefusal(say`${name} cannot be allowed as a whole. For a browser, allow a site.`, 2);
  return { apps: [name], sites: [], folders: [], kinds: [kind] };
}

function scopeOfSite(name: string, kind: Scope['kinds'][number]): Scope {
  const site = bareHost(name);
  if (!/^(?:[a-z0-9-]+\.)+[a-z]{2,24}$/.test(site) || isShared(site))
    throw new ControlRefusal(say`${name} is not one site. Write its host, like ${'docs.example.com'}.`, 2);
  return { apps: [], sites: [site], folders: [], kinds: [kind] };
}

const NO_PHONE = say`Allowing more needs a yes on the owner’s phone, and no phone is connected. Connect one with ${'deskhand pair'}, or tap ${say`Allow always`} on a card.`;

/** Whether a scope names a window: by its application, in a browser by the page in front. */

import { isOfSites } from '../places/same-site.ts';
import type { Scope } from '../scope.ts';
import { type AppIdentity, kindOfApp } from './app-names.ts';
import type { AppKind } from './bundles.ts';
import { isSameApp } from './same-app.ts';

/** Kinds that no scope includes, whatever it names. */
const NEVER: readonly AppKind[] = ['private', 'conversation', 'launcher'];

export function isNamedWindow(
  window: AppIdentity & { readonly address?: string },
  scope: Scope,
  privateApps: readonly string[],
): boolean {
  const kind = kindOfApp(window, privateApps);
  if (NEVER.includes(kind)) return false;
  const { address } = window;
  if (kind === 'browser' || window.app === undefined) return address !== undefined && isOfSites(address, scope.sites);
  return isNamedApp(window, scope);
}

export function isNamedApp(window: AppIdentity, { apps }: Scope): boolean {
  return apps.some((app) => isSameApp(app, window));
}

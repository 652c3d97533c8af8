/** A skill's permissions: actions outside of them ask. They can only raise a risk. */
import { traitsOf } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import { kindOfApp } from '../safety/apps/app-names.ts';
import { high } from '../safety/levels.ts';
import { type Judgement, strictest } from '../safety/risk.ts';
import { say } from '../words/say.ts';
import type { Permission, Skill } from './skill.ts';

/** Permission that an action needs, with this application in front ('' when there is none); null for none. */
export function permissionFor(action: Action, app: string): Permission | null {
  const { permission } = traitsOf(action);
  if (permission === 'front') return permissionForInput(app);
  if (permission === 'app') return 'app' in action && kindOfApp(action.app, []) === 'browser' ? 'browser' : 'apps';
  return permission === 'url' ? permissionForUrl('url' in action ? action.url : '') : permission;
}

function permissionForUrl(url: string): Permission {
  return /^\s*mailto:/i.test(url) ? 'apps' : /^\s*file:/i.test(url) ? 'files' : 'browser';
}

function permissionForInput(app: string): Permission {
  const kind = kindOfApp(app === '' ? undefined : app, []);
  return kind === 'browser' ? 'browser' : kind === 'terminal' ? 'shell' : 'apps';
}

/** A browser is an application, too: either permission opens it. */
export function isPermitted(action: Action, app: string, permissions: readonly Permission[]): boolean {
  const needed = permissionFor(action, app);
  return (
    needed === null || permissions.includes(needed) || (action.action === 'open_app' && permissions.includes('apps'))
  );
}

/** At least high for an action outside the skill's permissions. */
export function tightenByPermissions(
  judgement: Judgement,
  action: Action,
  app: string,
  skill: Skill | null,
): Judgement {
  const needed = permissionFor(action, app);
  if (skill === null || skill.permissions === null || needed === null || isPermitted(action, app, skill.permissions))
    return judgement;
  return strictest(
    judgement,
    high('skill.permission', say`The skill “${skill.name}” doesn't list “${needed}” among its permissions`),
  );
}

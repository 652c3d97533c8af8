/** A skill's permissions: what is outside of them asks. They raise a risk and never lower one. */
import type { Action } from '../action/schema.ts';
import { kindOfApp } from '../safety/apps/app-names.ts';
import { high } from '../safety/levels.ts';
import { type Judgement, strictest } from '../safety/risk.ts';
import type { Permission, Skill } from './skill.ts';

/** What an action uses, with this application in front ('' when there is none); null for what needs no permission. */
export function permissionFor(action: Action, app: string): Permission | null {
  switch (action.action) {
    case 'click':
    case 'mouse_down':
    case 'mouse_up':
    case 'drag':
    case 'type':
    case 'key':
    case 'hold_key':
    case 'focus':
    case 'set_value':
      return permissionForInput(app);
    case 'open_app':
      return kindOfApp(action.app, []) === 'browser' ? 'browser' : 'apps';
    case 'applescript':
      return 'apps';
    case 'open_url':
      return /^\s*mailto:/i.test(action.url) ? 'apps' : /^\s*file:/i.test(action.url) ? 'files' : 'browser';
    case 'shell':
      return 'shell';
    case 'file_view':
    case 'file_create':
    case 'file_replace':
    case 'file_insert':
    case 'file_undo':
    case 'send_file':
      return 'files';
    case 'clipboard_read':
    case 'clipboard_write':
      return 'clipboard';
    case 'vault_read':
    case 'vault_write':
    case 'recall':
      return 'vault';
    default:
      return null;
  }
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

/** At least high when the skill may not do this. */
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
    high('skill.permission', `the skill “${skill.name}” does not name ${needed} among its permissions`),
  );
}

/** Lowers a judgement that asks only for want of a scope, when the run's scope or a lasting permission holds it. Other judgements stay. */
import { isInput } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import { say } from '../../words/say.ts';
import { isSettingsApp, isSystemQuestion, kindOfApp } from '../apps/app-names.ts';
import { isNamedApp, isNamedWindow } from '../apps/named-window.ts';
import { placeOfInput } from '../input/input-place.ts';
import type { Places } from '../places/places.ts';
import { bareHost, hostOf } from '../places/same-site.ts';
import { isSteering } from '../places/steering-names.ts';
import { isTellingField } from '../provenance.ts';
import type { GateContext, Judgement } from '../risk.ts';
import type { Scope, ScopeKind } from '../scope.ts';

export interface ScopeRules {
  readonly places: Places;
  readonly privateApps: readonly string[];
}

export function weighScope(action: Action, context: GateContext, judged: Judgement, rules: ScopeRules): Judgement {
  const { within } = judged;
  if (within === undefined || judged.risk !== 'high') return judged;
  const holds = (scope: Scope): boolean => scope.kinds.includes(within) && isNamed(action, context, scope, rules);
  // The walls of the place keep it in those folders; where there is no such place it asks.
  if (within === 'run')
    return action.action === 'shell' && context.scope !== undefined && holds(context.scope) ? inPlace(judged) : judged;
  if (context.scope !== undefined && holds(context.scope))
    return { ...judged, risk: 'moderate', rule: RULES[within], reason: REASONS[within] };
  if (context.always?.some(holds) === true)
    return { ...judged, risk: 'moderate', rule: `always.${within}`, reason: ALWAYS };
  const offer = leastScope(within, context);
  return {
    ...judged,
    ...(offer !== null && holds(offer) ? { offer } : {}),
    ...(isUndoable(action, context, judged, rules) ? { isUndoable: true } : {}),
  };
}

/** Deskhand's own edits of files, which `file_undo` restores. */
const TAKEN_BACK = /^file_(?:create|replace|insert)$/;

/** Whether only the kind is not granted: the folder is, and nothing about the edit is in doubt. */
function isUndoable(action: Action, context: GateContext, { isUnsure }: Judgement, rules: ScopeRules): boolean {
  const { scope, tainted } = context;
  return (
    TAKEN_BACK.test(action.action) &&
    scope !== undefined &&
    tainted === undefined &&
    isUnsure !== true &&
    isNamed(action, context, scope, rules)
  );
}

function inPlace({ within: _, ...judged }: Judgement): Judgement {
  return { ...judged, rule: 'scope.run', reason: REASONS.run, confined: true };
}

const ALWAYS = say`You always allow this there`;

/** The application in front, or the site of its page, alone; null when that cannot be named to a person. */
function leastScope(kind: ScopeKind, { app, bundle, address }: GateContext): Scope | null {
  const host = address === undefined ? null : hostOf(address);
  const name = bundle || app;
  if (kind === 'run' || (host === null && !name)) return null;
  return host === null
    ? { apps: [name ?? ''], sites: [], folders: [], kinds: [kind] }
    : { apps: [], sites: [bareHost(host)], folders: [], kinds: [kind] };
}

const RULES: Readonly<Record<ScopeKind, string>> = { edit: 'scope.edit', save: 'scope.save', run: 'scope.run' };
const REASONS = {
  edit: say`You allowed editing there for this run`,
  save: say`You allowed saving there for this run`,
  run: say`You allowed commands in that folder for this run`,
} as const;

function isNamed(action: Action, context: GateContext, scope: Scope, rules: ScopeRules): boolean {
  switch (action.action) {
    case 'file_create':
    case 'file_replace':
    case 'file_insert':
    case 'file_undo':
      return isInFolders(action.path, context, scope, rules.places);
    case 'shell':
      return scope.kinds.includes('run') && scope.folders.length > 0;
    default:
      return isInput(action) && isInWindows(context, scope, rules);
  }
}

function isInWindows(context: GateContext, scope: Scope, { privateApps }: ScopeRules): boolean {
  const kind = kindOfApp(context, privateApps);
  if (kind === 'terminal' || isSystemQuestion(context) || isSettingsApp(context)) return false;
  // Recipients, amounts and passwords are asked about each time.
  if (context.element?.secure === true || isTellingField(context.element?.name)) return false;
  if (isNamedWindow(context, scope, privateApps)) return true;
  // The browser's own bar, while no page is open.
  const { address } = context;
  const isEmpty = address === undefined || address === 'about:blank';
  return kind === 'browser' && isEmpty && placeOfInput(context) === 'address-bar' && isNamedApp(context, scope);
}

/** Whether the path is in one of the scope's folders; a folder that is or contains the home folder does not count. */
function isInFolders(path: string, { cwd }: GateContext, { folders }: Scope, places: Places): boolean {
  const target = places.absolute(path, cwd ?? places.home);
  return folders.some((named) => {
    const folder = places.absolute(named, places.home);
    if (folder === '/' || `${places.home}/`.startsWith(`${folder}/`)) return false;
    if (places.write(path, cwd ?? places.home, false).kind !== 'plain') return false;
    return target === folder ? !isSteering(nameOf(target)) : isBelow(target, folder, places);
  });
}

function isBelow(target: string, folder: string, places: Places): boolean {
  if (!target.startsWith(`${folder}/`) || isSteering(target.slice(folder.length + 1))) return false;
  const [real, realFolder] = [places.real(target), places.real(folder)];
  return real !== null && realFolder !== null && real.startsWith(`${realFolder}/`);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

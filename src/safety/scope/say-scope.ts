/** A scope in words: several lines for the card, one line for reports. */
import { join, say, type Text } from '../../words/say.ts';
import { showInLine } from '../../words/visible.ts';
import type { Scope, ScopeKind } from '../scope.ts';

const KINDS: Readonly<Record<ScopeKind, Text>> = {
  edit: say`edit`,
  save: say`save`,
  run: say`run commands that change files there`,
};

/** The places and the kinds. */
export function scopeLines({ apps, sites, folders, kinds }: Scope): readonly Text[] {
  return [say`In ${list([...apps, ...sites, ...folders])}`, say`Allowed: ${sayKinds(kinds)}`];
}

export function sayScope({ apps, sites, folders, kinds }: Scope): Text {
  return say`${sayKinds(kinds)} in ${list([...apps, ...sites, ...folders])}`;
}

function sayKinds(kinds: readonly ScopeKind[]): Text {
  return join(
    kinds.map((kind) => KINDS[kind]),
    ', ',
  );
}

function list(names: readonly string[]): Text {
  return join(names.map(showInLine), ', ');
}

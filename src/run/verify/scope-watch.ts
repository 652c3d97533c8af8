/** Compares what a run may change, before its first act and at its end: the files of its folders, and settings windows. */
import { compareFolders, type FolderChanges } from '../../checks/compare-folders.ts';
import type { SettingChanges } from '../../journal/scope-compared.ts';
import type { FolderListing, Machine } from '../../ports/machine.ts';
import type { Observation } from '../../screen/observe.ts';
import { bareTitle } from '../../screen/surprise.ts';

export interface ScopeWatch {
  /** Before an act: each of these folders (or of the files that are named) is listed once. Rejects only with the signal's reason. */
  begin(places: readonly string[], signal: AbortSignal): Promise<void>;
  /** Keeps what a settings window shows in this look. */
  see(observation: Pick<Observation, 'front' | 'elements'>): void;
  /** Changes of the folders since then; nothing without folders. Rejects only with the signal's reason. */
  compareFolders(signal: AbortSignal): Promise<readonly FolderChanges[]>;
  /** What changed in windows of settings; `ours`: names of the elements that acts pointed at. */
  compareSettings(ours: ReadonlySet<string>): readonly SettingChanges[];
}

interface Setting {
  readonly name: string;
  readonly value: string;
}

const MOST_FOLDERS = 4;
const MOST_WINDOWS = 6;
const SETTINGS =
  /(?<!\p{L})(?:settings?|preferences?|options?|control cent(?:er|re)|configuration|einstellung\p{L}*|voreinstellung\p{L}*|optionen|eigenschaften|properties|systemsteuerung)(?!\p{L})/iu;
const SETS =
  /^(?:check box|radio button|toggle button|switch|combo box|pop ?up button|slider|spin button|menu item|disclosure triangle|number field)$/i;

export function createScopeWatch({ machine }: { readonly machine: Pick<Machine, 'home' | 'facts'> }): ScopeWatch {
  const before = new Map<string, FolderListing>();
  const looked = new Set<string>();
  const windows = new Map<string, { readonly first: Map<string, Setting>; readonly last: Map<string, Setting> }>();
  const { home, facts } = machine;

  /** The folder a place is, or is in; null for none, and for the home folder as a whole. */
  const folderOf = async (place: string, signal: AbortSignal): Promise<string | null> => {
    const path = place.replace(/^~(?=\/|$)/, home).replace(/(?<=.)\/$/, '');
    const { kind } = await facts.path(path, signal);
    // Hidden folders hold settings and keys, so they are not listed.
    if (path.includes('/.')) return null;
    const folder = kind === 'folder' ? path : kind === 'other' ? '' : path.slice(0, path.lastIndexOf('/'));
    return folder === '' || folder === home || home.startsWith(`${folder}/`) ? null : folder;
  };
  return {
    async begin(places, signal) {
      for (const place of places) {
        if (looked.has(place)) continue;
        looked.add(place);
        const folder = before.size < MOST_FOLDERS ? await folderOf(place, signal) : null;
        const isKnown = [...before.keys()].some((known) => folder === known || folder?.startsWith(`${known}/`));
        if (folder === null || isKnown) continue;
        const listing = await facts.listing(folder, signal);
        if (listing !== null) before.set(folder, listing);
      }
    },
    see({ front, elements }) {
      const name = bareTitle(front.title);
      if (!SETTINGS.test(`${front.app} ${name}`)) return;
      const known = windows.get(name) ?? { first: new Map<string, Setting>(), last: new Map<string, Setting>() };
      if (!windows.has(name) && windows.size >= MOST_WINDOWS) return;
      windows.set(name, known);
      for (const { role, name: label, value, isSecure, isRead } of elements) {
        if (isSecure || isRead === true || label === '' || !SETS.test(role)) continue;
        const key = `${role} ${label}`;
        if (!known.first.has(key)) known.first.set(key, { name: label, value });
        known.last.set(key, { name: label, value });
      }
    },
    async compareFolders(signal) {
      const changes: FolderChanges[] = [];
      for (const [folder, listing] of before)
        changes.push(compareFolders(folder, listing, await facts.listing(folder, signal)));
      return changes;
    },
    compareSettings: (ours) =>
      [...windows].map(([window, { first, last }]) => ({
        window,
        changed: [...last].flatMap(([key, { name, value }]) => {
          const was = first.get(key)?.value ?? value;
          return was === value ? [] : [{ name, before: was, after: value, isOurs: ours.has(name) }];
        }),
      })),
  };
}

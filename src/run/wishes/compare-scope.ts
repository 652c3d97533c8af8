/** At the end of a run: what changed in the folders it may work in and in the settings it had open. For the journal, and in words. */
import { listNames } from '../../checks/untouched.ts';
import type { ComparedScope } from '../../journal/scope-compared.ts';
import type { SpokenSpan } from '../../outbound/spoken.ts';
import { withLimit } from '../../ports/waits/abort-signals.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { join, mapNames, say, type Text } from '../../words/say.ts';
import { showHidden, showHiddenIn } from '../../words/visible.ts';
import type { RunLog } from '../run-log.ts';
import type { ScopeWatch } from '../verify/scope-watch.ts';

const COMPARE_MS = 5000;
const MOST_NAMES = 50;
const MOST_SETTINGS = 5;
const MAX_NAME = 60;

export interface CompareScopeNeeds extends Pick<RunLog, 'record' | 'state'> {
  readonly scopeWatch: Pick<ScopeWatch, 'compareFolders' | 'compareSettings'>;
  readonly machine: { readonly home: string };
  readonly control: { readonly signal: AbortSignal };
}

/** Records the comparison, if there is anything to record. Never rejects: the end is told without it. */
export async function noteCompared({ scopeWatch, machine, control, record, state }: CompareScopeNeeds): Promise<void> {
  if (control.signal.aborted) return;
  try {
    const signal = withLimit(COMPARE_MS, control.signal);
    const ours = new Set(state().performed.flatMap(({ element }) => element?.name ?? []));
    const settings = scopeWatch.compareSettings(ours);
    const folders = (await scopeWatch.compareFolders(signal)).map(({ folder, made, changed, gone, isWhole }) => ({
      folder: folder.startsWith(`${machine.home}/`) ? `~${folder.slice(machine.home.length)}` : folder,
      isWhole,
      made: made.slice(0, MOST_NAMES),
      changed: changed.slice(0, MOST_NAMES),
      gone: gone.slice(0, MOST_NAMES),
    }));
    if (folders.length + settings.length > 0) record({ type: 'scope.compared', folders, settings: [...settings] });
  } catch {
    // A folder that cannot be listed any more proves nothing.
  }
}

/** Lines below the end, one for each folder and settings window; none when nothing was compared. Pure. */
export function comparedSpans(compared: ComparedScope | null): readonly SpokenSpan[] {
  if (compared === null) return [];
  const folders = compared.folders.map((folder) => join([sayFolder(folder), '\n'], ''));
  const settings = compared.settings.map((window) => join([saySettings(window), '\n'], ''));
  return [...folders, ...settings];
}

function sayFolder({ folder, made, changed, gone, isWhole }: ComparedScope['folders'][number]): Text {
  const where = showHidden(folder);
  const parts: readonly Text[] = [
    ...(made.length === 0 ? [] : [say`new: ${namesOf(made)}`]),
    ...(changed.length === 0 ? [] : [say`changed: ${namesOf(changed)}`]),
    ...(gone.length === 0 ? [] : [say`gone: ${namesOf(gone)}`]),
  ];
  if (parts.length === 0)
    return isWhole ? say`In ${where} no file changed.` : say`In ${where} no file changed, as far as I could check.`;
  const all = join(parts, '; ');
  return isWhole
    ? say`In ${where} ${all}. Nothing else changed there.`
    : say`In ${where} ${all}. I couldn't check all files there.`;
}

function namesOf(names: readonly string[]): Text {
  return mapNames(listNames(names), showHidden);
}

function saySettings({ window, changed }: ComparedScope['settings'][number]): Text {
  const where = shorten(showHidden(oneLine(window)), MAX_NAME);
  const others = changed.filter(({ isOurs }) => !isOurs);
  if (others.length === 0) return say`No other setting changed in “${where}”.`;
  const told = others
    .slice(0, MOST_SETTINGS)
    .map(({ name, before, after }) => showHiddenIn(`${shorten(oneLine(name), MAX_NAME)} (${before} → ${after})`));
  return say`Also changed in “${where}”: ${join(told, ', ')}`;
}

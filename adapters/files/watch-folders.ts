/** Tells when something in a folder changes: by the system's own notices, and where it has none to give by looking once in a while. */
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Editors write in several steps: they are over when nothing has come for this long, */
const QUIET_MS = 120;
/** or when it has gone on for this long. */
const LONGEST_MS = 500;
const LOOK_EVERY_MS = 700;

/**
 * Calls back within a second after an entry of a folder was made, changed, renamed or deleted, once for many changes at once. A folder
 * may be absent, go and come back. Which ones there are is asked again after each change. Never throws; holds no process open.
 */
export function watchFolders(list: () => readonly string[], changed: () => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly mark: string }>();
  const looks = new Map<string, string>();
  let folders: readonly string[] = [];
  let quiet: NodeJS.Timeout | undefined;
  let since = 0;

  const tell = (): void => {
    since = 0;
    arm();
    if (!signal.aborted) changed();
  };
  const poke = (): void => {
    if (signal.aborted) return;
    const now = performance.now();
    if (since === 0) since = now;
    clearTimeout(quiet);
    quiet = setTimeout(tell, Math.max(0, Math.min(QUIET_MS, since + LONGEST_MS - now))).unref();
  };

  const close = (path: string): void => {
    watchers.get(path)?.watcher.close();
    watchers.delete(path);
  };

  /** Watches what is there now under this path; what was there before may be another folder by now. */
  const armOne = (path: string, matters: (name: string | null) => boolean): boolean => {
    const mark = markOf(path);
    if (mark !== '' && watchers.get(path)?.mark === mark) return true;
    close(path);
    if (mark === '') return false;
    try {
      const watcher = watch(path, { persistent: false }, (_, name) => {
        if (matters(name)) poke();
      });
      watcher.on('error', () => {
        close(path);
        poke();
      });
      watchers.set(path, { watcher, mark });
      return true;
    } catch {
      return false;
    }
  };

  /** Watches the folders and their parents: only a parent tells when a folder comes or goes. */
  function arm(): void {
    if (signal.aborted) return;
    folders = list();
    const wanted = new Set([...folders, ...folders.map((folder) => dirname(folder))]);
    for (const path of [...watchers.keys()]) if (!wanted.has(path)) close(path);
    for (const path of [...looks.keys()]) if (!wanted.has(path)) looks.delete(path);
    for (const folder of folders) {
      const isAbove = armOne(dirname(folder), (name) => name === null || folders.some((one) => basename(one) === name));
      const isHere = armOne(folder, () => true);
      if (isHere || (isAbove && markOf(folder) === '')) looks.delete(folder);
      else if (!looks.has(folder)) looks.set(folder, lookAt(folder));
    }
  }

  const timer = setInterval(() => {
    for (const [folder, before] of looks) {
      const now = lookAt(folder);
      if (now === before) continue;
      looks.set(folder, now);
      poke();
    }
  }, LOOK_EVERY_MS).unref();
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(timer);
      clearTimeout(quiet);
      for (const path of [...watchers.keys()]) close(path);
    },
    { once: true },
  );
  arm();
}

/** Tells one folder from another at the same path; '' when there is none. */
function markOf(path: string): string {
  try {
    const { dev, ino } = statSync(path);
    return `${dev} ${ino}`;
  } catch {
    return '';
  }
}

/** A text that changes whenever an entry of the folder does. */
function lookAt(folder: string): string {
  try {
    return readdirSync(folder)
      .map((name) => {
        const { ino, size, mtimeMs, ctimeMs } = statSync(join(folder, name));
        return [name, ino, size, mtimeMs, ctimeMs].join(' ');
      })
      .join('\n');
  } catch {
    return '';
  }
}

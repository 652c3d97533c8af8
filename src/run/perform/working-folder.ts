/** The folder that a run's shell is in, from command to command. */

export interface WorkingFolder {
  /** Absolute. */
  path(): string;
  enter(path: string): void;
}

export function createWorkingFolder(home: string): WorkingFolder {
  let current = home;
  return {
    path: () => current,
    enter(path) {
      current = path;
    },
  };
}

/** Resolves a path as the gate does: from this folder, unless it begins at the root or the home folder. */
export function pathIn({ path }: Pick<WorkingFolder, 'path'>, given: string): string {
  return given.startsWith('/') || given === '~' || given.startsWith('~/') ? given : `${path()}/${given}`;
}

/** The home folder as `~`, which everybody reads faster. */
export function sayHome(text: string, home: string): string {
  return text === home ? '~' : text.replaceAll(`${home}/`, '~/');
}

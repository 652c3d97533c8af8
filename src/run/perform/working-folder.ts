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

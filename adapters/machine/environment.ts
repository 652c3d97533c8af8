/** The environment of everything the machine starts: made new each time, nothing of Deskhand's own comes through. */

/** Where programs are looked for: the system's own folders first, so that nothing the person installed stands in for them. */
const PROGRAM_FOLDERS = {
  linux: ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/usr/local/sbin', '/usr/games'],
  macos: ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/opt/homebrew/bin', '/usr/local/bin'],
} as const;

/** What leads a program to the display, the session bus, accessibility and input methods. */
const SESSION_VARIABLES = [
  'DISPLAY',
  'XAUTHORITY',
  'WAYLAND_DISPLAY',
  'DBUS_SESSION_BUS_ADDRESS',
  'AT_SPI_BUS_ADDRESS',
  'ACCESSIBILITY_ENABLED',
  'GTK_MODULES',
  'QT_ACCESSIBILITY',
  'GTK_IM_MODULE',
  'QT_IM_MODULE',
  'XMODIFIERS',
  'XDG_RUNTIME_DIR',
  'XDG_SESSION_TYPE',
  'XDG_CURRENT_DESKTOP',
  'XDG_DATA_HOME',
  'XDG_DATA_DIRS',
  'XDG_CONFIG_HOME',
];

export function programFolders(platform: 'linux' | 'macos'): readonly string[] {
  return PROGRAM_FOLDERS[platform];
}

/** `session` is any environment; only what programs with windows need is taken over from it. */
export function makeEnvironment(
  platform: 'linux' | 'macos',
  person: { readonly home: string; readonly user: string },
  session: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const environment: Record<string, string> = {
    HOME: person.home,
    USER: person.user,
    LOGNAME: person.user,
    SHELL: '/bin/bash',
    PATH: PROGRAM_FOLDERS[platform].join(':'),
    LANG: platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8',
    TERM: 'dumb',
  };
  for (const name of SESSION_VARIABLES) {
    const value = session[name];
    if (value !== undefined && value !== '') environment[name] = value;
  }
  return environment;
}

/**
 * For commands of the shell: what only shows something must not run programs that a repository or a setting names. The gate counts on it.
 * `git status` would run core.fsmonitor and, when it refreshes the index, hooks; with a pager, keys would run commands.
 */
export const QUIET_VARIABLES: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  MANPAGER: 'cat',
  LESSSECURE: '1',
};

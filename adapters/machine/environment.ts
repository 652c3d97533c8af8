/** The environment of everything the machine starts: made new each time, nothing of Deskhand's own comes through. */

/** Where programs are looked for: the system's own folders first, so that nothing the person installed stands in for them. */
const PROGRAM_FOLDERS = {
  linux: ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/usr/local/sbin', '/usr/games'],
  macos: ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/opt/homebrew/bin', '/usr/local/bin'],
} as const;

/** The variables that lead a program to the display, the session bus, accessibility and input methods. */
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

/** For every command of the shell: with a pager, keys would run commands; nobody is there who could answer. */
export const QUIET_VARIABLES: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  MANPAGER: 'cat',
  LESSSECURE: '1',
};

/** Settings of git for commands nobody was asked about, as git hands them on to itself (`-c`), in submodules too. */
const QUIET_GIT = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  // A bare repository inside a repository could bring settings of its own.
  'safe.bareRepository=explicit',
  'log.showSignature=false',
  'gpg.program=/usr/bin/false',
  'gpg.ssh.program=/usr/bin/false',
  'gpg.x509.program=/usr/bin/false',
  'diff.ignoreSubmodules=dirty',
  // Showing a submodule would start a second git in it, with the submodule's own settings.
  'diff.submodule=short',
  'status.submoduleSummary=false',
  'submodule.recurse=false',
];

/**
 * For commands that run without being asked about: showing something must not start programs that a repository or a setting names, nor
 * fetch anything. The gate counts on it.
 */
export const UNASKED_VARIABLES: Readonly<Record<string, string>> = {
  GIT_CONFIG_PARAMETERS: QUIET_GIT.map((setting) => `'${setting}'`).join(' '),
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GOTOOLCHAIN: 'local',
  // A folder's rust-toolchain.toml could name a program of its own.
  RUSTUP_TOOLCHAIN: 'stable',
  RUSTUP_AUTO_INSTALL: '0',
  PYTHONSAFEPATH: '1',
  HOMEBREW_NO_AUTO_UPDATE: '1',
};

/** Nothing that leads to the display, the bus or an agent: for commands in the confined place. */
export function withoutSession(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !SESSION_VARIABLES.includes(name)));
}

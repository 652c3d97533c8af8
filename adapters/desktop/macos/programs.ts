/** Every program of macOS that Deskhand runs itself, where it lies, and the flags it is given; what a person or a skill has run is theirs. */

export interface MacProgram {
  readonly path: string;
  readonly flags: readonly string[];
  /** Where its flags are described. */
  readonly from: string;
  readonly what: string;
}

export const MAC_PROGRAMS = {
  screencapture: {
    path: '/usr/sbin/screencapture',
    flags: ['-x', '-t', '-R'],
    from: 'screencapture(1)',
    what: 'the picture of a part of the screen',
  },
  osascript: {
    path: '/usr/bin/osascript',
    flags: ['-e', '-', '-l'],
    from: 'osascript(1)',
    what: "browsers' pages, window titles, scripts",
  },
  open: { path: '/usr/bin/open', flags: ['-a', '-b'], from: 'open(1)', what: 'applications and addresses' },
  ps: { path: '/bin/ps', flags: ['-A', '-ww', '-o'], from: 'ps(1)', what: 'the processes that run' },
  netstat: { path: '/usr/sbin/netstat', flags: ['-an', '-p'], from: 'netstat(1)', what: 'the ports that listen' },
} as const satisfies Readonly<Record<string, MacProgram>>;

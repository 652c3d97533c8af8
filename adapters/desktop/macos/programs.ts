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
    flags: ['-x', '-t', '-R', '-c'],
    from: 'screencapture(1)',
    what: 'the picture of a part of the screen',
  },
  osascript: {
    path: '/usr/bin/osascript',
    flags: ['-e', '-'],
    from: 'osascript(1)',
    what: "browsers' pages, skills' scripts",
  },
  open: { path: '/usr/bin/open', flags: ['-a', '-b'], from: 'open(1)', what: 'applications and addresses' },
  osacompile: {
    path: '/usr/bin/osacompile',
    flags: ['-o', '-e'],
    from: 'osacompile(1)',
    what: 'whether a script of a skill is whole (check:mac)',
  },
  sw_vers: { path: '/usr/bin/sw_vers', flags: [], from: 'sw_vers(1)', what: 'the version of macOS (check:mac)' },
  sysctl: { path: '/usr/sbin/sysctl', flags: ['-n'], from: 'sysctl(8)', what: 'the chip (check:mac)' },
  top: { path: '/usr/bin/top', flags: ['-l', '-n'], from: 'top(1)', what: 'whether it answers (check:mac)' },
  pmset: {
    path: '/usr/bin/pmset',
    flags: [],
    from: 'pmset(1)',
    what: 'puts the display to sleep when the person said so (check:mac)',
  },
  ps: { path: '/bin/ps', flags: ['-A', '-ww', '-o'], from: 'ps(1)', what: 'the processes that run' },
  netstat: { path: '/usr/sbin/netstat', flags: ['-an', '-p'], from: 'netstat(1)', what: 'the ports that listen' },
} as const satisfies Readonly<Record<string, MacProgram>>;

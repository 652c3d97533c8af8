/** The confined place on a Mac: a profile for sandbox-exec that denies by default. Tested as text; it was not run on a Mac. */
import { dirname } from 'node:path';
import type { SandboxAccess } from '../../src/ports/machine.ts';
import type { View } from './sandbox-view.ts';

export interface ProfileRequest {
  readonly view: View;
  readonly cwd: string;
  readonly scratch: string;
  readonly grants: readonly SandboxAccess[];
}

const SANDBOX_EXEC = '/usr/bin/sandbox-exec';

/** Programs and libraries, and the settings they need; data of the system that holds nothing of a person's. */
const SYSTEM = [
  ...['/usr/bin', '/usr/lib', '/usr/libexec', '/usr/sbin', '/usr/share', '/usr/standalone', '/bin', '/sbin'],
  ...[
    '/System/Library',
    '/System/Cryptexes',
    '/System/Volumes/Preboot/Cryptexes',
    '/Library/Apple',
    '/Library/Frameworks',
  ],
  ...['/Library/Developer/CommandLineTools', '/Library/Java', '/Library/Perl', '/Library/Ruby', '/Library/Fonts'],
  ...['/Applications/Xcode.app/Contents/Developer', '/private/var/db/dyld', '/private/var/db/timezone'],
  ...['/opt/homebrew/bin', '/opt/homebrew/Cellar', '/opt/homebrew/lib', '/opt/homebrew/opt', '/opt/homebrew/share'],
  ...['/usr/local/bin', '/usr/local/Cellar', '/usr/local/lib', '/usr/local/opt', '/usr/local/share'],
];
const SETTINGS = [
  ...[
    '/private/etc/localtime',
    '/private/etc/passwd',
    '/private/etc/group',
    '/private/etc/protocols',
    '/private/etc/services',
  ],
  ...[
    '/private/etc/hosts',
    '/private/etc/shells',
    '/private/etc/ssl/openssl.cnf',
    '/private/etc/ssl/cert.pem',
    '/private/etc/ssl/certs',
  ],
];
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom'];
/** Services that look up user names, and the log; none of them starts, opens, shows or stores anything. */
const SERVICES = ['com.apple.system.opendirectoryd.libinfo', 'com.apple.system.logger'];
const NETWORK_SERVICES = [
  ...[
    'com.apple.dnssd.service',
    'com.apple.SystemConfiguration.configd',
    'com.apple.SystemConfiguration.DNSConfiguration',
  ],
  ...['com.apple.trustd', 'com.apple.trustd.agent', 'com.apple.networkd'],
];

/** The last rule that fits wins (sandbox(7), and the profiles in /System/Library/Sandbox/Profiles). */
export function buildProfile({ view, cwd, scratch, grants }: ProfileRequest): readonly string[] {
  const paths = [...view.shown.map(({ path }) => path), scratch, cwd];
  const parents = new Set([...SYSTEM, ...SETTINGS, ...paths].flatMap(above));
  const writable = grants.flatMap((grant) => (grant.kind === 'write' ? [grant.path] : []));
  const mounts = [
    ...view.shown.map(({ path, isFolder }) => ({
      path,
      rules: [`(allow file-read* ${ordinary(where(path, isFolder))})`],
    })),
    ...view.covered.map(({ path, isFolder }) => ({
      path,
      rules: [`(deny file-read* file-write* ${where(path, isFolder)})`],
    })),
    ...writable.map((path) => ({ path, rules: [`(allow file-read* file-write* ${ordinary(where(path, true))})`] })),
  ].toSorted((one, other) => one.path.length - other.path.length);
  const lines = [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork)',
    '(allow signal process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow ipc-posix-sem)',
    `(allow mach-lookup ${SERVICES.map((name) => `(global-name ${quote(name)})`).join(' ')})`,
    `(allow file-read-metadata ${[...parents, '/tmp', '/var', '/etc'].map((path) => `(literal ${quote(path)})`).join(' ')})`,
    '(allow file-read* (literal "/"))',
    ...SYSTEM.map((path) => `(allow file-read* file-map-executable (subpath ${quote(path)}))`),
    ...SETTINGS.map((path) => `(allow file-read* (subpath ${quote(path)}))`),
    ...DEVICES.map((path) => `(allow file-read* file-write-data (literal ${quote(path)}))`),
    ...mounts.flatMap(({ rules }) => rules),
    `(allow file-read* file-write* file-map-executable ${ordinary(where(scratch, true))})`,
    ...(grants.some(({ kind }) => kind === 'network') ? networkRules() : []),
  ];
  return [SANDBOX_EXEC, '-p', lines.join('\n')];
}

function networkRules(): readonly string[] {
  return [
    '(allow network-outbound (remote ip))',
    '(allow network-outbound (literal "/private/var/run/mDNSResponder"))',
    '(allow system-socket (socket-domain AF_ROUTE))',
    `(allow mach-lookup ${NETWORK_SERVICES.map((name) => `(global-name ${quote(name)})`).join(' ')})`,
  ];
}

/** Regular files, folders and links only: sockets, pipes and devices would lead out of the place. */
function ordinary(place: string): string {
  return `(require-all ${place} (require-any (vnode-type REGULAR-FILE) (vnode-type DIRECTORY) (vnode-type SYMLINK)))`;
}

function where(path: string, isFolder: boolean): string {
  return `(${isFolder ? 'subpath' : 'literal'} ${quote(path)})`;
}

/** A string of the profile's language. */
export function quote(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}

function above(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...above(parent), path];
}

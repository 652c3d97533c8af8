/** Where a document is opened: a process without files, network or other processes, with little time and memory. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { BWRAP, FILTER_FD } from '../sandbox.ts';
import { buildFilter } from '../sandbox-filter.ts';
import { deviceMounts, NOBODY, systemMounts } from '../sandbox-place.ts';
import { buildProfile, quote } from '../sandbox-profile.ts';

export interface DocumentCode {
  /** The program of the process: `document-child.ts` beside this file, or what was made of it; absolute. */
  readonly program: string;
  /** Files and folders of Deskhand's own that it is made of; absolute. */
  readonly code: readonly string[];
}

export interface DocumentPlaceOptions extends DocumentCode {
  readonly platform: 'linux' | 'macos';
  /** Whether the confined place works here; without it the process is kept by Node's own permissions alone. */
  readonly hasPlace: boolean;
}

export interface StartOfDocument {
  readonly argv: readonly string[];
  /** Handed over as `FILTER_FD`; null where there is none. */
  readonly filter: Uint8Array | null;
}

const HEAP_MIB = 512;
/** Memory beside the heap: the bytes of the document, and what is made of them. */
const DATA_KIB = 1_280 * 1024;
/** No core dump and no written file; `-n` limits open files. */
const LIMITS = 'ulimit -c 0; ulimit -f 0; ulimit -n 64';

/** How the process is started, with these arguments. */
export async function placeDocument(names: readonly string[], options: DocumentPlaceOptions): Promise<StartOfDocument> {
  const { platform, program, hasPlace } = options;
  const code = [...options.code, ...findPackages(program)];
  const node = [
    process.execPath,
    `--max-old-space-size=${HEAP_MIB}`,
    '--permission',
    // Native code is allowed for sharp, which reads the size of pictures.
    '--allow-addons',
    '--disable-warning=SecurityWarning',
    ...code.map((path) => `--allow-fs-read=${path}`),
    program,
    ...names,
  ];
  const memory = platform === 'linux' ? `; ulimit -d ${DATA_KIB}` : '';
  const argv = ['/bin/sh', '-c', `{ ${LIMITS}${memory}; } 2>/dev/null; exec "$@"`, 'sh', ...node];
  if (!hasPlace) return { argv, filter: null };
  if (platform === 'macos') return { argv: [...profileFor(code), ...argv], filter: null };
  return { argv: [BWRAP, ...(await mountsFor(code)), ...argv], filter: buildFilter(process.arch) };
}

/** The folder of the one package (sharp) that is not compiled in. */
function findPackages(program: string): readonly string[] {
  try {
    const found = createRequire(program).resolve('sharp');
    return [found.slice(0, found.lastIndexOf('/sharp/'))];
  } catch {
    return [];
  }
}

/**
 * No session of its own: it has no terminal, and one that is ended while it is still being set up is reached only as part of the group it
 * was started in.
 */
async function mountsFor(code: readonly string[]): Promise<readonly string[]> {
  const shown = [...new Set([...code, process.execPath])].filter((path) => !/^\/(?:usr|bin|lib|lib64)\//.test(path));
  return [
    ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try', '--unshare-net'],
    ...(process.getuid?.() === 0 ? ['--uid', NOBODY, '--gid', NOBODY] : []),
    ...['--disable-userns', '--cap-drop', 'ALL', '--die-with-parent', '--seccomp', String(FILTER_FD)],
    ...(await systemMounts(false)),
    ...['--proc', '/proc', '--remount-ro', '/proc', ...deviceMounts()],
    ...shown.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path]),
    ...['--chdir', '/', '--remount-ro', '/', '--'],
  ];
}

/** Seatbelt's profile, not run on a Mac so far. The folder that stands for the scratch folder cannot be written to. */
function profileFor(code: readonly string[]): readonly string[] {
  const shown = [...new Set([...code, process.execPath, dirname(process.execPath)])].map((path) => ({
    path,
    isFolder: path !== process.execPath,
  }));
  const view = { shown, made: [], links: [], covered: [], withheld: [] };
  const empty = '/private/var/empty';
  const [program = '', flag = '', profile = ''] = buildProfile({ view, cwd: empty, scratch: empty, grants: [] });
  const maps = shown.map(({ path }) => `(subpath ${quote(path)})`).join(' ');
  return [
    program,
    flag,
    [profile, `(allow file-map-executable ${maps})`, '(allow dynamic-code-generation)'].join('\n'),
  ];
}

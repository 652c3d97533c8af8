/** System programs Deskhand needs on Linux: which are missing, and how they are brought (design, section 4). */
import { say, type Text } from '../../src/words/say.ts';

/** A Debian package and a file that shows it is there; any of several files will do. */
export interface NeededPackage {
  readonly name: string;
  readonly files: readonly string[];
  /** Optional: Deskhand starts without it and does less. It is installed together with required ones, and not demanded alone. */
  readonly isWanted?: true;
}

/** The program that confines commands. */
const PLACE = program('bubblewrap', 'bwrap');

/** What a desktop of our own and the hands need. */
export const RUN_PACKAGES: readonly NeededPackage[] = [
  program('xvfb', 'Xvfb'),
  program('openbox', 'openbox'),
  program('xterm', 'xterm'),
  program('dbus-x11', 'dbus-launch'),
  { name: 'at-spi2-core', files: ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher'] },
  library('libxtst6', 'libXtst.so.6'),
  library('libx11-6', 'libX11.so.6'),
  { ...PLACE, isWanted: true },
];

/** What the tests need beside these: real applications to work, and letters to show. */
export const TEST_PACKAGES: readonly NeededPackage[] = [
  ...RUN_PACKAGES.filter(({ isWanted }) => isWanted !== true),
  program('xdotool', 'xdotool'),
  program('xclip', 'xclip'),
  program('x11-xserver-utils', 'xsetroot'),
  program('mousepad', 'mousepad'),
  program('x11-utils', 'xwininfo'),
  program('chromium', 'chromium'),
  { ...program('chromium-headless-shell', 'chromium-headless-shell'), isWanted: true },
  program('procps', 'ps'),
  program('git', 'git'),
  PLACE,
  program('espeak-ng', 'espeak-ng'),
  program('opus-tools', 'opusenc'),
  program('gcc', 'gcc'),
  program('nats-server', 'nats-server'),
  program('openssl', 'openssl'),
  { name: 'libc6-dev', files: ['/usr/include/stdio.h'] },
  { name: 'fonts-dejavu-core', files: ['/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'] },
];

/** What the gestures in desktop applications are made in, beside these. */
export const GESTURE_PACKAGES: readonly NeededPackage[] = [
  ...TEST_PACKAGES,
  program('thunar', 'thunar'),
  program('mtpaint', 'mtpaint'),
  program('vim', 'vim'),
  program('nano', 'nano'),
  program('mc', 'mc'),
];

/** What a storm over a fleet is made with, beside these: clocks that are apart. */
export const FLEET_PACKAGES: readonly NeededPackage[] = [...TEST_PACKAGES, program('faketime', 'faketime')];

/** The programs of the long tasks, beside these. */
export const LONG_WORK_PACKAGES: readonly NeededPackage[] = [
  ...TEST_PACKAGES,
  program('libreoffice-calc', 'localc'),
  program('libreoffice-writer', 'lowriter'),
  program('mtpaint', 'mtpaint'),
];

function program(name: string, file: string): NeededPackage {
  return { name, files: ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin'].map((folder) => `${folder}/${file}`) };
}

function library(name: string, file: string): NeededPackage {
  const folders = [
    '/usr/lib/x86_64-linux-gnu',
    '/usr/lib/aarch64-linux-gnu',
    '/lib/x86_64-linux-gnu',
    '/usr/lib64',
    '/usr/lib',
  ];
  return { name, files: folders.map((folder) => `${folder}/${file}`) };
}

export interface ProgramPorts {
  readonly exists: (path: string) => boolean;
  readonly isRoot: boolean;
  /** Whether somebody sits at a terminal and can be asked. */
  readonly isTerminal: boolean;
  /** Whether CI=true is set: then nobody is asked. */
  readonly isCi: boolean;
  /** true for yes. */
  readonly ask: (question: Text) => Promise<boolean>;
  /** Runs a command with its output on standard error; the exit code. */
  readonly run: (command: string, args: readonly string[], env: Readonly<Record<string, string>>) => Promise<number>;
  readonly say: (line: Text) => void;
}

export type Ensured = { readonly ok: true } | { readonly ok: false; readonly text: Text };

const APT = '/usr/bin/apt-get';

/** Installs what is missing where that is allowed; otherwise the text holds the exact command to run. */
export async function ensurePrograms(needed: readonly NeededPackage[], ports: ProgramPorts): Promise<Ensured> {
  const missing = findMissing(needed, ports.exists);
  if (needed.every(({ name, isWanted }) => isWanted === true || !missing.includes(name))) return { ok: true };
  const names = missing.join(' ');
  const command = `apt-get update && apt-get install -y --no-install-recommends ${names}`;
  if (!ports.exists(APT)) {
    return {
      ok: false,
      text: say`Deskhand needs these programs, named as Debian's packages: ${names}. Install them and start again.`,
    };
  }
  if (!ports.isRoot)
    return {
      ok: false,
      text: say`Deskhand needs some programs. Run this, then start again:\n  sudo sh -c '${command}'`,
    };
  if (
    ports.isTerminal &&
    !ports.isCi &&
    !(await ports.ask(say`Deskhand needs these Debian packages: ${names}. Install them now? [Y/n] `))
  ) {
    return { ok: false, text: say`Nothing was installed. Run this, then start again:\n  ${command}` };
  }
  ports.say(say`Installing ${names} …`);
  return (await install(missing, ports))
    ? { ok: true }
    : {
        ok: false,
        text: say`The installation failed. Look at the lines above, fix what they name, and run:\n  ${command}`,
      };
}

/** Names of the packages none of whose files is there. */
export function findMissing(needed: readonly NeededPackage[], exists: ProgramPorts['exists']): readonly string[] {
  return needed.filter(({ files }) => !files.some(exists)).map(({ name }) => name);
}

async function install(names: readonly string[], { run }: ProgramPorts): Promise<boolean> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-o', 'DPkg::Lock::Timeout=120', '-q'];
  // An outdated list makes installs fail with 404; the update itself may fail for one of several sources and still do.
  await run(APT, [...options, 'update'], env);
  const code = await run(APT, [...options, 'install', '-y', '--no-install-recommends', ...names], env);
  return code === 0;
}

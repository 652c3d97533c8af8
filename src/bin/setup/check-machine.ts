/** Findings of setup about this computer before its first question, one line each, like the doctor's. */
import { statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { findDisplay } from '../../../adapters/desktop/find-display.ts';
import { openSandbox } from '../../../adapters/machine/sandbox.ts';
import { hasKeychain } from '../../../adapters/secrets/secret-store.ts';
import { MARKS } from '../../doctor/finding.ts';
import { join, say, type Text } from '../../words/say.ts';
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { ensureRunPrograms } from '../ensure-programs.ts';
import { ExitError } from '../exit.ts';
import { PROJECT_ROOT } from '../own-files.ts';
import { secretPlace } from '../secrets.ts';
import { loadSettings } from '../settings.ts';

const KEYCHAIN_MS = 5000;
const MIN_FREE_BYTES = 1_000_000_000;
const BYTES_PER_TENTH_GB = 100_000_000;

export async function checkMachine(): Promise<readonly Text[]> {
  const dataFolder = findDataFolder(loadSettings(process.env).DATA_DIR);
  return [
    line('ok', say`Node`, say`${process.version} at ${process.execPath}`),
    await checkDisplay(),
    await checkPlace(dataFolder),
    checkKeychain(dataFolder),
    await checkDisk(dataFolder),
    line('ok', say`Your data`, say`goes to ${dataFolder}`),
  ];
}

function line(state: keyof typeof MARKS, title: Text, text: Text): Text {
  return join([`${MARKS[state]} `, title, ': ', text], '');
}

/** Installs what is missing, after one question at a terminal. Rejects only when the signal aborts. */
export async function checkPrograms(signal: AbortSignal): Promise<Text> {
  if (process.platform !== 'linux') return line('ok', say`Programs`, say`this Mac brings all that is needed`);
  try {
    await ensureRunPrograms(signal);
    return line('ok', say`Programs`, say`all that are needed are there`);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ExitError)) throw error;
    return line('bad', say`Programs`, error.text);
  }
}

async function checkDisplay(): Promise<Text> {
  if (process.platform === 'darwin')
    return line('off', say`Permissions`, say`asked for at the first start; ${call('doctor')} says which is missing`);
  const found = await findDisplay(process.env);
  if (found.ok) return line('ok', say`Display`, `${found.name}, ${found.width}x${found.height}`);
  const { WAYLAND_DISPLAY: wayland = '' } = process.env;
  return wayland === ''
    ? line('off', say`Display`, say`there is none, so Deskhand works a virtual one of its own`)
    : line(
        'off',
        say`Display`,
        say`this is a Wayland session, so Deskhand works a virtual one; log in with X11 to see it work`,
      );
}

async function checkPlace(dataFolder: string): Promise<Text> {
  const platform = process.platform === 'darwin' ? 'macos' : 'linux';
  const sandbox = await openSandbox({ platform, home: homedir(), root: PROJECT_ROOT, dataDir: dataFolder });
  sandbox.close();
  const lacks = [sandbox.lack, sandbox.placeLack].filter((lack) => lack !== '');
  return lacks.length === 0
    ? line('ok', say`Confined place`, say`shell commands are kept in it`)
    : line('bad', say`Confined place`, join(lacks, ' '));
}

function checkKeychain(dataFolder: string): Text {
  return hasKeychain({ ...secretPlace(dataFolder), deadlineMs: KEYCHAIN_MS })
    ? line('ok', say`Keychain`, say`tokens and keys go into it`)
    : line('off', say`Keychain`, say`none answers, so tokens and keys go into a file that you alone can read`);
}

async function checkDisk(dataFolder: string): Promise<Text> {
  const free = await statfs(dataFolder)
    .catch(() => statfs(homedir()))
    .then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    );
  if (free === null) return line('off', say`Disk`, say`it could not be looked at`);
  const gb = Math.floor(free / BYTES_PER_TENTH_GB) / 10;
  return free >= MIN_FREE_BYTES
    ? line('ok', say`Disk`, say`${gb} GB are free`)
    : line('bad', say`Disk`, say`only ${gb} GB are free: recordings may fail`);
}

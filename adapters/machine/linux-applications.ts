/** Opens applications and addresses on a Linux desktop; what it opens belongs to the person and outlives Deskhand. */
import { execFile, spawn } from 'node:child_process';
import { access, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkApplicationName } from '../../src/ports/application-name.ts';
import type { MachineResult } from '../../src/ports/machine.ts';
import { textOf } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';
import { refuseUnknown } from './application-name.ts';
import { type DesktopEntry, findDesktopEntry, findOfKind, namesOf, readDesktopEntries } from './desktop-entries.ts';
import { findProgram, hasWindows, isProgram } from './programs-by-name.ts';
import { checkUrl } from './url.ts';

export interface LinuxApplicationsOptions {
  readonly home: string;
  readonly environment: () => Readonly<Record<string, string>>;
  /** Where programs are looked for by name. */
  readonly programFolders: readonly string[];
  readonly isRoot: boolean;
}

/** An application that ends with an error within this time has not opened. */
const SETTLE_MS = 600;
const ANSWER_MS = 2000;

/** Browsers built on Chromium share its rules; all browsers are tried in this order. */
const CHROMIUM_BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'brave-browser',
  'microsoft-edge',
  'vivaldi',
];
/** Applications built on Chromium that are started by a script elsewhere. */
const CHROMIUM_KIN = [...CHROMIUM_BROWSERS, 'opera', 'code', 'codium', 'slack', 'discord', 'signal-desktop', 'spotify'];
/** A file that lies beside every program built on Chromium. */
const CHROMIUM_PART = 'chrome_100_percent.pak';
const SHOW_ELEMENTS = '--force-renderer-accessibility';
const MAILS = 'x-scheme-handler/mailto';
const BROWSERS = [...CHROMIUM_BROWSERS, 'firefox', 'firefox-esr', 'epiphany-browser', 'falkon'];

export function createLinuxApplications(options: LinuxApplicationsOptions) {
  const { home, environment, programFolders, isRoot } = options;

  const start = async (
    name: string,
    command: readonly string[],
    folder: string,
    signal: AbortSignal,
  ): Promise<MachineResult> => {
    const [program = '', ...args] = command;
    const path = program.startsWith('/') ? program : await findProgram(program, programFolders);
    if (path === null || !(await isProgram(path))) {
      return { ok: false, text: say`${name} could not be opened: its program ${program} is not installed.` };
    }
    // Chromium refuses to run its sandbox as root.
    const isUnboxed = isRoot && CHROMIUM_BROWSERS.includes(basename(path));
    const extra = [
      ...((await isChromium(path)) ? [SHOW_ELEMENTS] : []),
      ...(isUnboxed ? ['--no-sandbox', '--no-first-run'] : []),
    ];
    signal.throwIfAborted();
    const end = await startDetached(path, [...extra, ...args], folder, {
      ...environment(),
      ACCESSIBILITY_ENABLED: '1',
    });
    if (end !== '') return { ok: false, text: say`${name} could not be opened: ${end}.` };
    const opened = say`Opened ${name}.`;
    const text = isUnboxed ? say`${opened} It runs without its own sandbox, because Deskhand runs as root.` : opened;
    return { ok: true, text };
  };

  const startEntry = async (entry: DesktopEntry, signal: AbortSignal): Promise<MachineResult> => {
    const name = entry.names[0] ?? entry.id;
    const folder = entry.folder === '' ? home : entry.folder;
    if (!entry.needsTerminal) return start(name, entry.command, folder, signal);
    const terminals = ['x-terminal-emulator', 'xterm'];
    for (const terminal of terminals) {
      const path = await findProgram(terminal, programFolders);
      if (path !== null) return start(name, [path, '-e', ...entry.command], folder, signal);
    }
    return { ok: false, text: say`${name} could not be opened: it needs a terminal, and none is installed.` };
  };

  const startNamed = async (app: string, signal: AbortSignal): Promise<MachineResult | null> => {
    const path = await findProgram(app, programFolders);
    return path !== null && (await hasWindows(path)) ? start(app, [path], home, signal) : null;
  };

  /** The chosen browser if it is built on Chromium, else null: xdg-open would start it without the flag that makes it show its elements. */
  const findChosenBrowser = async (): Promise<DesktopEntry | null> => {
    const path = await findProgram('xdg-settings', programFolders);
    if (path === null) return null;
    const id = await readLine(path, ['get', 'default-web-browser'], environment());
    const entries = await readDesktopEntries(dataFolders(home, environment()));
    const entry = entries.find((each) => each.id === id.replace(/\.desktop$/, ''));
    const program = entry?.command[0] ?? '';
    const browser = program.startsWith('/') ? program : await findProgram(program, programFolders);
    return entry !== undefined && browser !== null && (await isChromium(browser)) ? entry : null;
  };

  /** Opens a mail draft with the mail program. A browser that opens instead counts as a failure, since it writes no mail. */
  const openDraft = async (url: string, signal: AbortSignal): Promise<MachineResult> => {
    const entries = await readDesktopEntries(dataFolders(home, environment()));
    const path = await findProgram('xdg-mime', programFolders);
    const id = path === null ? '' : await readLine(path, ['query', 'default', MAILS], environment());
    const chosen = entries.find((entry) => entry.id === id.replace(/\.desktop$/, ''));
    const entry = chosen ?? entries.find(({ opens }) => opens.includes(MAILS));
    if (entry === undefined)
      return {
        ok: false,
        text: say`No mail program is set up on this computer. Install one, for example Thunderbird.`,
      };
    const opened = await startEntry({ ...entry, command: [...entry.command, url] }, signal);
    return opened.ok ? { ok: true, text: say`${url}: ${opened.text}` } : opened;
  };

  return {
    async applicationNames(app: string, signal: AbortSignal): Promise<readonly string[]> {
      signal.throwIfAborted();
      const entries = await readDesktopEntries(dataFolders(home, environment()));
      const entry = findDesktopEntry(app, entries) ?? findOfKind(app, entries);
      return entry === null ? [] : namesOf(entry);
    },

    async openApp(app: string, signal: AbortSignal): Promise<MachineResult> {
      signal.throwIfAborted();
      const checked = checkApplicationName(app);
      if (!checked.ok) return checked;
      const name = checked.checked;
      const entries = await readDesktopEntries(dataFolders(home, environment()));
      const entry = findDesktopEntry(name, entries);
      const opened = entry === null ? await startNamed(name, signal) : await startEntry(entry, signal);
      if (opened !== null) return opened;
      const ofKind = findOfKind(name, entries);
      if (ofKind !== null) return await startEntry(ofKind, signal);
      const known = entries.flatMap(({ names }) => names.slice(0, 1));
      return refuseUnknown(name, known);
    },

    /**
     * Opens an address with the person's browser, or xdg-open where that is not known; as root, or where that fails, with any browser that
     * is there.
     */
    async openUrl(url: string, signal: AbortSignal): Promise<MachineResult> {
      signal.throwIfAborted();
      const checked = checkUrl(url);
      if (!checked.ok) return checked;
      if (checked.checked.startsWith('mailto:')) return await openDraft(checked.checked, signal);
      const chosen = isRoot ? null : await findChosenBrowser();
      if (chosen !== null) {
        const opened = await startEntry({ ...chosen, command: [...chosen.command, checked.checked] }, signal);
        if (opened.ok) return { ok: true, text: say`${checked.checked}: ${opened.text}` };
      }
      const chooser = await findProgram('xdg-open', programFolders);
      if (chooser !== null && !isRoot) {
        const opened = await start(checked.checked, [chooser, checked.checked], home, signal);
        if (opened.ok) return opened;
      }
      for (const browser of BROWSERS) {
        const path = await findProgram(browser, programFolders);
        if (path === null) continue;
        const opened = await start(browser, [path, checked.checked], home, signal);
        return opened.ok ? { ok: true, text: say`${checked.checked}: ${opened.text}` } : opened;
      }
      return { ok: false, text: say`No browser is installed. Install one, for example chromium or firefox-esr.` };
    },
  };
}

/** Such a program shows its elements only when told to at its start. */
async function isChromium(path: string): Promise<boolean> {
  if (CHROMIUM_KIN.includes(basename(path))) return true;
  const real = await realpath(path).catch(() => path);
  return await access(join(dirname(real), CHROMIUM_PART)).then(
    () => true,
    () => false,
  );
}

/** In the order in which they win (XDG Base Directory Specification), and where Flatpak and Snap put theirs. */
function dataFolders(home: string, environment: Readonly<Record<string, string>>): readonly string[] {
  const own = environment.XDG_DATA_HOME ?? `${home}/.local/share`;
  const shared = environment.XDG_DATA_DIRS?.split(':') ?? ['/usr/local/share', '/usr/share'];
  const others = [`${own}/flatpak/exports/share`, '/var/lib/flatpak/exports/share', '/var/lib/snapd/desktop'];
  return [...new Set([own, ...shared, ...others])].filter((folder) => folder.startsWith('/'));
}

/** '' when it still runs after a moment or has handed over to one that runs; otherwise how it ended. */
async function startDetached(
  path: string,
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Text> {
  const child = spawn(path, args, { cwd: folder, env: environment, detached: true, stdio: 'ignore' });
  const ended = new Promise<Text>((resolve) => {
    child.once('error', (error) => resolve(textOf(error)));
    child.once('exit', (code, name) =>
      resolve(code === 0 ? '' : say`it ended at once (${name ?? say`exit code ${code ?? ''}`})`),
    );
  });
  child.unref();
  return Promise.race([ended, sleep(SETTLE_MS, '')]);
}

/** The first line a program prints; '' when it fails. */
function readLine(path: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve) => {
    execFile(path, args, { env, timeout: ANSWER_MS }, (error, output) => resolve(error === null ? output.trim() : ''));
  });
}

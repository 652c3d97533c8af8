/** Tools for `check:mac` on a real Mac. */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, release } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { createHands } from '../../../adapters/desktop/hands.ts';
import type { CheckKit, Hand, ProgramResult } from '../../../adapters/desktop/macos/check/check.ts';
import type { Report } from '../../../adapters/desktop/macos/check/report.ts';
import { serveTarget, type Target } from '../../../adapters/desktop/macos/check/target.ts';
import { openMacFacts } from '../../../adapters/desktop/macos/facts.ts';
import { MAC_PROGRAMS } from '../../../adapters/desktop/macos/programs.ts';
import { readSkillFolder } from '../../../adapters/files/skill-files.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { settingsSchema } from '../../config/schema.ts';
import type { Desktop, Place } from '../../ports/desktop.ts';
import { anySignal, withLimit } from '../../ports/waits/abort-signals.ts';
import { followKeys, followPointer, guardCorner } from '../../run/life/follow-hand.ts';
import { useShell } from '../../run/perform/shell.ts';
import { createWorkingFolder } from '../../run/perform/working-folder.ts';
import { english } from '../../words/speak.ts';
import { OWN_FILES, PROJECT_ROOT } from '../own-files.ts';
import { openGate } from '../parts/open-gate.ts';
import { type OpenLocalStopOptions, openLocalStop } from '../parts/open-local-stop.ts';
import { openMachine } from '../parts/open-machine.ts';

const SAFARI = 'com.apple.Safari';
const PROGRAM_S = 30;
const DEMO_MS = 180_000;
const SECRET = 'not for any command';

export interface KitOptions {
  readonly isUnattended: boolean;
  readonly dataFolder: string;
  readonly report: Report;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
}

export interface OpenedKit {
  readonly kit: CheckKit;
  close(): Promise<void>;
}

export async function openCheckKit(options: KitOptions, signal: AbortSignal): Promise<OpenedKit> {
  const { isUnattended, dataFolder, report, env, say } = options;
  const mac = openMacFacts();
  const home = homedir();
  const { machine } = await openMachine({ home, root: PROJECT_ROOT, dataFolder, env: () => env });
  const {
    desktop,
    ownEscape,
    close: closeHands,
  } = createHands({
    program: OWN_FILES.hands,
    platform: 'macos',
    asksForPermissions: !isUnattended,
    env: () => env,
    onDown: (why) => say(english(why)),
    onUp: () => undefined,
  });
  const gate = await openGate({ home, dataFolder, privateApps: [] });
  // Loads the gate's parsers.
  await gate.prepare({ action: 'shell', command: 'true', timeout_s: PROGRAM_S }, { cwd: home }, signal);
  const isReading = (command: string): boolean =>
    gate.judge({ action: 'shell', command, timeout_s: PROGRAM_S }, { cwd: home }).risk === 'safe';
  const secret = join(dataFolder, 'state', 'check-mac-secret');
  await mkdir(join(dataFolder, 'state'), { recursive: true, mode: 0o700 });
  await writeFile(secret, SECRET, { mode: 0o600 });
  const document = join(report.folder, 'document.txt');
  const opened: Target[] = [];
  const run = (command: readonly [string, ...string[]]): Promise<ProgramResult> =>
    runProgram(command, PROGRAM_S * 1000, signal);
  const kit: CheckKit = {
    desktop,
    isUnattended,
    run,
    shell: async (command) => {
      const { exitCode, output } = await machine.shell({ command, cwd: home, timeoutMs: PROGRAM_S * 1000 }, signal);
      return { code: exitCode, output };
    },
    runCommand: async (command) => {
      const action = { action: 'shell', command, timeout_s: PROGRAM_S } as const;
      const place = { run: '000000', shown: [], grants: [] };
      const ports = { machine, isApproved: false, isProven: true, place };
      const { ok, text } = await useShell(action, createWorkingFolder(home), ports, signal);
      return { code: ok ? 0 : 1, output: english(text) };
    },
    target: async () => {
      const target = opened[0] ?? (await serveTarget());
      if (opened.length === 0) opened.push(target);
      // Brings Safari to the front again, whatever was opened meanwhile; opens the page only if it is not there.
      await run([MAC_PROGRAMS.open.path, '-b', SAFARI, ...(target.place() === null ? [target.url] : [])]);
      return target;
    },
    placeTarget: async ({ x, y, width, height }) => {
      const bounds = [x, y, x + width, y + height].map(Math.round).join(', ');
      const script = `tell application id "${SAFARI}" to set bounds of window 1 to {${bounds}}`;
      return (await run([MAC_PROGRAMS.osascript.path, '-e', script])).code === 0;
    },
    document: {
      path: document,
      empty: () => writeFile(document, ''),
      read: () => readFile(document, 'utf8'),
    },
    followHand: () => followHand(desktop, signal),
    followStopKeys: () => followStopKeys({ ownEscape, warn: say }, signal),
    ask: (what) => ask(what, signal),
    demo: () => runProgram([process.execPath, OWN_FILES.entry, 'demo', '--here'], DEMO_MS, signal),
    ...(await readSkills(join(PROJECT_ROOT, 'skills'), isReading)),
    secret: { path: secret, content: SECRET },
    facts: {
      node: process.version,
      path: process.execPath,
      arch: process.arch,
      darwin: release(),
      language: Intl.DateTimeFormat().resolvedOptions().locale,
      chip: (await run([MAC_PROGRAMS.sysctl.path, '-n', 'machdep.cpu.brand_string'])).output.trim(),
      responsible: mac.responsible(),
    },
    layout: mac.layout,
    savePicture: report.savePicture,
    patience: 1,
    signal,
  };
  return {
    kit,
    close: async () => {
      for (const target of opened) await target.close();
      await rm(secret, { force: true });
      await machine.close();
      await closeHands();
    },
  };
}

/** Follows the default stop keys as the bot does. `library`: replaces the frameworks in tests. */
export function followStopKeys(
  { ownEscape, warn, library }: Pick<OpenLocalStopOptions, 'ownEscape' | 'warn'> & { readonly library?: string },
  signal: AbortSignal,
): ReturnType<CheckKit['followStopKeys']> {
  const over = new AbortController();
  let stops = 0;
  const keys = settingsSchema.parse({}).STOP_KEY;
  const standIn = library === undefined ? {} : { library };
  const localStop = openLocalStop({ platform: 'macos', env: () => ({}), keys, ownEscape, warn, ...standIn });
  localStop.watch(
    () => {
      stops += 1;
    },
    anySignal(signal, over.signal),
  );
  return { stops: () => stops, end: () => over.abort() };
}

/** Follows the pointer and the keys as a run does. */
export function followHand(desktop: Desktop, signal: AbortSignal): Hand {
  const over = new AbortController();
  const either = anySignal(signal, over.signal);
  let [moves, acts, isInCorner] = [0, 0, false];
  let previous: Place | null = null;
  const guard = guardCorner(() => {
    isInCorner = true;
  });
  const see = (place: Place): void => {
    guard(place);
    if (previous !== null && (previous.x !== place.x || previous.y !== place.y)) moves += 1;
    previous = place;
  };
  const ports = { desktop, clock: createSystemClock() };
  void followPointer(ports, see, either);
  void followKeys(
    ports,
    () => {
      acts += 1;
    },
    either,
  );
  return { moves: () => moves, acts: () => acts, isInCorner: () => isInCorner, end: () => over.abort() };
}

async function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  ms: number,
  signal: AbortSignal,
): Promise<ProgramResult> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: withLimit(ms, signal),
  });
  let output = '';
  const read = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return new Promise((done) => {
    child.on('error', (error) => done({ code: null, output: `${output}${error.message}` }));
    child.on('close', (code) => done({ code, output }));
  });
}

async function ask(what: string, signal: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return !/^\s*s/i.test(
      await lines.question(`\n→ ${what}\n  Then press Return here (s and Return: leave it out). `, { signal }),
    );
  } finally {
    lines.close();
  }
}

/** Playbooks for a Mac: AppleScript with a word for each parameter, and parameterless commands that only read. */
export async function readSkills(
  folder: string,
  isReading: (command: string) => boolean,
): Promise<Pick<CheckKit, 'scripts' | 'commands'>> {
  const { skills } = await readSkillFolder(folder);
  const steps = skills
    .filter(({ platforms }) => platforms === null || platforms.includes('macos'))
    .flatMap(({ name, playbook }) => (playbook ?? []).map((step) => ({ skill: name, step })));
  return {
    scripts: steps.flatMap(({ skill, step: { action, script } }) =>
      action === 'applescript' && typeof script === 'string'
        ? [{ skill, script: script.replaceAll(/\{\{[^}]*\}\}/g, '"word"') }]
        : [],
    ),
    commands: steps.flatMap(({ skill, step: { action, command } }) =>
      action === 'shell' && typeof command === 'string' && !MAY_FAIL.test(command) && isReading(command)
        ? [{ skill, command }]
        : [],
    ),
  };
}

/** Commands with a parameter, or with a search at the end that finds nothing on most computers. */
const MAY_FAIL = /\{\{|\|\s*grep\b[^|]*$/;

/** `npm run check:mac`: ten minutes that settle what could not be proven without a Mac; a file to send back. */
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, release } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { createHands } from '../../adapters/desktop/hands.ts';
import {
  type CheckKit,
  type CheckResult,
  type ProgramResult,
  runChecks,
} from '../../adapters/desktop/macos/check/check.ts';
import { listChecks } from '../../adapters/desktop/macos/check/checks.ts';
import { openReport } from '../../adapters/desktop/macos/check/report.ts';
import { serveTarget, type Target } from '../../adapters/desktop/macos/check/target.ts';
import { openMacFacts } from '../../adapters/desktop/macos/facts.ts';
import { MAC_PROGRAMS } from '../../adapters/desktop/macos/programs.ts';
import { decodeFrame } from '../../adapters/pictures/decode-frame.ts';
import { english } from '../words/speak.ts';
import { findDataFolder } from './data-folder.ts';
import { EXIT, ExitError, runCommand } from './exit.ts';
import { openMachine } from './open-machine.ts';
import { OWN_FILES, PROJECT_ROOT } from './own-files.ts';
import { loadSettings, withoutSettings } from './settings.ts';
import { untilSignal } from './signals.ts';

const MARKS: Readonly<Record<CheckResult['state'], string>> = {
  passed: '✓',
  failed: '✗',
  'not granted': '–',
  skipped: '·',
};
const SAFARI = 'com.apple.Safari';
const PROGRAM_MS = 30_000;
const DEMO_MS = 180_000;
const SECRET = 'not for any command';

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      unattended: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      out: { type: 'string', default: join(PROJECT_ROOT, 'check-mac') },
    },
  });
  if (process.platform !== 'darwin') throw new ExitError(EXIT.lacking, 'This checks a Mac; run it on one.');
  const { signal } = untilSignal();
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const dataFolder = findDataFolder(loadSettings(process.env).DATA_DIR);
  const mac = openMacFacts();
  const env = withoutSettings(process.env);
  const hands = createHands({
    program: OWN_FILES.hands,
    platform: 'macos',
    asksForPermissions: !values.unattended,
    env: () => env,
    onDown: (why) => say(english(why)),
    onUp: () => undefined,
  });
  const { machine } = await openMachine({ home: homedir(), root: PROJECT_ROOT, dataFolder, env: () => env });
  const secret = join(dataFolder, 'state', 'check-mac-secret');
  const opened: Target[] = [];
  try {
    await mkdir(join(dataFolder, 'state'), { recursive: true, mode: 0o700 });
    await writeFile(secret, SECRET, { mode: 0o600 });
    const report = await openReport(values.out, `${process.version} macOS ${release()}`);
    const run = (command: readonly [string, ...string[]]): Promise<ProgramResult> =>
      runProgram(command, PROGRAM_MS, signal);
    const kit: CheckKit = {
      desktop: hands.desktop,
      run,
      shell: async (command) => {
        const { exitCode, output } = await machine.shell({ command, cwd: homedir(), timeoutMs: PROGRAM_MS }, signal);
        return { code: exitCode, output };
      },
      target: async () => {
        const target = opened[0] ?? (await serveTarget());
        if (opened.length === 0) opened.push(target);
        // In front again, whatever was opened meanwhile; the same page once more where it is there already.
        await run([MAC_PROGRAMS.open.path, '-b', SAFARI, ...(target.corner() === null ? [target.url] : [])]);
        return target;
      },
      ask: (what) => ask(what, signal),
      demo: () => runProgram([process.execPath, OWN_FILES.entry, 'demo', '--here'], DEMO_MS, signal),
      scripts: await readScripts(join(PROJECT_ROOT, 'skills')),
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
      signal,
    };
    const results = await runChecks(listChecks(decodeFrame), kit, {
      unattended: values.unattended,
      known: values.again ? new Map() : report.known,
      keep: async (result) => {
        await report.keep(result);
        say(`${MARKS[result.state]} ${result.name}: ${result.detail}${result.fix === '' ? '' : `\n  ${result.fix}`}`);
      },
    });
    const open = results.filter(({ state }) => state !== 'passed');
    say(
      `\n${results.length - open.length} of ${results.length} passed. Please send ${report.file} to the makers of Deskhand.`,
    );
    return results.some(({ state }) => state === 'failed') ? EXIT.failure : EXIT.clean;
  } finally {
    for (const target of opened) await target.close();
    await rm(secret, { force: true });
    await machine.close();
    await hands.close();
  }
});

async function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  ms: number,
  signal: AbortSignal,
): Promise<ProgramResult> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]),
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

/** AppleScript of the playbooks, with a word for each parameter. */
async function readScripts(folder: string): Promise<CheckKit['scripts']> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return [...text.matchAll(/"action":\s*"applescript",\s*"script":\s*("(?:[^"\\]|\\.)*")/g)].map(([, script]) => ({
        skill: name.replace(/\.md$/, ''),
        script: String(JSON.parse(script ?? '""')).replaceAll(/\{\{[^}]*\}\}/g, '"word"'),
      }));
    }),
  );
  return found.flat();
}

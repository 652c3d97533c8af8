#!/usr/bin/env node
// Entry of every command: plain JavaScript, so that a Node that is too old for the rest can start the one that came along, or say what
// is missing instead of a syntax error.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
// Whole, since an older Node has no enableCompileCache, and one missing name would end it before its sentence.
import nodeModule from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAJOR_NEEDED = 24;
const ENTRY = fileURLToPath(import.meta.url);
const FOLDER = dirname(ENTRY);
/** Compiled, as in the published package. */
const isPublished = !existsSync(join(FOLDER, 'exit.ts'));
/** A small nursery for short-lived objects and one pool of memory: 27 MB less for a bot that is idle most of the time. */
const START_FLAGS = ['--max-semi-space-size=2'];
const START_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };

/** The two sentences that a Node must be able to say which can read nothing else of ours; English is in no table. */
const GERMAN = {
  "Deskhand needs Node {0} or newer; this is {1}. On Linux run it through npm (npm ci && npm start), which brings its own; on a Mac install Node from nodejs.org (Homebrew's node@{2} is not on the PATH).":
    'Deskhand braucht Node {0} oder neuer; das hier ist {1}. Starte es unter Linux mit npm (npm ci && npm start), das sein eigenes mitbringt; auf einem Mac installiere Node von nodejs.org (node@{2} von Homebrew liegt nicht im PATH).',
  '{0} could not be started: {1}': '{0} ließ sich nicht starten: {1}',
};

const [command, ...rest] = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) < MAJOR_NEEDED) startWithNewer();
else await runHere();

/** The Node of the package `node-linux-…`; null where there is none. */
function findNewerNode() {
  if (process.platform !== 'linux') return null;
  try {
    const name = `node-linux-${process.arch}/package.json`;
    const program = join(dirname(nodeModule.createRequire(import.meta.url).resolve(name)), 'bin/node');
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

/** This process stays in between: it passes signals on and ends as the other one does. */
function startWithNewer() {
  const node = findNewerNode();
  if (node === null) {
    process.stderr.write(
      `${say`Deskhand needs Node ${MAJOR_NEEDED} or newer; this is ${process.version}. On Linux run it through npm (npm ci && npm start), which brings its own; on a Mac install Node from nodejs.org (Homebrew's node@${MAJOR_NEEDED} is not on the PATH).`}\n`,
    );
    process.exit(3);
  }
  const isStart = command === 'start';
  const child = spawn(node, [...(isStart ? START_FLAGS : []), ENTRY, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...(isStart ? START_ENVIRONMENT : {}) },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`${say`${node} could not be started: ${error.message}`}\n`);
    process.exit(3);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** In the language of the terminal. */
function say(words, ...parts) {
  const english = words.reduce((key, next, index) => `${key}{${index - 1}}${next}`);
  const { LANGUAGE: wish = '', LC_ALL: all = '', LC_MESSAGES: messages = '', LANG: lang = '' } = process.env;
  const code = (/^[a-z]{2}$/i.test(wish) ? wish : all || messages || lang).slice(0, 2).toLowerCase();
  const sentence = (code === 'de' ? GERMAN : sentencesOf(code))[english] ?? english;
  return sentence.replace(/\{(\d+)\}/g, (whole, index) => String(parts[Number(index)] ?? whole));
}

/** Of a language that a file brings. */
function sentencesOf(code) {
  try {
    const file = join(FOLDER, isPublished ? '..' : '../..', 'languages', `${code}.json`);
    return JSON.parse(readFileSync(file, 'utf8')).sentences ?? {};
  } catch {
    return {};
  }
}

async function runHere() {
  const extension = isPublished ? 'js' : 'ts';
  // Compiling everything anew costs a quarter of a second. Before the first of our own files: one whose types are not known to be
  // stripped brings Node's reader of TypeScript into the process, which stays in memory.
  nodeModule.enableCompileCache(compiledFolder());
  if (command === '--version' || command === '-v') {
    const { version } = JSON.parse(readFileSync(join(FOLDER, isPublished ? '..' : '../..', 'package.json'), 'utf8'));
    process.stdout.write(`${version}\n`);
    return;
  }
  const { COMMANDS, renderHelp, renderUnknown } = await import(`./command-list.${extension}`);
  if (command === undefined || command === '--help' || command === '-h' || command === 'help') {
    process.stdout.write(await renderHelp());
    return;
  }
  if (!COMMANDS.some(({ name }) => name === command)) {
    process.stderr.write(await renderUnknown(command));
    process.exit(2);
  }
  if (rest[0] === '--help' || rest[0] === '-h') {
    process.stdout.write(await renderHelp(command));
    return;
  }
  // The same process once more, with what can be said to Node only before it begins; `npm start` says it itself.
  if (isPublished && command === 'start' && !process.execArgv.includes(START_FLAGS[0])) {
    const environment = { ...process.env, ...START_ENVIRONMENT };
    process.execve(process.execPath, [process.execPath, ...START_FLAGS, ENTRY, command, ...rest], environment);
  }
  process.argv.splice(2, 1);
  // Read by the C library before this line; not meant for the applications that are opened.
  delete process.env.MALLOC_ARENA_MAX;
  await import(`./commands/${command}.${extension}`);
}

/** Beside the packages, so that it goes when they go; an installed package may not be ours to write to. */
function compiledFolder() {
  if (!isPublished) return join(FOLDER, '../../node_modules/.cache/compiled');
  if (process.platform === 'darwin') return join(homedir(), 'Library/Caches/Deskhand/compiled');
  const { XDG_CACHE_HOME: caches = '' } = process.env;
  return join(isAbsolute(caches) ? caches : join(homedir(), '.cache'), 'deskhand/compiled');
}

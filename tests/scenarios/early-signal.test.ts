/** A signal in the first moments of the start: it ends clean, and leaves no display, no lock and no folder behind. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { repeats } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Loaded before the bot: says when it hears signals, and what of ours was loaded by then. */
const WITNESS = `
import { registerHooks } from 'node:module';
import { writeSync } from 'node:fs';
const loaded = [];
registerHooks({
  load(url, context, next) {
    if (url.endsWith('.ts')) loaded.push(url.split('/').at(-1));
    return next(url, context);
  },
});
process.on('newListener', (name) => {
  if (name !== 'SIGHUP') return;
  // It is the last one, and is told just before it is there.
  const before = JSON.stringify(loaded);
  queueMicrotask(() => writeSync(3, before));
});
`;

/** The entry's own files, which only read and set up nothing. */
const BEFORE_IT_HEARS = ['command-list.ts', 'say.ts', 'call.ts', 'own-files.ts', 'start.ts', 'signals.ts'];

/**
 * Times of the signal, in milliseconds after handlers are set: while the bot loads, takes its lock, starts its display, hands and chats.
 */
const MOMENTS = [0, 400, ...repeats(40, 120, 250, 600)];

function start(folder: string): ChildProcess {
  const witness = join(folder, 'witness.mjs');
  writeFileSync(witness, WITNESS);
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  return spawn(process.execPath, ['--import', witness, join(ROOT, 'src/bin/entry.mjs'), 'start'], {
    // No DISPLAY: with one of its own.
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      TMPDIR: join(folder, 'tmp'),
      DATA_DIR: folder,
      WEB_CHAT_PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
}

/** What it says once it hears signals. */
function untilHearing(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdio[3]?.on('data', (data) => resolve(String(data)));
    child.once('exit', () => reject(new Error('it ended before it heard signals')));
  });
}

/** Programs that were started for this folder. */
function processesOf(folder: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'utf8').includes(folder);
    } catch {
      return false;
    }
  });
}

test('a signal in the first moments of the start ends it clean, and nothing is left', { skip: noX11 }, async (t) => {
  for (const [index, ms] of MOMENTS.entries()) {
    const signal = index % 2 === 0 ? 'SIGTERM' : 'SIGINT';
    const folder = makeTempFolder(t);
    const child = start(folder);
    t.after(() => child.kill('SIGKILL'));
    let said = '';
    child.stderr?.on('data', (data) => {
      said += String(data);
    });
    const ended = new Promise((resolve) => child.once('close', (code, by) => resolve({ code, by })));
    const loaded = await untilHearing(child);
    assert.deepEqual(JSON.parse(loaded), BEFORE_IT_HEARS, 'it hears before anything else is loaded');
    await sleep(ms);
    child.kill(signal);
    assert.deepEqual(await ended, { code: 0, by: null }, `${signal} after ${ms} ms: ${said}`);
    await until(() => processesOf(folder).length === 0, `nothing is left, ${signal} after ${ms} ms`);
    const state = join(folder, 'state');
    const left = [...readdirSync(join(folder, 'tmp')), ...(existsSync(state) ? readdirSync(state) : [])];
    assert.deepEqual(
      left.filter((name) => /^(?:lock|deskhand-display|pair\.sock)/.test(name)),
      [],
      `${signal} after ${ms} ms`,
    );
    assert.doesNotMatch(said, /did not expect/);
  }
});

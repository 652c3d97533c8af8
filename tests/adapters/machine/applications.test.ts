import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createLinuxMachine } from '../../../adapters/machine/linux.ts';
import { readProcessTable } from '../../../adapters/machine/process-table.ts';
import { hasWindows } from '../../../adapters/machine/programs-by-name.ts';
import type { Machine } from '../../../src/ports/machine.ts';
import { english } from '../../../src/words/speak.ts';
import { inEnglish } from '../../support/in-english.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { holdsFor, until } from '../../support/until.ts';
import { noX11, startTestDisplay, type TestDisplay } from '../../support/x11.ts';

const signal = new AbortController().signal;
const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const noChromium = existsSync('/usr/bin/chromium') ? false : 'not installed: chromium';

describe('applications on a Linux desktop', { skip: noX11 }, () => {
  let home = '';
  let display: TestDisplay;
  let machine: Machine;

  before(async () => {
    home = makeTempFolder({ after: () => undefined });
    display = await startTestDisplay();
    machine = createLinuxMachine({ home, user: 'person', session: () => display.env, isRoot });
  });

  after(async () => {
    await machine.close();
    await display.stop();
    await endProgramsIn(home);
    // A browser that is killed leaves a folder behind, which its profile points to.
    const socket = await readlink(join(home, '.config/chromium/SingletonSocket')).catch(() => null);
    if (socket !== null) rmSync(dirname(socket), { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  const addEntry = (name: string, lines: string): void => {
    const folder = join(home, '.local/share/applications');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.desktop`), `[Desktop Entry]\nType=Application\nName=${name}\n${lines}\n`);
  };
  /** Titles of all visible windows; xdotool exits with 1 when there is none. */
  const windows = async (): Promise<readonly string[]> => {
    const args = ['search', '--onlyvisible', '--class', '.', 'getwindowname', '%@'];
    const { stdout } = await run('/usr/bin/xdotool', args, { env: { ...process.env, ...display.env } }).catch(() => ({
      stdout: '',
    }));
    return stdout.split('\n').filter((title) => title !== '');
  };
  const waitForWindow = async (pattern: RegExp): Promise<string> => {
    const look = async (): Promise<string | undefined> => (await windows()).find((one) => pattern.test(one));
    return until(async () => (await look()) ?? sleep(100, null), `a window ${pattern} to come up`);
  };

  it('come up by their bare name, and their windows and processes are told', async () => {
    assert.deepEqual(await windows(), []);
    addEntry('My Terminal', 'Exec=xterm -T "window of mine" %U');
    const opened = await machine.openApp('my terminal', signal);
    assert.deepEqual(inEnglish(opened), { ok: true, text: 'Opened My Terminal.' });
    assert.equal(await waitForWindow(/window of mine/), 'window of mine');
    assert.ok(await machine.facts.isRunning('xterm', signal));
  });

  it('belong to the person: they live on when the machine is closed', async () => {
    addEntry('Lasting', 'Exec=xterm -T lasting');
    const short = createLinuxMachine({ home, user: 'person', session: () => display.env, isRoot });
    assert.equal((await short.openApp('Lasting', signal)).ok, true);
    await waitForWindow(/lasting/);
    await short.close();
    await holdsFor(300, async () => {
      assert.ok((await windows()).includes('lasting'));
    });
  });

  it('that are made of Chromium are told to show their elements', async () => {
    const program = join(home, 'chromium');
    writeFileSync(program, '#!/bin/sh\necho "$ACCESSIBILITY_ENABLED $@" > "$HOME/chromium-ran"\nsleep 5\n', {
      mode: 0o755,
    });
    addEntry('Pages', `Exec=${program} --own %U`);
    // Any other program is recognised by the file beside it.
    mkdirSync(join(home, 'planner'));
    copyFileSync(program, join(home, 'planner', 'run'));
    writeFileSync(join(home, 'planner', 'chrome_100_percent.pak'), '');
    symlinkSync(join(home, 'planner', 'run'), join(home, 'my-planner'));
    addEntry('Planner', `Exec=${join(home, 'my-planner')} --own %U`);
    const ran = join(home, 'chromium-ran');
    const read = (): string => (existsSync(ran) ? readFileSync(ran, 'utf8') : '');
    for (const app of ['Pages', 'Planner']) {
      rmSync(ran, { force: true });
      assert.equal((await machine.openApp(app, signal)).ok, true);
      await until(() => read().endsWith('\n'), `${app} to run`);
      assert.match(read().trim(), /^1 --force-renderer-accessibility .*--own$/);
    }
  });

  it('that need a terminal get one', async () => {
    addEntry('Top', 'Exec=sh -c "echo up > top-ran; sleep 30"\nTerminal=true');
    assert.equal((await machine.openApp('Top', signal)).ok, true);
    await until(() => existsSync(join(home, 'top-ran')), 'the program to run in its terminal');
  });

  it('that do not come up are said so, with the reason', async () => {
    addEntry('Broken', 'Exec=false');
    addEntry('Absent', 'Exec=no-such-program-here');
    addEntry('Short', 'Exec=true');
    assert.deepEqual(inEnglish(await machine.openApp('Broken', signal)), {
      ok: false,
      text: 'Broken could not be opened: it ended at once (exit code 1).',
    });
    assert.match(
      english((await machine.openApp('Absent', signal)).text),
      /its program no-such-program-here is not installed/,
    );
    assert.equal((await machine.openApp('Short', signal)).ok, true);
    assert.match(
      english((await machine.openApp('Brokn', signal)).text),
      /no application called Brokn. The closest one is Broken/,
    );
  });

  it('without an entry are opened only when they are programs with windows', async () => {
    writeFileSync(join(home, 'script'), '#!/bin/sh\n# libX11.so\n', { mode: 0o755 });
    assert.equal(await hasWindows('/usr/bin/xterm'), true);
    for (const path of ['/bin/true', '/bin/bash', join(home, 'script')])
      assert.equal(await hasWindows(path), false, path);
    for (const app of ['id', 'bash', 'env'])
      assert.match(english((await machine.openApp(app, signal)).text), /no application/);
  });

  it('open an address in the browser that is there', { skip: noChromium }, async () => {
    writeFileSync(join(home, 'page.html'), '<title>a page of mine</title>');
    const opened = await machine.openUrl(`file://${home}/page.html`, signal);
    assert.equal(opened.ok, true, english(opened.text));
    if (isRoot) assert.match(english(opened.text), /without its own sandbox, because Deskhand runs as root/);
    assert.match(await waitForWindow(/a page of mine/), /a page of mine/);
    const browsers = (await readProcessTable()).filter(({ names }) => names.includes('chromium'));
    assert.ok(browsers.length > 0);
  });
});

/** Programs whose display is gone end a moment later, and write to the home folder until then. */
async function endProgramsIn(folder: string): Promise<void> {
  await until(async () => {
    const rows = await readProcessTable();
    const places = await Promise.all(rows.map(({ pid }) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
    const left = rows.filter((_, index) => places[index] === folder);
    for (const { pid } of left) endProcess(pid);
    return left.length === 0 || sleep(50, false);
  }, 'the programs in the home folder to end');
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended by itself.
  }
}

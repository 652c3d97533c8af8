import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findDisplay } from '../../../adapters/desktop/find-display.ts';
import { startVirtualDisplay } from '../../../adapters/desktop/virtual-display.ts';
import { HANDS } from '../../support/programs.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { noX11 } from '../../support/x11.ts';

const never = new AbortController().signal;
const SIZE = { width: 320, height: 240 };

/** Programs that were started with this authority file and still run. */
async function findPrograms(authority: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    try {
      const [environment, command, status] = await Promise.all([
        readFile(`/proc/${pid}/environ`, 'utf8'),
        readFile(`/proc/${pid}/cmdline`, 'utf8'),
        readFile(`/proc/${pid}/stat`, 'utf8'),
      ]);
      const isZombie = / Z /.test(status);
      if (!isZombie && (environment.includes(authority) || command.includes(authority))) found.push(command);
    } catch {
      // The process ended while it was looked at.
    }
  }
  return found;
}

const socketOf = (display: string): string => `/tmp/.X11-unix/X${display.slice(1)}`;

/** Whether a running server has this number. */
function isTaken(display: string): boolean {
  const lock = `/tmp/.X${display.slice(1)}-lock`;
  return existsSync(lock) && existsSync(`/proc/${readFileSync(lock, 'utf8').trim()}`);
}

describe('A virtual display', { skip: noX11 }, () => {
  it('has the size, a window manager and a bus, and lets in only who has the cookie', async () => {
    const display = await startVirtualDisplay({ ...SIZE, hasSessionBus: true, env: process.env }, never);
    try {
      assert.deepEqual(await findDisplay(display.env), { ok: true, name: display.display, ...SIZE });
      const stranger = await findDisplay({ DISPLAY: display.display, XAUTHORITY: '/nonexistent' });
      assert.equal(stranger.ok, false);
      const authority = display.env.XAUTHORITY ?? '';
      assert.equal((await stat(authority)).mode & 0o777, 0o600);
      assert.match(display.env.DBUS_SESSION_BUS_ADDRESS ?? '', /^unix:/);
    } finally {
      await display.stop();
    }
  });

  it('starts another server when one never comes up', async (t) => {
    const folder = makeTempFolder(t);
    const server = `#!/bin/sh\nif mkdir '${folder}/hung' 2>/dev/null; then exec sleep 60; fi\nexec /usr/bin/Xvfb "$@"\n`;
    writeFileSync(join(folder, 'Xvfb'), server, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    // The limit of eight seconds is skipped once the server hangs.
    const real = AbortSignal.timeout.bind(AbortSignal);
    t.mock.method(AbortSignal, 'timeout', (ms: number) => {
      if (ms !== 8000 || existsSync(join(folder, 'hung'))) return real(ms);
      const over = new AbortController();
      void until(() => existsSync(join(folder, 'hung'))).then(() => over.abort());
      return over.signal;
    });
    const display = await startVirtualDisplay({ ...SIZE, hasSessionBus: false, env }, never);
    try {
      assert.ok(existsSync(join(folder, 'hung')));
      assert.deepEqual(await findDisplay(display.env), { ok: true, name: display.display, ...SIZE });
      const programs = await findPrograms(display.env.XAUTHORITY ?? '');
      assert.equal(programs.filter((command) => command.startsWith('sleep')).length, 0);
    } finally {
      await display.stop();
    }
  });

  it('without a bus has none: an application that wants one starts none that nobody ends', async (t) => {
    if (!['/usr/bin/dbus-send', '/usr/bin/dbus-launch'].every((path) => existsSync(path)))
      return t.skip('not installed: dbus-bin, dbus-x11');
    const display = await startVirtualDisplay({ ...SIZE, hasSessionBus: false, env: process.env }, never);
    try {
      const names = [
        '--session',
        '--print-reply',
        '--dest=org.freedesktop.DBus',
        '/',
        'org.freedesktop.DBus.ListNames',
      ];
      const asked = spawnSync('/usr/bin/dbus-send', names, { env: display.env, encoding: 'utf8' });
      assert.notEqual(asked.status, 0, asked.stdout);
      const programs = await findPrograms(display.env.XAUTHORITY ?? '');
      assert.deepEqual(
        programs.filter((command) => command.includes('dbus-daemon')),
        [],
      );
    } finally {
      await display.stop();
    }
  });

  it('leaves no program and no file behind when it is stopped', async () => {
    const display = await startVirtualDisplay({ ...SIZE, hasSessionBus: true, env: process.env }, never);
    const authority = display.env.XAUTHORITY ?? '';
    assert.ok((await findPrograms(authority)).length >= 3);
    await display.stop();
    await display.ended;
    await display.stop();
    await until(async () => (await findPrograms(authority)).length === 0, 'the last program to end');
    assert.equal(existsSync(authority), false);
    // Another server may have taken the number since.
    await until(async () => !existsSync(socketOf(display.display)) || isTaken(display.display), 'the socket to go');
    assert.equal((await findDisplay(display.env)).ok, false);
  });

  it('dies with its owner, even when that is killed', async () => {
    const owner = spawn(process.execPath, [fileURLToPath(new URL('./display-owner.ts', import.meta.url)), HANDS], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(owner.stdout, 'data');
    const authority = String(line).trim();
    // Server, bus, accessibility, window manager, and hands.
    assert.ok((await findPrograms(authority)).length >= 4, String(await findPrograms(authority)));
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    await until(async () => (await findPrograms(authority)).length === 0, 'everything to end');
    // The next start removes what the killed owner could not.
    await (await startVirtualDisplay({ ...SIZE, hasSessionBus: false, env: process.env }, never)).stop();
    assert.equal(existsSync(authority), false);
  });

  it('says which program is missing', async () => {
    const start = startVirtualDisplay({ ...SIZE, hasSessionBus: false, env: { PATH: '/nonexistent' } }, never);
    await assert.rejects(start, /the virtual display did not start: .* not installed/);
  });

  it('ends what it started when it is aborted on the way', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped by the person');
    const starting = startVirtualDisplay({ ...SIZE, hasSessionBus: true, env: process.env }, stop.signal);
    setTimeout(() => stop.abort(reason), 5);
    await assert.rejects(starting, (error) => error === reason);
  });
});

describe('Looking for a display', () => {
  it('explains what is not there', async () => {
    assert.deepEqual(await findDisplay({}), { ok: false, reason: 'no display is set (DISPLAY is empty)' });
    assert.deepEqual(await findDisplay({ DISPLAY: 'screen one' }), {
      ok: false,
      reason: '"screen one" is not the name of a display',
    });
    assert.deepEqual(await findDisplay({ DISPLAY: ':98765' }), {
      ok: false,
      reason: 'display :98765 cannot be reached',
    });
  });
});

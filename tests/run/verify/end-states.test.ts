/** Every kind of typed check on real end states of the virtual desktop, right ones and wrong ones: all are told apart. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { openGate } from '../../../src/bin/parts/open-gate.ts';
import { openMachine } from '../../../src/bin/parts/open-machine.ts';
import { type CheckPorts, runChecks } from '../../../src/checks/expect.ts';
import type { Check } from '../../../src/ledger/check.ts';
import { english } from '../../../src/words/speak.ts';
import {
  type ElementsBench,
  noElements,
  startElementsBench,
} from '../../adapters/desktop/accessibility/elements-bench.ts';
import { noBrowser, openPage, type TestPage } from '../../adapters/desktop/hands-bench.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const never = new AbortController().signal;
const MARK = `dh${process.pid}`;

describe('End states on the virtual desktop', { skip: noElements || noBrowser }, () => {
  const afters: (() => unknown)[] = [];
  let bench: ElementsBench;
  let page: TestPage;
  let home: string;
  let ports: Omit<CheckPorts, 'screen'>;
  let site = '';

  before(async () => {
    home = makeTempFolder({ after: (act) => afters.push(act) });
    bench = await startElementsBench({ width: 1280, height: 900 });
    const clock = createSystemClock();
    const { machine } = await openMachine({ home, root: home, dataFolder: home, env: () => bench.display.env });
    afters.push(() => machine.close());
    const gate = await openGate({ home, dataFolder: join(home, 'none'), privateApps: [] });
    await gate.prepare({ action: 'shell', command: 'true', timeout_s: 30 }, { cwd: home }, never);
    ports = {
      machine,
      desktop: bench.hands.desktop,
      // Wrong states stay wrong here, so the three seconds of patience pass in half a second.
      clock: { ...clock, elapsed: () => clock.elapsed() * 6 },
      answer: null,
      firstTitle: null,
      isSafePath: () => true,
      isSafeCommand: (command) =>
        gate.judge({ action: 'shell', command, timeout_s: 30 }, { cwd: home }).risk === 'safe',
    };
  });
  after(async () => {
    await page?.close();
    await bench?.close();
    for (const act of afters.reverse()) await act();
  });

  const look = async (): Promise<CheckPorts['screen']> => ({
    title: (await bench.hands.desktop.front(never)).title,
    elements: (await bench.look()).elements,
  });
  const expectAll = async (passed: boolean, checks: readonly Check[], screen: CheckPorts['screen'] | null = null) => {
    assert.ok(checks.length >= 3);
    const results = await runChecks(checks, { ...ports, screen: screen ?? { title: '', elements: [] } }, never);
    for (const result of results) assert.equal(result.passed, passed, english(result.text));
  };

  it('files that are there and files that are not', async () => {
    writeFileSync(join(home, 'report.txt'), 'Dear Ada,\nsent on Monday');
    mkdirSync(join(home, 'photos'));
    symlinkSync(join(home, 'report.txt'), join(home, 'link.txt'));
    symlinkSync(join(home, 'gone.txt'), join(home, 'dangling.txt'));
    writeFileSync(join(home, 'picture.bin'), Uint8Array.from([0, 255, 254, 0, 1]));
    writeFileSync(join(home, 'empty.txt'), '');
    const exists = (path: string): Check => ({ check: 'file_exists', path });
    const contains = (path: string, text: string): Check => ({ check: 'file_contains', path, text });
    await expectAll(true, [exists(join(home, 'report.txt')), exists('~/photos'), exists(join(home, 'link.txt'))]);
    await expectAll(true, [
      contains('~/report.txt', 'Dear Ada'),
      contains(join(home, 'link.txt'), 'Monday'),
      contains('~/report.txt', 'Ada,\nsent'),
    ]);
    await expectAll(false, [
      exists('~/Report.txt'),
      exists('~/dangling.txt'),
      exists(join(home, 'photos', 'report.txt')),
      contains('~/report.txt', 'dear ada'),
      contains('~/empty.txt', 'Dear'),
      contains('~/photos', 'Dear'),
      contains('~/gone.txt', 'Dear'),
    ]);
  });

  it('programs that run and programs that do not', async () => {
    const sleeper = spawn('/bin/sleep', ['60'], { stdio: 'ignore' });
    const ended = spawn('/usr/bin/yes', { stdio: 'ignore' });
    afters.push(() => sleeper.kill('SIGKILL'));
    ended.kill('SIGKILL');
    await new Promise((resolve) => ended.once('exit', resolve));
    bench.display.open('/usr/bin/xterm', ['-T', `Report ${MARK}`]);
    await until(async () => ports.machine.facts.isRunning('xterm', never), 'xterm to run');
    const runs = (name: string): Check => ({ check: 'process', name });
    await expectAll(true, [runs('sleep'), runs('xterm'), runs('openbox')]);
    await expectAll(false, [runs('slee'), runs('mousepad-that-is-not'), runs(`${MARK}`)]);
  });

  it('ports that are listened on and ports that are not', async () => {
    const servers = ['127.0.0.1', '0.0.0.0', '::1'].map((host) => createServer().listen(0, host));
    const used = await Promise.all(servers.map((server) => portOf(server)));
    for (const server of servers) afters.push(() => server.close());
    const closed: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const server = createServer().listen(0, '127.0.0.1');
      closed.push(await portOf(server));
      await new Promise((resolve) => server.close(resolve));
    }
    await expectAll(
      true,
      used.map((port): Check => ({ check: 'port', port })),
    );
    await expectAll(
      false,
      closed.map((port): Check => ({ check: 'port', port })),
    );
  });

  it('windows that are open and windows that are not', async () => {
    const titles = [`Report ${MARK}`, `Overview - May ${MARK}`, `"quoted" ${MARK}`];
    for (const title of titles.slice(1)) bench.display.open('/usr/bin/xterm', ['-T', title]);
    const short = spawn('/usr/bin/xterm', ['-T', `Short ${MARK}`], { env: bench.display.env, stdio: 'ignore' });
    await until(async () => (await ports.desktop.titles(never)).includes(`Short ${MARK}`), 'the window');
    short.kill('SIGKILL');
    const open = (title: string): Check => ({ check: 'window', title });
    await until(async () => !(await ports.desktop.titles(never)).includes(`Short ${MARK}`), 'its end');
    await until(async () => {
      const shown = await ports.desktop.titles(never);
      return titles.every((title) => shown.includes(title));
    }, 'all windows');
    await expectAll(true, [...titles.map(open), open(`report ${MARK}`)]);
    await expectAll(false, [open(`Short ${MARK}`), open(`Report ${MARK}9`), open(`Overview - June ${MARK}`)]);
  });

  it('commands that end as they should and commands that do not, or must not be run', async () => {
    const ends = (command: string, code = 0): Check => ({ check: 'exit_code', command, code });
    await expectAll(true, [
      ends('test -f report.txt'),
      ends('grep -q Monday report.txt'),
      ends('test -d report.txt', 1),
      ends('wc -l report.txt'),
    ]);
    await expectAll(false, [
      ends('test -f gone.txt'),
      ends('grep -q Friday report.txt'),
      ends('test -f report.txt', 1),
      ends('touch made.txt'),
    ]);
    assert.equal((await ports.machine.facts.path('~/made.txt', never)).kind, 'absent');
  });

  it('addresses that are open and words that are shown, and those that are not', async () => {
    const server = createHttpServer((request, response) => {
      const name = request.url?.slice(1) ?? '';
      response.setHeader('content-type', 'text/html');
      response.end(`<title>${name}</title><h1>Order ${name} sent</h1><button>Print ${name}</button>
        <input type="password" value="secret-${name}"><p style="display:none">hidden-${name}</p>`);
    }).listen(0, '127.0.0.1');
    afters.push(() => server.close());
    site = `127.0.0.1:${await portOf(server)}`;
    page = await openPage(bench, '<title>start</title>', ['--force-renderer-accessibility']);
    const names = ['alpha', 'beta', 'gamma'];
    for (const name of names) {
      await page.page.goto(`http://${site}/${name}`);
      await page.page.bringToFront();
      await bench.find('button', `Print ${name}`);
      const screen = await look();
      const others = names.filter((other) => other !== name);
      const url = (path: string): Check => ({ check: 'url', url: `${site}/${path}` });
      const text = (words: string): Check => ({ check: 'screen_text', text: words });
      await expectAll(true, [url(name), text(`Order ${name} sent`), text(`print ${name}`)], screen);
      await expectAll(
        false,
        [
          ...others.map(url),
          url(`${name}/more`),
          ...others.map((other) => text(`Order ${other} sent`)),
          text(`secret-${name}`),
          text(`hidden-${name}`),
        ],
        screen,
      );
    }
  });
});

function portOf(server: { once(event: 'listening', act: () => void): unknown; address(): unknown }): Promise<number> {
  return new Promise((resolve, reject) => {
    const read = (): void => {
      const address = server.address();
      if (typeof address === 'object' && address !== null && 'port' in address && typeof address.port === 'number')
        resolve(address.port);
      else reject(new Error('the server has no port'));
    };
    if (server.address() === null) server.once('listening', read);
    else read();
  });
}

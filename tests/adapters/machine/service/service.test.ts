/** What the system is told about Deskhand as a service: valid for the system's own readers, and carried out in the right order. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { rotateLog } from '../../../../adapters/machine/service/rotate-log.ts';
import { createService, type RunShown } from '../../../../adapters/machine/service/service.ts';
import { LABEL, renderLaunchAgent, renderUnit, UNIT } from '../../../../adapters/machine/service/service-text.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const WISH = {
  command: ['/usr/bin/env', '/home/ann & co/it "is" 100% $HOME\\x.mjs', 'start'],
  environment: { DESKHAND_SUPERVISED: 'x', DATA_DIR: '/home/ann & co/a <b> "c" 50% \\d' },
  home: '/tmp',
} as const;
const ANALYZE = '/usr/bin/systemd-analyze';
const PYTHON = '/usr/bin/python3';

describe('The text for systemd', () => {
  it('is taken whole by systemd itself, and every word is what it was', {
    skip: !existsSync(ANALYZE) && `not installed: ${ANALYZE}`,
  }, (t) => {
    const folder = makeTempFolder(t);
    const file = join(folder, UNIT);
    const verify = (text: string): string => {
      writeFileSync(file, text);
      const env = { ...process.env, XDG_RUNTIME_DIR: folder, HOME: folder };
      return spawnSync(ANALYZE, ['--user', 'verify', '--man=no', file], { encoding: 'utf8', env }).stderr;
    };
    const about = (stderr: string): readonly string[] => stderr.split('\n').filter((line) => line.includes(UNIT));
    assert.deepEqual(about(verify(renderUnit(WISH))), []);
    assert.match(about(verify(renderUnit(WISH).replace('on-failure', 'sometimes'))).join(), /sometimes/, 'it reads it');
    assert.match(
      about(verify(renderUnit({ ...WISH, command: ['node'] }).replace('WatchdogSec', 'WatchdogSecs'))).join(),
      /WatchdogSecs/,
    );
  });

  it('belongs to the graphical session, is watched, and started again only after a failure', () => {
    const unit = renderUnit(WISH);
    for (const line of [
      'WantedBy=graphical-session.target',
      'Restart=on-failure',
      'WatchdogSec=120',
      'NotifyAccess=all',
    ])
      assert.ok(unit.includes(`${line}\n`), line);
    assert.ok(unit.includes(String.raw`"/home/ann & co/it \"is\" 100%% $$HOME\\x.mjs" "start"`));
    assert.ok(unit.includes(String.raw`Environment="DATA_DIR=/home/ann & co/a <b> \"c\" 50%% \\d"`));
  });
});

describe('The text for launchd', () => {
  it('is a property list that says what was meant', { skip: !existsSync(PYTHON) && `not installed: ${PYTHON}` }, () => {
    const script = 'import sys,json,plistlib; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))';
    const read = JSON.parse(
      execFileSync(PYTHON, ['-c', script], { input: renderLaunchAgent(WISH, '/tmp/a & b.log'), encoding: 'utf8' }),
    );
    assert.deepEqual(read, {
      Label: LABEL,
      ProgramArguments: [...WISH.command],
      EnvironmentVariables: WISH.environment,
      WorkingDirectory: '/tmp',
      LimitLoadToSessionType: 'Aqua',
      ProcessType: 'Interactive',
      RunAtLoad: true,
      KeepAlive: { SuccessfulExit: false },
      ThrottleInterval: 10,
      StandardOutPath: '/tmp/a & b.log',
      StandardErrorPath: '/tmp/a & b.log',
    });
  });

  it('every sign that means something in XML is written so', () => {
    const text = renderLaunchAgent(WISH, '/tmp/a & b.log');
    assert.ok(text.includes('<string>/home/ann &amp; co/a &lt;b&gt; "c" 50% \\d</string>'));
    assert.equal(text.match(/&(?!amp;|lt;|gt;)/g), null);
  });
});

describe('The service', () => {
  /** A stand-in for the system's programs that knows what is loaded. */
  const start = (platform: 'macos' | 'linux', home: string, answer: (words: string) => number | null = () => 0) => {
    const asked: string[] = [];
    const run: RunShown = async (command) => {
      asked.push(command.join(' '));
      return answer(command.join(' '));
    };
    return { service: createService(platform, { home, uid: 501, run }), asked };
  };

  it('is a user unit on Linux: written, enabled, started anew, looked at and taken away', async (t) => {
    const home = makeTempFolder(t);
    const { service, asked } = start('linux', home);
    assert.equal(await service.install(WISH), true);
    assert.equal(readFileSync(join(home, '.config/systemd/user', UNIT), 'utf8'), renderUnit(WISH));
    const systemctl = '/usr/bin/systemctl --user';
    assert.deepEqual(asked.splice(0), [
      `${systemctl} daemon-reload`,
      `${systemctl} enable ${UNIT}`,
      `${systemctl} restart ${UNIT}`,
    ]);
    await service.status();
    await service.restart();
    await service.logs();
    await service.uninstall();
    assert.equal(existsSync(service.file), false);
    assert.deepEqual(asked, [
      `${systemctl} status --no-pager ${UNIT}`,
      `${systemctl} restart ${UNIT}`,
      `/usr/bin/journalctl --user --unit ${UNIT} --lines 200 --follow`,
      `${systemctl} disable --now ${UNIT}`,
      `${systemctl} daemon-reload`,
    ]);
  });

  it('is a LaunchAgent of the graphical session on a Mac; one that is loaded already is loaded anew', async (t) => {
    const home = makeTempFolder(t);
    let isLoaded = true;
    const { service, asked } = start('macos', home, (words) => {
      const wasLoaded = isLoaded;
      if (words.includes('bootout')) isLoaded = false;
      if (words.includes('bootstrap')) isLoaded = true;
      return words.includes('bootstrap') === wasLoaded && !words.includes('kickstart') ? 5 : 0;
    });
    assert.equal(await service.install(WISH), true);
    assert.ok(existsSync(join(home, 'Library/LaunchAgents', `${LABEL}.plist`)));
    assert.deepEqual(asked.splice(0), [
      `/bin/launchctl bootout gui/501/${LABEL}`,
      `/bin/launchctl bootstrap gui/501 ${service.file}`,
    ]);
    assert.equal(await service.restart(), true);
    await service.uninstall();
    assert.deepEqual([asked[0], existsSync(service.file)], [`/bin/launchctl kickstart -k gui/501/${LABEL}`, false]);
  });

  it('says when the system did not take it, or is not there', async (t) => {
    for (const code of [1, null]) {
      const { service } = start('linux', makeTempFolder(t), () => code);
      assert.deepEqual(
        [await service.install(WISH), await service.status(), await service.restart()],
        [false, false, false],
      );
    }
  });
});

it('the log of a LaunchAgent stays small: its old part lies beside it, and what has it open goes on', (t) => {
  const folder = join(makeTempFolder(t), 'logs');
  mkdirSync(folder);
  const file = join(folder, 'deskhand.log');
  rotateLog(file);
  writeFileSync(file, 'a'.repeat(100));
  rotateLog(file, 100);
  assert.equal(readFileSync(file, 'utf8').length, 100);
  rotateLog(file, 99);
  assert.deepEqual([readFileSync(file, 'utf8'), readFileSync(`${file}.1`, 'utf8').length], ['', 100]);
});

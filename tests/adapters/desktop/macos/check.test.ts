/** check:mac runs whole against the stand-in: resumable, with and without somebody there, and its report fills the table of the Mac page. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { CheckResult } from '../../../../adapters/desktop/macos/check/check.ts';
import { listChecks } from '../../../../adapters/desktop/macos/check/checks.ts';
import { openReport } from '../../../../adapters/desktop/macos/check/report.ts';
import { renderUnproven, UNPROVEN } from '../../../../adapters/desktop/macos/check/unproven.ts';
import { decodeFrame } from '../../../../adapters/pictures/decode-frame.ts';
import { noMac } from '../../../support/mac/build.ts';
import { furnish, type Mac } from '../../../support/mac/mac.ts';
import { ENTRY } from '../../../support/programs.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { type MacBench, startMac } from './bench.ts';
import { type CheckWorld, runMacChecks } from './check-bench.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const ALL = listChecks(decodeFrame).map(({ name }) => name);

function blind(mac: Mac): void {
  mac.set('maySee', 0);
  mac.set('preflight', 0);
}

describe('check:mac against the stand-in', { skip: noMac }, () => {
  let bench: MacBench;
  before(async () => {
    bench = await startMac();
  });
  beforeEach(() => furnish(bench.mac));
  after(() => bench.close());

  it('runs whole, and everything passes', async () => {
    const results = await runMacChecks(bench, 'all');
    assert.deepEqual(
      results.filter(({ state }) => state !== 'passed').map(({ name, detail }) => `${name}: ${detail}`),
      [],
    );
    assert.deepEqual(
      results.map(({ name }) => name),
      ALL,
    );
  });

  it('of the commands of skills tries those that only look: the screen stays unlocked, and no setting changes', async () => {
    const [result] = await runMacChecks(bench, ['skills']);
    assert.deepEqual(result?.data?.skills, [
      ...['apple-note', 'next-song', 'next-song', 'pause-music', 'pause-music', 'set-brightness'],
      ...['busy-programs', 'disk-space', 'latest-downloads', 'network-programs', 'recent-files'],
    ]);
  });

  it('a permission that is not there is never passed, and what needs it is not tried', async () => {
    const results = await runMacChecks(bench, ['clicks', 'text', 'password field', 'demo', 'programs'], (_, mac) =>
      mac.set('trusted', 0),
    );
    assert.deepEqual(
      results.map(({ state }) => state),
      ['not granted', 'not granted', 'not granted', 'passed', 'not granted'],
    );
    assert.match(results[0]?.fix ?? '', /Accessibility.*Device Control and Data Access/);
    assert.deepEqual(bench.mac.events(), []);
  });

  it('a clipboard that macOS keeps from us is not granted, with its pane, and asks nobody', async () => {
    const [result] = await runMacChecks(bench, ['picture on the clipboard'], (_, mac) => {
      mac.set('accessBehavior', 1);
      mac.set('pasteGuard', 1);
    });
    assert.equal(result?.state, 'not granted', result?.detail);
    assert.match(result?.fix ?? '', /Paste from Other Apps/);
    assert.equal(bench.mac.get('promptsPaste'), 0);
  });

  it('unattended leaves out what needs a hand, and asks nobody', async () => {
    const results = await runMacChecks(
      bench,
      ['a nudge', 'a key', 'the corner', 'lock', 'sleep', 'programs'],
      (world) => {
        world.person = async () => assert.fail('somebody was asked');
      },
      { unattended: true },
    );
    assert.deepEqual(
      results.map(({ state }) => state),
      ['skipped', 'skipped', 'skipped', 'skipped', 'skipped', 'passed'],
    );
  });

  it('asks for each missing permission in turn, and looks again when it was given', async () => {
    const asked: string[] = [];
    const [touch, see] = await runMacChecks(
      bench,
      ['permission to click and type', 'permission to see windows'],
      (world, mac) => {
        mac.set('trusted', 0);
        blind(mac);
        world.person = async (what) => {
          asked.push(what);
          if (/Accessibility/.test(what)) mac.set('trusted', 1);
          return true;
        };
      },
    );
    assert.deepEqual([touch?.state, see?.state, asked.length], ['passed', 'not granted', 2]);
    assert.match(see?.fix ?? '', /Screen & System Audio Recording.*Then quit .* start it again, run this again/);
  });

  it('a page that cannot be moved is moved by hand, and never passed where nobody is there', async () => {
    const cannot = (world: CheckWorld): void => {
      world.canPlace = false;
    };
    const [alone] = await runMacChecks(bench, ['clicks'], cannot, { unattended: true, patience: 0.1 });
    assert.equal(alone?.state, 'not granted');
    assert.match(alone?.fix ?? '', /Automation/);
    furnish(bench.mac);
    const [helped] = await runMacChecks(
      bench,
      ['clicks'],
      (world) => {
        cannot(world);
        world.person = async (what) => {
          assert.match(what, /display 2/);
          world.canPlace = true;
          return true;
        };
      },
      { patience: 0.3 },
    );
    assert.equal(helped?.state, 'not granted', 'said to be moved, and not there');
  });

  it('fills the table of the Mac page, from one report or several', async (t) => {
    const folder = makeTempFolder(t);
    const report = await openReport(folder, 'build 1');
    for (const result of await runMacChecks(bench, ['facts', 'looks', 'programs', 'secrets', 'demo'], ({ leaks }) =>
      leaks.add('/.nofollow/'),
    ))
      await report.keep(result);
    const page = join(folder, 'mac.md');
    await cp(join(ROOT, 'docs/mac.md'), page);
    const fill = (...files: readonly string[]) =>
      spawnSync(process.execPath, [ENTRY, 'check-mac', '--table', '--page', page, ...files], { encoding: 'utf8' });
    assert.equal(fill(report.file).status, 0);
    const filled = await readFile(page, 'utf8');
    assert.match(filled, /\| elements in time.*\| `looks` \| macOS 26\.1: ✓ \|/);
    assert.match(filled, /\| `programs`, `secrets` \| macOS 26\.1: secrets ✗ failed \|/);
    assert.match(filled, /\| `clicks`.* \| macOS 26\.1: clicks not run,/);
    assert.equal(
      filled.replaceAll(/macOS 26\.1: [^|]* \|/g, 'not yet |'),
      await readFile(join(ROOT, 'docs/mac.md'), 'utf8'),
    );
    assert.equal(fill(report.file, report.file).status, 0);
    assert.match(await readFile(page, 'utf8'), /`looks` \| macOS 26\.1: ✓; macOS 26\.1: ✓ \|/);
    const wrong = fill(page);
    assert.deepEqual([wrong.status, wrong.stderr], [1, `${page} is no report of npm run check:mac.\n`]);
  });

  it('the page’s table names every check', async () => {
    const page = await readFile(join(ROOT, 'docs/mac.md'), 'utf8');
    assert.ok(page.includes(renderUnproven([])) || /seen on a Mac.*macOS/s.test(page));
    assert.deepEqual(UNPROVEN.flatMap(({ checks }) => checks).toSorted(), ALL.toSorted());
  });

  it('says on another system that it checks a Mac', () => {
    const { status, stderr } = spawnSync(process.execPath, [ENTRY, 'check-mac', '--unattended'], { encoding: 'utf8' });
    if (process.platform === 'darwin') return;
    assert.deepEqual([status, stderr], [3, 'This checks a Mac; run it on one.\n']);
  });

  it('goes on where it ended: what has passed is not done again, the rest is', async (t) => {
    const folder = makeTempFolder(t);
    const first = await openReport(folder, 'build 1');
    const keepAll = async (results: readonly CheckResult[]) => {
      for (const result of results) await first.keep(result);
    };
    await keepAll(
      await runMacChecks(bench, ['facts', 'programs'], ({ programs }) =>
        programs.set('/bin/ps', { code: 71, output: '' }),
      ),
    );
    furnish(bench.mac);
    const again = await openReport(folder, 'build 1');
    const results = await runMacChecks(
      bench,
      ['facts', 'programs'],
      ({ programs }) => programs.set('/usr/bin/sw_vers', { code: 1, output: '' }),
      { known: again.known },
    );
    assert.deepEqual(
      results.map(({ state }) => state),
      ['passed', 'passed'],
    );
    const file = JSON.parse(await readFile(join(folder, 'check-mac.json'), 'utf8'));
    assert.deepEqual([file.build, file.results.length], ['build 1', 2]);
    assert.equal((await openReport(folder, 'build 2')).known.size, 0, 'another macOS or Node begins anew');
  });
});

/** check:mac runs whole against the stand-in, and every one of its checks is made to fail once. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { CheckResult } from '../../../../adapters/desktop/macos/check/check.ts';
import { listChecks } from '../../../../adapters/desktop/macos/check/checks.ts';
import { openReport } from '../../../../adapters/desktop/macos/check/report.ts';
import { decodeFrame } from '../../../../adapters/pictures/decode-frame.ts';
import { noMac } from '../../../support/mac/build.ts';
import { furnish, type Mac } from '../../../support/mac/mac.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { type MacBench, startMac } from './bench.ts';
import { type CheckWorld, runMacChecks } from './check-bench.ts';

const ALL = listChecks(decodeFrame).map(({ name }) => name);

/** How each check is made to fail: what is wrong with the Mac, and what its line says then. */
const FAILURES: Readonly<
  Record<string, { readonly arrange: (world: CheckWorld, mac: Mac) => void; readonly says: RegExp }>
> = {
  facts: {
    arrange: ({ programs }) => programs.set('/usr/bin/sw_vers', { code: 127, output: 'not found' }),
    says: /version of macOS/,
  },
  'permission to click and type': { arrange: (_, mac) => mac.set('trusted', 0), says: /is not allowed to/ },
  'permission to see windows': { arrange: (_, mac) => blind(mac), says: /is not allowed to/ },
  pictures: { arrange: (_, mac) => mac.set('locked', 1), says: /display 1 is black/ },
  grid: { arrange: (_, mac) => mac.set('fault13', 1), says: /8 of 8 colours are not where/ },
  clicks: { arrange: (_, mac) => mac.set('fault1', 1), says: /1 left at square 0 arrived at 53,130 instead of 50,130/ },
  fifty: { arrange: (_, mac) => mac.set('fault2', 1), says: /50 of 50 clicks arrived elsewhere or with a modifier/ },
  drag: { arrange: (_, mac) => mac.set('fault6', 1), says: /the page saw 0 steps/ },
  scroll: { arrange: (_, mac) => mac.set('fault4', 1), says: /scrolling down did not go there/ },
  keys: { arrange: (_, mac) => mac.set('fault2', 1), says: /a arrived as cmd\+a/ },
  text: { arrange: (_, mac) => mac.set('fault5', 1), says: /on it is another text/ },
  paste: { arrange: (_, mac) => mac.set('pasteMs', 900), says: /the person’s own/ },
  'picture on the clipboard': { arrange: (_, mac) => mac.set('fault10', 1), says: /clipboard cannot be written/ },
  'own acts': { arrange: (_, mac) => mac.set('fault7', 1), says: /own acts were counted as a person/ },
  'a person': { arrange: (_, mac) => mac.set('fault8', 1), says: /not noticed/ },
  'the corner': {
    arrange: (world) => {
      world.person = async () => true;
    },
    says: /the pointer is at/,
  },
  applications: {
    arrange: ({ programs }) => programs.set('/usr/bin/open -b com.apple.TextEdit', { code: 1, output: '' }),
    says: /open -b com\.apple\.TextEdit failed/,
  },
  looks: { arrange: (_, mac) => mac.set('axDelayUs', 230_000), says: /half of the looks take longer/ },
  'password field': { arrange: (_, mac) => mac.clearNodes(), says: /not black/ },
  'password application': {
    arrange: ({ programs }) => programs.set('/usr/bin/open -b com.apple.Passwords', { code: 1, output: '' }),
    says: /could not be opened/,
  },
  lock: {
    arrange: (world) => {
      world.person = async () => true;
    },
    says: /the lock was not noticed/,
  },
  programs: {
    arrange: ({ programs }) => programs.set('/bin/ps', { code: 71, output: 'forbidden-exec-sugid' }),
    says: /\/bin\/ps ended with 71/,
  },
  secrets: { arrange: ({ leaks }) => leaks.add('/.nofollow/'), says: /can be read as \/\.nofollow\/Users/ },
  skills: {
    arrange: ({ programs }) =>
      programs.set('/usr/bin/osacompile', { code: 1, output: 'syntax error: Expected end of line' }),
    says: /pause-music: syntax error/,
  },
  demo: {
    arrange: (world) => {
      world.demoCode = 1;
    },
    says: /ended with 1/,
  },
};

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

  it('every check has a way to fail', () => assert.deepEqual(Object.keys(FAILURES).toSorted(), ALL.toSorted()));

  for (const [name, { arrange, says }] of Object.entries(FAILURES)) {
    it(`${name} fails where it should, with what to do`, async () => {
      const fresh = await startMac();
      try {
        const [result] = await runMacChecks(fresh, [name], arrange);
        assert.ok(result !== undefined);
        assert.match(result.detail, says);
        assert.equal(result.state, name.startsWith('permission') ? 'not granted' : 'failed');
        assert.notEqual(result.fix, '');
      } finally {
        await fresh.close();
      }
    });
  }

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

  it('unattended leaves out what needs a hand, and asks nobody', async () => {
    const results = await runMacChecks(
      bench,
      ['a person', 'the corner', 'lock', 'programs'],
      (world) => {
        world.person = async () => assert.fail('somebody was asked');
      },
      { unattended: true },
    );
    assert.deepEqual(
      results.map(({ state }) => state),
      ['skipped', 'skipped', 'skipped', 'passed'],
    );
  });

  it('says on another system that it checks a Mac', () => {
    const entry = join(import.meta.dirname, '../../../../src/bin/entry.mjs');
    const { status, stderr } = spawnSync(process.execPath, [entry, 'check-mac', '--unattended'], { encoding: 'utf8' });
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

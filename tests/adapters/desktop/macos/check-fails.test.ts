/** Every check of check:mac is made to fail once, and says what to do; those that wait for what does not come in `npm run test:mac`. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { listChecks } from '../../../../adapters/desktop/macos/check/checks.ts';
import { decodeFrame } from '../../../../adapters/pictures/decode-frame.ts';
import { noMac } from '../../../support/mac/build.ts';
import { furnish, type Mac } from '../../../support/mac/mac.ts';
import { inWhole } from '../../../support/mac/whole.ts';
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
  grid: { arrange: (_, mac) => mac.set('fault13', 1), says: /on display 1 8 of 8 colours are not where/ },
  clicks: { arrange: (_, mac) => mac.set('fault1', 1), says: /1 left at 30,30 of display 1 arrived at 33,30/ },
  fifty: { arrange: (_, mac) => mac.set('fault2', 1), says: /50 of 50 clicks arrived elsewhere or with a modifier/ },
  drag: { arrange: (_, mac) => mac.set('fault6', 1), says: /the page saw 0 steps on the way on display 1/ },
  scroll: { arrange: (_, mac) => mac.set('fault4', 1), says: /scrolling down at 30,30 of display 1 did not go there/ },
  keys: { arrange: (_, mac) => mac.set('fault2', 1), says: /a arrived as cmd\+a/ },
  text: { arrange: (_, mac) => mac.set('fault5', 1), says: /on it is another text/ },
  document: { arrange: (_, mac) => mac.set('fault14', 1), says: /what stands in the document is “”/ },
  paste: { arrange: (_, mac) => mac.set('pasteMs', 900), says: /the person’s own/ },
  'picture on the clipboard': { arrange: (_, mac) => mac.set('fault10', 1), says: /clipboard cannot be written/ },
  'sound key': {
    arrange: ({ programs }) => programs.set('/usr/bin/osascript -e output muted', { code: 0, output: 'false\n' }),
    says: /the sound stayed as it was/,
  },
  'own acts': { arrange: (_, mac) => mac.set('fault7', 1), says: /own acts were taken for a person/ },
  'a nudge': {
    arrange: (world) => {
      world.person = async () => true;
    },
    says: /the nudge was not noticed/,
  },
  'a key': { arrange: (_, mac) => mac.set('fault8', 1), says: /not noticed/ },
  'the corner': {
    arrange: (world) => {
      world.person = async () => true;
    },
    says: /the corner was not noticed/,
  },
  'stop keys': {
    arrange: (world) => {
      world.person = async () => true;
    },
    says: /the stop keys were not noticed/,
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
  sleep: {
    arrange: ({ programs }) => programs.set('/usr/bin/pmset', { code: 1, output: 'not supported' }),
    says: /pmset ended with 1: not supported/,
  },
  programs: {
    arrange: ({ programs }) => programs.set('/bin/ps', { code: 71, output: 'forbidden-exec-sugid' }),
    says: /\/bin\/ps ended with 71/,
  },
  secrets: { arrange: ({ leaks }) => leaks.add('/.nofollow/'), says: /can be read as \/\.nofollow\/Users/ },
  skills: {
    arrange: ({ programs }) => {
      programs.set('/usr/bin/osacompile', { code: 1, output: 'syntax error: Expected end of line' });
      programs.set('ps -Ao', { code: 71, output: 'forbidden-exec-sugid' });
    },
    says: /pause-music: syntax error.*busy-programs: ps -Ao .* ended with 71/,
  },
  demo: {
    arrange: (world) => {
      world.demoCode = 1;
    },
    says: /ended with 1/,
  },
};

/** These checks wait for seconds before they report that nothing came. */
const WAITS: readonly string[] = [
  'pictures',
  'scroll',
  'keys',
  'text',
  'document',
  'paste',
  'sound key',
  'a nudge',
  'a key',
  'the corner',
  'stop keys',
  'looks',
];

/** These checks count from the start of a Mac, so each gets a Mac of its own. */
const COUNTED: readonly string[] = ['own acts', 'a nudge', 'a key', 'the corner', 'stop keys'];

function blind(mac: Mac): void {
  mac.set('maySee', 0);
  mac.set('preflight', 0);
}

describe('A check that fails', { skip: noMac }, () => {
  let bench: MacBench;
  before(async () => {
    bench = await startMac();
  });
  beforeEach(() => furnish(bench.mac));
  after(() => bench.close());

  it('every check has a way to fail', () => assert.deepEqual(Object.keys(FAILURES).toSorted(), ALL.toSorted()));

  for (const [name, { arrange, says }] of Object.entries(FAILURES)) {
    it(`${name} fails where it should, with what to do`, { skip: WAITS.includes(name) && inWhole }, async () => {
      const own = COUNTED.includes(name) ? await startMac() : null;
      try {
        const [result] = await runMacChecks(own ?? bench, [name], arrange);
        assert.ok(result !== undefined);
        assert.match(result.detail, says);
        assert.equal(result.state, name.startsWith('permission') ? 'not granted' : 'failed');
        assert.notEqual(result.fix, '');
      } finally {
        await own?.close();
      }
    });
  }
});

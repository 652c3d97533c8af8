import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ensurePrograms,
  findMissing,
  type ProgramPorts,
  RUN_PACKAGES,
  TEST_PACKAGES,
} from '../../../adapters/machine/programs.ts';
import { english } from '../../../src/words/speak.ts';

const NEEDED = [
  { name: 'xvfb', files: ['/usr/bin/Xvfb', '/usr/local/bin/Xvfb'] },
  { name: 'libxtst6', files: ['/usr/lib/libXtst.so.6'] },
  { name: 'xterm', files: ['/usr/bin/xterm'] },
];

interface Run {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A computer with these files; what was run and asked is kept. An install brings what it is meant to. */
function openComputer(options: Partial<ProgramPorts> & { readonly files?: readonly string[] } = {}) {
  const files = new Set(options.files ?? ['/usr/bin/apt-get', '/usr/local/bin/Xvfb']);
  const runs: Run[] = [];
  const asked: string[] = [];
  const ports: ProgramPorts = {
    exists: (path) => files.has(path),
    isRoot: true,
    isTerminal: false,
    isCi: false,
    ask: async (question) => {
      asked.push(english(question));
      return true;
    },
    run: async (command, args, env) => {
      runs.push({ command: [command, ...args].join(' '), env });
      return 0;
    },
    say: () => undefined,
    ...options,
  };
  return { ports, runs, asked };
}

const UPDATE = '/usr/bin/apt-get -o DPkg::Lock::Timeout=120 -q update';
const INSTALL = '/usr/bin/apt-get -o DPkg::Lock::Timeout=120 -q install -y --no-install-recommends libxtst6 xterm';

describe('missing system programs', () => {
  it('are those none of whose files is there', () => {
    const { ports } = openComputer();
    assert.deepEqual(findMissing(NEEDED, ports.exists), ['libxtst6', 'xterm']);
    assert.deepEqual(
      findMissing(NEEDED, () => true),
      [],
    );
  });

  it('need nothing when there are none', async () => {
    const { ports, runs, asked } = openComputer({ exists: () => true });
    assert.deepEqual(await ensurePrograms(NEEDED, ports), { ok: true });
    assert.deepEqual([runs, asked], [[], []]);
  });

  it('are installed by name as root on Debian where nobody can be asked', async () => {
    for (const how of [
      { isTerminal: false, isCi: false },
      { isTerminal: true, isCi: true },
      { isTerminal: false, isCi: true },
    ]) {
      const { ports, runs, asked } = openComputer(how);
      assert.deepEqual(await ensurePrograms(NEEDED, ports), { ok: true });
      assert.deepEqual(
        runs.map(({ command }) => command),
        [UPDATE, INSTALL],
      );
      assert.ok(runs.every(({ env }) => env.DEBIAN_FRONTEND === 'noninteractive'));
      assert.deepEqual(asked, []);
    }
  });

  it('are installed on a terminal only after a yes; a no leaves the exact command', async () => {
    const yes = openComputer({ isTerminal: true });
    assert.deepEqual(await ensurePrograms(NEEDED, yes.ports), { ok: true });
    assert.equal(yes.asked.length, 1);
    assert.match(yes.asked[0] ?? '', /libxtst6 xterm.*\[Y\/n\]/);
    assert.equal(yes.runs.length, 2);

    const no = openComputer({ isTerminal: true, ask: async () => false });
    const ensured = await ensurePrograms(NEEDED, no.ports);
    assert.ok(
      !ensured.ok && english(ensured.text).includes('apt-get install -y --no-install-recommends libxtst6 xterm'),
    );
    assert.deepEqual(no.runs, []);
  });

  it('are never installed without being root, or elsewhere than on Debian: the text says what to do', async () => {
    const person = openComputer({ isRoot: false });
    const asPerson = await ensurePrograms(NEEDED, person.ports);
    assert.ok(
      !asPerson.ok && /sudo .*apt-get update && apt-get install .* libxtst6 xterm/.test(english(asPerson.text)),
    );
    const other = openComputer({ files: [] });
    const elsewhere = await ensurePrograms(NEEDED, other.ports);
    assert.ok(!elsewhere.ok && /xvfb libxtst6 xterm/.test(english(elsewhere.text)));
    assert.deepEqual([person.runs, other.runs], [[], []]);
  });

  it('bring along what is only wanted, and are not missing for it alone', async () => {
    const wanted = { name: 'bubblewrap', files: ['/usr/bin/bwrap'], isWanted: true } as const;
    const { ports, runs } = openComputer();
    assert.deepEqual(await ensurePrograms([...NEEDED, wanted], ports), { ok: true });
    assert.match(runs[1]?.command ?? '', /install .* libxtst6 xterm bubblewrap$/);
    const rest = openComputer({ exists: (path) => path !== '/usr/bin/bwrap' });
    assert.deepEqual(await ensurePrograms([...NEEDED, wanted], rest.ports), { ok: true });
    assert.deepEqual(rest.runs, []);
  });

  it('that could not be installed are said so; a list that could not be updated alone is no reason to give up', async () => {
    const failing = (part: string) =>
      openComputer({ run: async (_command, args) => (args.includes(part) ? 100 : 0) }).ports;
    const failed = await ensurePrograms(NEEDED, failing('install'));
    assert.ok(
      !failed.ok && /installation failed/.test(english(failed.text)) && /libxtst6 xterm/.test(english(failed.text)),
    );
    assert.deepEqual(await ensurePrograms(NEEDED, failing('update')), { ok: true });
  });
});

describe('the lists of programs', () => {
  it('name each package once, with absolute files', () => {
    for (const list of [RUN_PACKAGES, TEST_PACKAGES]) {
      assert.equal(new Set(list.map(({ name }) => name)).size, list.length);
      for (const { files } of list) assert.ok(files.length > 0 && files.every((file) => file.startsWith('/')));
    }
  });
});

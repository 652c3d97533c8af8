/** Between a question and its answer nothing that a command names can be swapped unseen. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createNamedFiles } from '../../../adapters/machine/named-files.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const never = new AbortController().signal;

function makeHome(t: TestContext) {
  const home = makeTempFolder(t);
  for (const folder of ['bin', 'work', 'other']) mkdirSync(join(home, folder));
  writeFileSync(join(home, 'bin/tool'), '#!/bin/sh\necho one\n');
  chmodSync(join(home, 'bin/tool'), 0o755);
  writeFileSync(join(home, 'work/deploy.sh'), 'echo one\n');
  writeFileSync(join(home, 'work/notes.txt'), 'one\n');
  writeFileSync(join(home, 'work/Makefile'), 'install:\n\techo one\n');
  writeFileSync(join(home, 'work/package.json'), '{"scripts":{}}');
  writeFileSync(join(home, 'work/settings'), 'one=1\n');
  mkdirSync(join(home, 'work/sub'));
  for (const file of ['sub/Makefile', 'sub/package.json', 'sub/first.sh', 'sub/lib.sh', 'sub/__main__.py'])
    writeFileSync(join(home, 'work', file), 'echo one\n');
  for (const file of ['lib.sh', 'main.py', 'helpers.py', 'index.js'])
    writeFileSync(join(home, 'work', file), 'echo one\n');
  writeFileSync(join(home, 'work/my deploy.sh'), 'echo one\n');
  writeFileSync(join(home, "work/it's (new).txt"), 'one\n');
  const named = createNamedFiles(home, [join(home, 'bin')]);
  return { home, look: (command: string) => named(command, join(home, 'work'), never) };
}

test('it is the same as long as nothing changed, and when only a document did', async (t) => {
  const { home, look } = makeHome(t);
  const before = await look('sort notes.txt | head -3 > out.txt');
  writeFileSync(join(home, 'work/notes.txt'), 'two, and longer\n');
  assert.equal(await look('sort notes.txt | head -3 > out.txt'), before);
});

test('what works on documents is bound to none that it does not name', async (t) => {
  const { home, look } = makeHome(t);
  const before = await look('rm notes.txt');
  writeFileSync(join(home, 'work/lib.sh'), 'echo two\n');
  writeFileSync(join(home, 'work/sub/Makefile'), 'install:\n\techo two\n');
  assert.equal(await look('rm notes.txt'), before);
});

const SWAPS: Readonly<Record<string, readonly [command: string, swap: (home: string) => void]>> = {
  'a program has other contents': ['tool x', (home) => writeFileSync(join(home, 'bin/tool'), '#!/bin/sh\necho two\n')],
  'a program has other contents of the same size and time': [
    'tool x',
    (home) => {
      writeFileSync(join(home, 'bin/tool'), '#!/bin/sh\necho two\n');
      utimesSync(join(home, 'bin/tool'), 1, 1);
    },
  ],
  'a build file that nobody named has other contents': [
    'make install',
    (home) => writeFileSync(join(home, 'work/Makefile'), 'install:\n\techo two\n'),
  ],
  'a package has other scripts': ['npm run build', (home) => writeFileSync(join(home, 'work/package.json'), '{}')],
  'a file that is sourced has other contents': [
    'source settings && deploy',
    (home) => writeFileSync(join(home, 'work/settings'), 'two=2\n'),
  ],
  'what an unknown program is given has other contents': [
    'tool --fast notes.txt',
    (home) => writeFileSync(join(home, 'work/notes.txt'), 'two, and longer\n'),
  ],
  'what a pipe reads has other contents': [
    'cat deploy.sh | sh',
    (home) => writeFileSync(join(home, 'work/deploy.sh'), 'echo two\n'),
  ],
  ...Object.fromEntries(
    [
      ['make -C sub install', 'sub/Makefile'],
      ['cd sub && make', 'sub/Makefile'],
      ['npm --prefix=sub run build', 'sub/package.json'],
      ['bash deploy.sh', 'lib.sh'],
      ['bash sub/first.sh', 'sub/lib.sh'],
      ['python3 main.py', 'helpers.py'],
      ['python3 sub', 'sub/__main__.py'],
      ['node .', 'index.js'],
    ].map(([command = '', file = '']) => [
      `what it reads beside that was swapped: ${command}`,
      [command, (home: string) => writeFileSync(join(home, 'work', file), 'rm x\n')] as const,
    ]),
  ),
  ...Object.fromEntries(
    ["bash 'my deploy.sh'", 'bash "my deploy.sh"', 'bash my\\ deploy.sh', 'bash "$HOME/work/my deploy.sh"'].map(
      (command) => [
        `a script with a blank in its name has other contents: ${command}`,
        [command, (home: string) => writeFileSync(join(home, 'work/my deploy.sh'), 'rm x\n')] as const,
      ],
    ),
  ),
  'a file with blanks and quotes in its path is another one': [
    "~/work/it's (new).txt",
    (home) => {
      renameSync(join(home, "work/it's (new).txt"), join(home, 'work/was.txt'));
      symlinkSync(join(home, 'other/a.txt'), join(home, "work/it's (new).txt"));
    },
  ],
  'the folder of a file that is yet to come leads elsewhere': [
    '~/work/sub/deeper/new.txt',
    (home) => {
      renameSync(join(home, 'work/sub'), join(home, 'work/was'));
      symlinkSync(join(home, 'other'), join(home, 'work/sub'));
    },
  ],
  'so does that of a file that a command makes': [
    'echo x > sub/new.txt',
    (home) => {
      renameSync(join(home, 'work/sub'), join(home, 'work/was'));
      symlinkSync(join(home, 'other'), join(home, 'work/sub'));
    },
  ],
  'a script has other contents': ["bash 'deploy.sh'", (home) => writeFileSync(join(home, 'work/deploy.sh'), 'rm x\n')],
  'a file is another one': [
    'rm ~/work/notes.txt',
    (home) => {
      writeFileSync(join(home, 'work/new'), 'one\n');
      renameSync(join(home, 'work/new'), join(home, 'work/notes.txt'));
    },
  ],
  'a file leads somewhere else': [
    'tool notes.txt',
    (home) => {
      renameSync(join(home, 'work/notes.txt'), join(home, 'other/notes.txt'));
      symlinkSync(join(home, 'other/notes.txt'), join(home, 'work/notes.txt'));
    },
  ],
  'a file came to be': ['tool out.txt', (home) => writeFileSync(join(home, 'work/out.txt'), '')],
  'the working directory is another folder': [
    'tool x',
    (home) => {
      renameSync(join(home, 'work'), join(home, 'moved'));
      mkdirSync(join(home, 'work'));
    },
  ],
};

for (const [what, [command, swap]] of Object.entries(SWAPS)) {
  test(`it is another one when ${what}`, async (t) => {
    const { home, look } = makeHome(t);
    const before = await look(command);
    swap(home);
    assert.notEqual(await look(command), before);
  });
}

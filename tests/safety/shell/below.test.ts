/** Commands that read whatever lies below a folder, or under names from a pipe: they run where no secret is among it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asks, HOME, judgeJson, judgeShell, openTestGate } from '../open-test-gate.ts';

const gate = await openTestGate();

/** `project` has no secret below it; `app` and `hidden` have some (open-test-gate.ts). */
function asksIn(folder: string, command: string): boolean {
  return asks(judgeShell(gate, command, { cwd: `${HOME}/${folder}` }));
}

describe('a search through a folder runs where no secret lies, and asks where one does', () => {
  for (const command of [
    'grep -r = .',
    'grep -rn DATABASE_URL .',
    'grep -Rh STRIPE .',
    'grep -d recurse = .',
    'egrep -r x ./',
    'grep -rA 3 TODO .',
    'rg -uu =',
    'rg --hidden needle .',
    'rg needle -g "*"',
    'rg -t json needle',
    'ag --hidden needle .',
    'diff -r . .',
    'diff . .',
    'diff -N --to-file=../FOLDER ../project',
    'git diff ../project ../FOLDER',
    `grep -r needle ${HOME}/FOLDER`,
  ]) {
    test(command, () => {
      const runsIn = (folder: string): boolean => !asksIn(folder, command.replace('FOLDER', folder));
      assert.deepEqual(['project', 'app', 'hidden'].map(runsIn), [true, false, false]);
    });
  }
});

test('what is told to leave the secrets out runs', () => {
  for (const command of [
    'grep -rn needle . --include=*.ts',
    'grep -rn needle . --exclude=.env --exclude="*.key" --exclude=token.json',
    'grep -rn needle . --exclude=.env* --exclude-dir=lib --exclude-dir=conf',
    'rg needle -g "*.ts"',
    'rg needle -t ts',
    'grep -rn needle lib/run.ts',
    'grep -rn needle nowhere',
  ])
    assert.ok(!asksIn('app', command), command);
  for (const command of ['rg needle', 'rg needle -g "!.npmrc"', 'ag needle'])
    assert.ok(!asksIn('hidden', command), `hidden files are left alone: ${command}`);
});

test('a name that only sounds secret is none: a part of a program, a folder of them', () => {
  assert.ok(!asksIn('program', 'grep -r needle .'));
  for (const file of ['tokens.ts', 'secrets/redact.ts', 'password-field.tsx', 'secrets.test.ts', 'cookies.d.ts'])
    assert.ok(!asksIn('program', `cat ${file}`), file);
  for (const file of ['token.json', 'secrets.ts', 'credentials.js', 'password.txt', 'tokens.py'])
    assert.ok(asksIn('program', `cat ${file}`), file);
});

test('what only seems to leave them out asks', () => {
  for (const command of [
    'grep -rn needle . --exclude=.env',
    'grep -rn needle . --exclude=.env* --include=*.ts',
    'grep -rn needle . --include=*.ts --include=*',
    'grep -rn needle . --exclude="[.]*"',
    'rg needle -g "!.env"',
    'rg needle -g "*.ts" -g "**/*.key"',
    'rg needle .*',
    'grep -rn needle ../project/*/../../app',
    'grep -rn needle ..',
  ])
    assert.ok(asksIn('app', command), command);
});

test('marks of programmers, and names alone, are shown wherever they stand', () => {
  for (const command of ['grep -rn TODO .', 'rg -uu "TODO|FIXME"', 'grep -rl needle .', 'rg -c needle'])
    assert.ok(!asksIn('app', command), command);
  for (const command of [
    'grep -rnC 5 TODO .',
    'grep -rv TODO .',
    'grep -rl . .',
    'rg -l --json needle',
    'rg --passthru TODO',
  ])
    assert.ok(asksIn('app', command), command);
});

test('a link that is followed counts as what it leads to', async () => {
  const linked = await openTestGate({ resolvePath: (path) => path.replace('/linked/notes', '/.ssh') });
  const judge = (command: string) => asks(judgeShell(linked, command, { cwd: `${HOME}/linked` }));
  assert.ok(!judge('grep -r needle .'));
  for (const command of ['grep -R needle .', 'rg --follow needle', "find . -name '*.ts' -exec cat {} +"])
    assert.ok(judge(command), command);
  assert.ok(!judge("find . -type f -name '*.ts' -exec cat {} +"));
});

test('where nobody can look, or there is too much to look at, it asks', async () => {
  const cwd = `${HOME}/project`;
  const blind = await openTestGate({ listFolder: () => null });
  const many = Array.from({ length: 300 }, (_, at) => ({ name: `sub${at}`, kind: 'folder' as const }));
  let looked = 0;
  const endless = await openTestGate({
    listFolder: () => {
      looked += 1;
      return many;
    },
  });
  for (const one of [blind, endless]) assert.ok(asks(judgeShell(one, 'grep -r needle .', { cwd })));
  assert.ok(asks(judgeShell(endless, Array.from({ length: 60 }, () => 'grep -r = .').join(';'), { cwd })));
  assert.ok(looked < 300, `one command line shares what may be looked at: ${looked}`);
  assert.ok(asks(judgeShell(gate, 'grep -r needle .', { cwd: '/not/there' })));
  assert.ok(!asks(judgeShell(gate, 'diff a b', { cwd: '/not/there' })));
  assert.ok(asks(judgeJson(gate, { action: 'type', text: 'grep -r needle .\n' }, { app: 'Terminal', typed: '', cwd })));
});

test('git searches what is tracked; what is kept out of it is another matter', () => {
  assert.ok(!asksIn('app', 'git grep needle'));
  for (const command of ['git grep --untracked needle', 'git grep --no-index needle', 'git grep --untr needle'])
    assert.ok(asksIn('app', command), command);
});

test('wildcards stand for what is there: with a secret among it they ask, but where only names and sizes are shown', () => {
  for (const command of [
    'cat conf/*',
    'head -5 lib/*',
    'cat */*',
    'cat ../app/*/*',
    'cat ./lib/*er*',
    'nl ../a*/lib/*',
  ])
    assert.ok(asksIn('app', command), command);
  for (const command of ['cat *', 'cat *.ts', 'cat lib/*.ts', 'cat */run.ts', 'wc -l lib/*', 'ls *', 'du -sh *'])
    assert.ok(!asksIn('app', command), command);
  for (const command of ['cat *', 'cat */*', 'head -5 src/*/*.ts']) assert.ok(!asksIn('project', command), command);
  assert.ok(asksIn('project', 'cat sr*/../../app/lib/*'));
});

describe('names from a pipe', () => {
  test('are read where nothing below is secret and no name can be taken apart', () => {
    for (const command of [
      "find . -name '*.ts' | xargs cat",
      "find . -type f -name '*.ts' -print0 | xargs -0 head -5",
      "find . -name '*.ts' | grep -v test | sort | head -5 | xargs cat",
      'git ls-files | xargs grep needle',
      'rg -l needle | xargs cat',
    ])
      assert.ok(!asksIn('project', command), command);
    assert.ok(!asksIn('app', "find . -name '*.ts' | xargs cat"));
    assert.ok(!asksIn('odd', "find . -name '*.ts' -print0 | xargs -0 cat"));
  });

  test('ask where one of them is secret, or a blank makes two of it', () => {
    for (const command of [
      'git ls-files | xargs cat',
      'rg -l needle | xargs cat',
      "find . -name '*.json' -print0 | xargs -0 cat",
      "find . -name '*.json' -exec cat {} +",
      'find . -type f | xargs grep needle',
      "find . -name '*.d' -exec grep -r needle {} +",
    ])
      assert.ok(asksIn('app', command), command);
    for (const command of [
      "find . -name '*.ts' | xargs cat",
      'git ls-files -z | xargs -0 cat',
      'find . | xargs -n1 wc',
    ])
      assert.ok(asksIn('odd', command), command);
  });

  test('ask where they are no names of what was found', () => {
    for (const command of [
      'find . | xargs cat',
      'ls | xargs grep needle',
      "find . -name '*.ts' -printf '/Users/alice/.aws/config\\n' | xargs cat",
      "find . -name '*.ts' | grep '' names.txt | xargs cat",
      "find . -name '*.ts' | head -1 names.txt | xargs cat",
      "find . -name '*.ts' | grep -o /etc/hosts | xargs cat",
      "find . -name '*.ts' | xargs -d / cat",
      "grep -h '' names.txt | xargs ls",
      'git show HEAD:names.txt | xargs wc',
      'git ls-files --others | xargs cat',
      'git ls-files .. | xargs cat',
    ])
      assert.ok(asksIn('project', command), command);
  });

  test('ask where a second name would be written to', () => {
    for (const command of ["find . -name '*.ts' | xargs uniq", "find . -name '*.ts' -exec uniq {} +"])
      assert.ok(asksIn('project', command), command);
    assert.ok(!asksIn('project', "find . -name '*.ts' -exec uniq {} ';'"));
  });
});

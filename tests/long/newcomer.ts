/**
 * `npm run test:newcomer`: what a newcomer on a bare Debian waits for and answers, by four ways: a clone and the package, each at a terminal
 * and without one; from fetching it to the first run that is checked on the phone, and a Deskhand that answers there. The servers of
 * Telegram and of the model are the strict ones of the tests. Needs root and debootstrap, or `-- FOLDER` with a root made by it; some ten minutes.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { comeAsNewcomer, type NewcomerFigures } from './newcomer-rounds.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Of a person's time, whatever the network takes; a question to say yes to the programs of Debian is one of them. */
const MOST_QUESTIONS = 8;
const MOST_SECONDS = 300;
const MOST_INSTALLED_MB = { clone: 700, package: 250 };

const [given] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'newcomer-'));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Debian without anything, and the Node and npm of this computer in it: what its makers' own installer would bring. */
function prepareRoot(): string {
  const root = given ?? join(folder, 'debian');
  if (given === undefined) {
    const words = ['--variant=minbase', '--include=ca-certificates,git', 'bookworm', root];
    execFileSync('debootstrap', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));
  const local = join(root, 'usr/local');
  if (!existsSync(join(local, 'bin/npm'))) {
    mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
    cpSync(join(npm, '../../../bin/node'), join(local, 'bin/node'));
    cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  }
  return root;
}

/** The tarball of the package, made in a clone so that nothing of this checkout changes meanwhile. */
function pack(): string {
  const clone = join(folder, 'packing');
  execFileSync('git', ['clone', '-q', '--no-hardlinks', ROOT, clone]);
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  const words = ['pack', '--silent', '--pack-destination', folder];
  const name = execFileSync('npm', words, { cwd: clone, encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
  return join(folder, name);
}

const problems: string[] = [];
try {
  const root = prepareRoot();
  const repository = join(folder, 'deskhand.git');
  execFileSync('git', ['clone', '-q', '--bare', '--no-hardlinks', ROOT, repository]);
  const tarball = pack();
  for (const way of ['clone', 'package'] as const)
    for (const isTerminal of [true, false]) {
      const place = mkdtempSync(join(folder, 'round-'));
      let figures: NewcomerFigures;
      try {
        figures = await comeAsNewcomer({ way, isTerminal, root, place, repository, tarball });
      } catch (error) {
        problems.push(`${way}, ${isTerminal ? 'at a terminal' : 'without one'}: ${String(error)}`);
        say(`PROBLEM ${problems.at(-1)}`);
        continue;
      } finally {
        rmSync(place, { recursive: true, force: true, maxRetries: 5 });
      }
      say(JSON.stringify({ way, isTerminal, ...figures }));
      const { questions, seconds, installedMb } = figures;
      if (questions > MOST_QUESTIONS) problems.push(`${questions} questions`);
      if (seconds.all > MOST_SECONDS) problems.push(`${seconds.all} seconds`);
      if (installedMb > MOST_INSTALLED_MB[way]) problems.push(`${installedMb} MB are installed`);
    }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
assert.deepEqual(problems, []);
say('All is well.');

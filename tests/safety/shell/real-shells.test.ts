/** What the gate lets run is given to real shells that find no program at all: they must not ask for one the gate did not see. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { asks, judgeJson, judgeShell, openTestGate } from '../open-test-gate.ts';

const gate = await openTestGate();

/** A program nobody has; a shell that looks for it would have run it. */
const MARK = 'zap';

const BASES = [
  'ls -la | grep x',
  "cat <<'E'\nhi\nE\nls",
  'cat <<E | grep x\nhi\nE\n',
  'ls "a b" # c\npwd',
  '(ls; cat a) && { ls; }',
  'ls \\\n -a',
  "grep -e a <<< 'b c' && ls",
  "cat <<'E' <<F\na\nE\nb\nF\nls",
  "ls # don't\ncat a",
  "echo \"it's\" 'a \"b' \\' c",
  "grep 'a\nb' c",
  'git status | head -5',
  'ls a b c',
];
const PIECES = [
  "'",
  '"',
  '`',
  '$(',
  ')',
  '(',
  '{',
  '}',
  '|',
  '&&',
  '&',
  ';',
  '\n',
  '\r\n',
  '<<E\n',
  "<<'E'\n",
  '\nE\n',
  '<<<',
  '<',
  '>',
  '*',
  '\\',
  '\\\n',
  '\\\r\n',
  '=',
  '#',
  '!',
  "$'",
  "\\'",
  '\t',
  '\u00a0',
  '{a,b}',
  '$HOME',
  '[a]',
  ';;',
  '(e:x:)',
  '=ls',
  '!!',
  '^a^b',
];

/** A command line with the mark somewhere in it, and pieces that may turn it into a command. */
const commandLine = fc
  .tuple(
    fc.constantFrom(...BASES),
    fc.array(fc.tuple(fc.nat(60), fc.constantFrom(...PIECES)), { maxLength: 3 }),
    fc.nat(60),
    fc.constantFrom(` ${MARK} `, MARK, `\n${MARK}\n`, `;${MARK};`),
  )
  .map(([base, pieces, at, mark]) =>
    [...pieces, [at, mark] as const].reduce((text, [place, piece]) => {
      const where = place % (text.length + 1);
      return text.slice(0, where) + piece + text.slice(where);
    }, base),
  );

interface Shell {
  readonly path: string;
  readonly args: readonly string[];
  readonly handler: string;
  /** Whether the line is typed into the shell, or passed as an argument. */
  readonly isTyped: boolean;
}

const SHELLS: readonly Shell[] = [
  { path: '/bin/bash', args: ['--noprofile', '--norc', '-s'], handler: 'command_not_found_handle', isTyped: false },
  { path: '/bin/zsh', args: ['-f', '-i', '-s'], handler: 'command_not_found_handler', isTyped: true },
  { path: '/usr/bin/zsh', args: ['-f', '-i', '-s'], handler: 'command_not_found_handler', isTyped: true },
];

function programsLookedFor(shell: Shell, source: string, folder: string): string {
  const log = join(folder, 'log');
  spawnSync(shell.path, shell.args, {
    cwd: folder,
    env: { PATH: '/nonexistent', HOME: '/nonexistent', LOG: log },
    input: `${shell.handler}() { echo "$1" >> "$LOG"; }\n${source}\n`,
    timeout: 5000,
  });
  const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
  rmSync(log, { force: true });
  return text;
}

const ENOUGH = WITH_REPEATS ? 250 : 80;

for (const shell of SHELLS.filter(({ path }) => existsSync(path))) {
  test(`${shell.path} looks for no program that the gate did not see, and writes no file`, (t) => {
    const folder = makeTempFolder(t, 'deskhand-shells-');
    let count = 0;
    fc.assert(
      fc.property(commandLine, (source) => {
        if (count >= ENOUGH) return;
        const judged = shell.isTyped
          ? judgeJson(gate, { action: 'type', text: `${source}\n` }, { app: 'Terminal' })
          : judgeShell(gate, source);
        if (asks(judged)) return;
        count += 1;
        const programs = programsLookedFor(shell, source, folder).split('\n');
        assert.ok(!programs.includes(MARK), JSON.stringify(source));
        assert.deepEqual(readdirSync(folder), [], JSON.stringify(source));
      }),
      { numRuns: 12_000 },
    );
    t.diagnostic(`${count} command lines that the gate lets run were tried`);
    assert.equal(count, ENOUGH);
  });
}

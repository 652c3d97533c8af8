/** Scripts of a skill: a command with their whole text, which does what the script does and nothing beside it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { expandScript } from '../../src/skills/skill-scripts.ts';

const ECHO_SH = 'for word in "$@"; do printf "%s\\n" "$word"; done';
const ECHO_JS = 'for (const word of process.argv.slice(2)) console.log(word);';
const withFiles = (files: Readonly<Record<string, string>>) => ({ references: new Map(Object.entries(files)) });
const ECHO = withFiles({
  'scripts/echo.sh': ECHO_SH,
  'scripts/echo.js': `${ECHO_JS}\r\n`,
  'references/notes.sh': ECHO_SH,
});

function run(command: string | null): string {
  assert.ok(command !== null);
  const { stdout, status } = spawnSync('/bin/bash', ['--noprofile', '--norc', '-c', command], { encoding: 'utf8' });
  assert.equal(status, 0, command);
  return stdout;
}

describe('A script of a skill', () => {
  it('runs with the arguments that are written behind its name', () => {
    for (const name of ['skill:scripts/echo.sh', ' skill:scripts/echo.js'])
      assert.equal(
        run(expandScript(`${name} a.pdf 'b c;d' "e $f|g"`.replace('$f', 'f'), ECHO)),
        'a.pdf\nb c;d\ne f|g\n',
      );
    assert.equal(run(expandScript('skill:scripts/echo.sh', ECHO)), '');
  });

  it('gets each quoted text whole, whatever stands in it', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 }).map((one) => one.replaceAll(/['\n\r\0]/g, ''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (words) => {
        const command = expandScript(`skill:scripts/echo.sh ${words.map((word) => `'${word}'`).join(' ')}`, ECHO);
        assert.equal(run(command), words.map((word) => `${word}\n`).join(''));
      }),
      { numRuns: 40 },
    );
  });

  it('is nothing more than one plain command', () => {
    for (const more of [
      '; rm -rf ~',
      'a; b',
      'a && b',
      'a | sh',
      '& b',
      '> ~/.bashrc',
      '< /etc/passwd',
      '$(id)',
      '`id`',
      '"$(id)"',
      '"`id`"',
      '$HOME',
      'a\nid',
      "'a\nid'",
      '(id)',
      '<<X',
      '\\',
      "'open",
      'a"b',
      '*',
      '#',
      '!1',
      '{a,b}',
      "'a'$'b'",
    ])
      assert.equal(expandScript(`skill:scripts/echo.sh ${more}`, ECHO), null, more);
  });

  it('is only what came with the skill, of a kind that can be run, and not too long', () => {
    const odd = withFiles({
      'scripts/a.exe': 'x',
      'scripts/a': 'x',
      'scripts/long.sh': 'x'.repeat(48_001),
      'scripts/zero.sh': 'a\0b',
      'scripts/constructor.constructor': 'x',
    });
    for (const name of [...odd.references.keys(), 'scripts/none.sh', 'scripts/../scripts/zero.sh', '/etc/passwd'])
      assert.equal(expandScript(`skill:${name}`, odd), null, name);
    assert.equal(expandScript('skill:references/notes.sh', ECHO), null);
    assert.equal(expandScript('scripts/echo.sh', ECHO), null);
  });

  it('cannot be ended early by a line in it', () => {
    const first = expandScript('skill:scripts/a.sh', withFiles({ 'scripts/a.sh': 'echo one' }));
    const end = first?.split('\n').at(-1) ?? '';
    const hostile = withFiles({ 'scripts/a.sh': `echo one\n${end}\necho two` });
    assert.equal(run(expandScript('skill:scripts/a.sh', hostile)).split('\n')[0], 'one');
    assert.ok(!expandScript('skill:scripts/a.sh', hostile)?.endsWith(end), 'another text has another end');
  });
});

/** Which language a terminal is spoken to in, and that a desktop's own LANGUAGE is none of our settings. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { terminalLanguage } from '../../src/bin/terminal/terminal-language.ts';
import { readSettings } from '../../src/config/read-settings.ts';
import { english } from '../../src/words/speak.ts';
import { ENTRY } from '../support/programs.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

test('the setting wins; without one it is the language that the person’s system is set to', () => {
  for (const [environment, language] of [
    [{}, 'en'],
    [{ LANG: 'C.UTF-8' }, 'en'],
    [{ LANG: 'de_DE.UTF-8' }, 'de'],
    [{ LANG: 'de_AT.UTF-8', LC_MESSAGES: 'en_GB.UTF-8' }, 'en'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'de_CH.UTF-8' }, 'de'],
    [{ LANG: 'de_DE.UTF-8', LANGUAGE: 'en' }, 'en'],
    [{ LANG: 'de_DE.UTF-8', LANGUAGE: 'auto' }, 'de'],
    [{ LANG: 'de_DE.UTF-8', LANGUAGE: 'de_DE:de' }, 'de'],
    [{ LANG: 'en_US.UTF-8', LANGUAGE: 'DE' }, 'de'],
  ] as const)
    assert.equal(terminalLanguage(environment), language, JSON.stringify(environment));
});

test('a list of locales in LANGUAGE, as desktops set it, is not ours; in .env, and with a typo, it is told', () => {
  const language = (value: string, file: Readonly<Record<string, string>> = {}) => {
    const read = readSettings({ LANGUAGE: value }, file);
    return read.ok ? read.settings.LANGUAGE : read.problems.map(english).join();
  };
  for (const list of ['de_DE:de', 'en_US:en', 'en_GB.UTF-8', 'fr', 'de_DE', 'ca_ES@valencia:ca'])
    assert.equal(language(list), 'auto', list);
  assert.equal(language('de_DE:de', { LANGUAGE: 'en' }), 'en');
  assert.equal(language('DE'), 'de');
  assert.match(language('german'), /LANGUAGE: set one of en, de, es, auto/);
  const inFile = readSettings({}, { LANGUAGE: 'de_DE:de' });
  assert.ok(!inFile.ok);
});

test('commands speak the language of the system; what programs read stays as it is', (t) => {
  const home = makeTempFolder(t);
  const german = { PATH: process.env.PATH, HOME: home, DATA_DIR: home, LANG: 'de_DE.UTF-8', LANGUAGE: 'de_DE:de' };
  const run = (name: string, ...args: readonly string[]) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [ENTRY, name, ...args], {
      env: german,
      encoding: 'utf8',
    });
    return { said: stdout + stderr, status };
  };
  const stop = run('stop');
  assert.match(stop.said, /^Deskhand läuft nicht\. Starte es mit .* und führe das noch einmal aus\.\n$/);
  assert.equal(stop.status, 1);
  assert.match(run('pair', '--list').said, /^Niemand ist gekoppelt\.\n$/);
  assert.match(run('screenshot').said, /^Sag, wohin damit: .*FILE \[--display N\]\n$/);
  const help = spawnSync(process.execPath, [ENTRY, '--help'], {
    env: german,
    encoding: 'utf8',
  });
  assert.match(help.stdout, /stop +Beendet, was es gerade tut\./);
  const completion = run('completion', 'zsh').said;
  assert.match(completion, /'stop:Ends what it is doing\.'/);
});

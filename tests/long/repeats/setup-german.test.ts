/** The whole of setup in German: at a terminal from the first question to the first run on the phone, and answered from a file. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { ENTRY } from '../../support/programs.ts';
import { findSentences } from '../../support/sentences.ts';
import { KEY, OWNER, openSetupPlace, startSetup, TOKEN, WRONG } from '../../support/setup-place.ts';
import { atTerminal } from '../../support/terminal.ts';
import { until } from '../../support/until.ts';
import { noX11 } from '../../support/x11.ts';

/** Whatever the tests themselves are run in. */
const GERMAN_SYSTEM = { LC_ALL: '', LC_MESSAGES: '', LANG: 'de_DE.UTF-8', LANGUAGE: 'de_DE:de' };
const MOST_QUESTIONS = 8;
const MOST_SECONDS = 300;
const DOWN = '\x1b[B';

/** As it is read: no colors, no frame, no line breaks. */
function readText(raw: string): string {
  return stripVTControlCharacters(raw)
    .replace(/[│◇◆┌└├╮╯─●○▪■█▀▄\s]+/g, ' ')
    .trim();
}

/** What setup says in English and a person would notice: parts of sentences of three words and more. */
function englishIn(text: string): readonly string[] {
  const sentences = [...findSentences()].filter(([, file]) => file.startsWith('src/bin/'));
  assert.ok(sentences.length > 80, `only ${sentences.length} sentences`);
  const parts = sentences.flatMap(([sentence]) => sentence.split(/\{\d+\}/).map((part) => part.trim()));
  return parts.filter((part) => (part.match(/[a-z]{2,}/gi) ?? []).length >= 3 && text.includes(readText(part)));
}

test('at a terminal, every question and answer of the way to a first run is German', { skip: noX11 }, async (t) => {
  const { home, data, telegram, anthropic, env } = await openSetupPlace(t);
  const startedAt = performance.now();
  const command = `${process.execPath} ${ENTRY} setup`;
  const setup = startSetup(t, { ...env, ...GERMAN_SYSTEM }, ...atTerminal(command, 'stty cols 120 rows 60; '));
  const text = (): string => readText(setup.text());
  let asked = 0;
  /** Waits for the question, then types. */
  const answer = async (question: RegExp, keys: string): Promise<void> => {
    await until(() => question.test(text()), text);
    asked += 1;
    setup.child.stdin.write(keys);
  };
  await answer(/Aus welchem Chat willst du diesen Computer bedienen\?/, '\r');
  await answer(/Das Token \(leer: zurück\)/, `${WRONG}\r`);
  await answer(/Telegram kennt dieses Token nicht \(401\).*Das Token/, `${TOKEN}\r`);
  await answer(/Jetzt dein Telefon verbinden\?/, '\r');
  const code = await until(() => /Sende deinem Bot diesen Code: (\w{6})/.exec(text())?.[1], text);
  const ann = telegram.person(OWNER, { name: 'Ann', language: 'de' });
  ann.send(`/start ${code}`);
  await answer(/Gekoppelt: telegram:1001\..*Welches Modell entscheidet\?/, '\r');
  await answer(/Der Schlüssel, von https:\S+, Seite „API keys“ \(leer: zurück\)/, `${KEY}\r`);
  await answer(/antwortet\. Das hat .*\$ gekostet\..*Einmal zusehen\?/, '\r');
  const card = await ann.waitFor((messages) =>
    messages.find(({ buttons }) => buttons.flat().some(({ text: label }) => label === 'Erlauben')),
  );
  assert.ok(!existsSync(join(home, 'deskhand-demo.txt')));
  ann.tap(card, 'Erlauben');
  await answer(/Erledigt und geprüft: deskhand-demo\.txt.*Deskhand bei jeder Anmeldung von selbst starten\?/, DOWN);
  await until(() => /● Nein/.test(stripVTControlCharacters(setup.text())), setup.text);
  setup.child.stdin.write('\r');
  assert.equal(await setup.ended, 0, setup.text());
  const seconds = (performance.now() - startedAt) / 1000;
  t.diagnostic(`${asked} questions, one of them twice, ${seconds.toFixed(1)} s without the person`);
  assert.ok(asked <= MOST_QUESTIONS && seconds < MOST_SECONDS, `${asked} questions, ${seconds} s`);
  assert.match(text(), /Deskhand starten: npm start/);
  for (const line of [
    '✓ Bildschirm: ',
    '– Schlüsselbund: keiner antwortet',
    '✓ Programme: ',
    '✓ Deine Daten: kommen nach',
  ])
    assert.ok(text().includes(line), `${line} is not in ${text()}`);
  assert.deepEqual(englishIn(text()), []);
  assert.ok(!text().includes(TOKEN) && !text().includes(KEY));
  assert.ok(readFileSync(join(data, 'state', 'secrets.json'), 'utf8').includes(TOKEN));
  assert.deepEqual(anthropic.faults, []);
});

test('answers from a file are spoken of in German, too; what ends a command is', { skip: noX11 }, async (t) => {
  const { home, data, env } = await openSetupPlace(t);
  const file = join(home, 'answers.json');
  const run = async (answers: unknown, more: Readonly<Record<string, string>> = GERMAN_SYSTEM) => {
    writeFileSync(file, JSON.stringify(answers), { mode: 0o600 });
    const setup = startSetup(t, { ...env, ...more }, process.execPath, [ENTRY, 'setup', '--json', file]);
    return { code: await setup.ended, text: setup.text() };
  };
  const token = await run({ chat: 'telegram', TELEGRAM_BOT_TOKEN: WRONG });
  assert.equal(token.code, 2);
  assert.match(token.text, /Telegram kennt dieses Token nicht \(401\)/);
  assert.match((await run({ chat: 'fax' })).text, /chat ist eins von telegram, slack, page, skip\./);
  assert.match((await run([])).text, /ist keine Datei mit Antworten/);
  const key = await run({ chat: 'skip', model: 'anthropic', ANTHROPIC_API_KEY: WRONG });
  assert.match(key.text, /Nichts wurde gespeichert\./);
  const skipped = await run({});
  assert.equal(skipped.code, 0);
  assert.match(skipped.text, /Deskhand starten: npm start/);
  for (const { text } of [token, key, skipped]) assert.deepEqual(englishIn(text), []);
  assert.match((await run({}, { ...GERMAN_SYSTEM, LANGUAGE: 'en' })).text, /Start Deskhand: npm start/);
  assert.ok(!existsSync(join(data, 'state', 'secrets.json')));
  // A keychain that is shut is said where everything ends.
  mkdirSync(join(data, 'state'), { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'state', 'secrets.json'), '{"in":"keychain","names":["TELEGRAM_BOT_TOKEN"]}');
  const shut = await run({});
  assert.equal(shut.code, 2);
  assert.match(shut.text, /Der Schlüsselbund mit TELEGRAM_BOT_TOKEN antwortet nicht: Entsperre ihn/);
});

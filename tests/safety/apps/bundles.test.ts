/** On a Mac the bundle identifier says what an application is; its name is in the person's language, or whatever it calls itself. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCoveredApp, isSettingsApp, isSystemQuestion, kindOfApp } from '../../../src/safety/apps/app-names.ts';
import { openTestGate } from '../open-test-gate.ts';

describe('An application of a Mac', () => {
  it('is what its identifier says, in every language', () => {
    for (const [bundle, names, kind] of [
      ['com.apple.Passwords', ['Passwords', 'Passwörter', 'Mots de passe', 'パスワード'], 'private'],
      ['com.apple.keychainaccess', ['Keychain Access', 'Schlüsselbundverwaltung', 'Trousseaux d’accès'], 'private'],
      ['com.apple.Terminal', ['Terminal', 'ターミナル', 'Terminale'], 'terminal'],
      ['com.apple.finder', ['Finder'], 'files'],
      ['com.apple.Notes', ['Notes', 'Notizen', 'メモ'], 'editor'],
      ['com.apple.MobileSMS', ['Messages', 'Nachrichten', 'メッセージ'], 'messaging'],
      ['com.apple.Safari', ['Safari'], 'browser'],
      ['com.apple.ScriptEditor2', ['Script Editor', 'Skripteditor', 'スクリプトエディタ'], 'terminal'],
      ['ru.keepcoder.Telegram', ['Telegram'], 'conversation'],
    ] as const) {
      for (const app of names) assert.equal(kindOfApp({ app, bundle }, []), kind, `${app} ${bundle}`);
      assert.equal(kindOfApp(bundle, []), kind, 'also where it is opened by its identifier');
    }
    for (const app of ['Passwörter', 'パスワード']) assert.ok(isCoveredApp({ app, bundle: 'com.apple.Passwords' }, []));
    for (const app of ['Systemeinstellungen', 'Réglages Système', 'システム設定', 'Untitled'])
      assert.ok(isSettingsApp({ app, bundle: 'com.apple.systempreferences' }));
    assert.ok(isSettingsApp({ app: 'Bildschirmzeit', bundle: 'com.apple.Screen-Time-Settings.extension' }));
    assert.ok(isSystemQuestion({ app: 'Sicherheit', bundle: 'com.apple.SecurityAgent' }));
  });

  it('cannot make itself harmless by its name', () => {
    for (const [app, real] of [
      ['TextEdit', 'com.apple.Passwords'],
      ['Finder', 'com.apple.Terminal'],
      ['Notes', 'com.apple.systempreferences'],
    ] as const)
      assert.notEqual(kindOfApp({ app, bundle: real }, []), kindOfApp(app, []));
    for (const app of ['TextEdit', 'Safari', 'Finder'])
      assert.equal(kindOfApp({ app, bundle: 'com.example.evil' }, []), 'unknown');
    assert.equal(
      kindOfApp({ app: 'My Terminal', bundle: 'com.example.evil' }, []),
      'terminal',
      'but more careful it may',
    );
  });

  it('without an identifier it is known by its name, as on X11; what the person named is private by either', () => {
    assert.equal(kindOfApp('xterm', []), 'terminal');
    assert.equal(kindOfApp({ app: 'Navigator', bundle: '' }, []), 'unknown');
    for (const named of ['Meine Bank', 'de.example.bank'])
      assert.equal(kindOfApp({ app: 'Meine Bank', bundle: 'de.example.bank' }, [named]), 'private');
  });

  it('asks on a German Mac what it asks on an English one', async () => {
    const gate = await openTestGate({ platform: 'macos' });
    const judge = (app: string, bundle: string) =>
      gate.judge(
        { action: 'click', target: { x: 500, y: 500 }, button: 'left', count: 1 },
        { app, bundle, window: 'x', element: { role: 'switch', name: 'Firewall' }, goal: 'x' },
      ).risk;
    assert.equal(judge('System Settings', 'com.apple.systempreferences'), 'high');
    assert.equal(judge('Systemeinstellungen', 'com.apple.systempreferences'), 'high');
    const typed = gate.judge(
      { action: 'type', text: 'hello' },
      { app: 'Passwörter', bundle: 'com.apple.Passwords', goal: 'x' },
    );
    assert.equal(typed.risk, 'high');
  });
});

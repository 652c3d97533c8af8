/** What a Mac does not allow is asked silently, said exactly, and asked of the person once. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { createHands } from '../../../../adapters/desktop/hands.ts';
import { createFoundation } from '../../../../adapters/desktop/macos/native/core-foundation.ts';
import { loadNative } from '../../../../adapters/desktop/macos/native/load.ts';
import { findResponsible } from '../../../../adapters/desktop/macos/native/responsible.ts';
import { createWindows } from '../../../../adapters/desktop/macos/native/windows.ts';
import { renderStart } from '../../../../src/commands/replies.ts';
import { speakSpans } from '../../../../src/outbound/spoken.ts';
import { sayLack } from '../../../../src/screen/lacks.ts';
import { heldUpBy, notDone } from '../../../../src/screen/unusable.ts';
import type { Text } from '../../../../src/words/say.ts';
import { speak } from '../../../../src/words/speak.ts';
import { noMac } from '../../../support/mac/build.ts';
import { furnish, type Mac, openMac } from '../../../support/mac/mac.ts';
import { untilTrue } from '../../../support/until.ts';

const never = new AbortController().signal;
const NODE = '/usr/local/bin/node';
const CELLAR = '/opt/homebrew/Cellar/node/26.1.0/bin/node';

describe('Permissions of a Mac', { skip: noMac }, () => {
  const mac: Mac = openMac();
  beforeEach(() => furnish(mac));
  after(() => mac.close());

  const own = process.pid;
  const responsibleFor = (nodePath = NODE) => {
    const native = loadNative(mac.standIn.library);
    return findResponsible(native, createWindows(native, createFoundation(native)), { pid: own, nodePath });
  };
  const startedBy = (path: string, bundle: string): void => {
    mac.app(77, path, bundle);
    mac.app(own, NODE, '');
    mac.responsible(own, 77);
  };

  it('belong to the application Deskhand was started from', () => {
    startedBy('/System/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal', 'com.apple.Terminal');
    assert.deepEqual([responsibleFor().program, responsibleFor().kind], ['Terminal', 'app']);
    startedBy('/Applications/iTerm.app/Contents/MacOS/iTerm2', 'com.googlecode.iterm2');
    assert.equal(responsibleFor(CELLAR).program, 'iTerm');
    assert.equal(responsibleFor(CELLAR).isMoving, false, 'the terminal keeps its permission whatever Node does');
  });

  it('belong to ssh’s wrapper for a login from elsewhere, under the name the list shows', () => {
    startedBy('/usr/libexec/sshd-session', '');
    assert.deepEqual([responsibleFor().program, responsibleFor().kind], ['sshd-keygen-wrapper', 'ssh']);
  });

  it('belong to Node where launchd started it, and a path that moves is said', () => {
    mac.app(own, NODE, '');
    assert.deepEqual([responsibleFor().program, responsibleFor().isMoving], [NODE, false]);
    for (const path of [
      CELLAR,
      '/Users/ann/.nvm/versions/node/v24.1.0/bin/node',
      '/Users/ann/.volta/tools/image/node/24.1.0/bin/node',
    ]) {
      mac.app(own, path, '');
      const { program, kind, isMoving } = responsibleFor(path);
      assert.deepEqual([program, kind, isMoving], [path, 'node', true]);
    }
  });

  it('are found by the processes Deskhand comes from where the system does not say who is responsible', () => {
    const native = loadNative(mac.standIn.library);
    const silent = { ...native, optional: { responsibility_get_pid_responsible_for_pid: null } };
    const windows = createWindows(native, createFoundation(native));
    const found = (nodePath = NODE) => findResponsible(silent, windows, { pid: own, nodePath });
    mac.app(own, NODE, '');
    assert.deepEqual([found().program, found(CELLAR).isMoving], [NODE, true], 'launchd started it');
    const chain = (...paths: readonly (readonly [path: string, bundle: string])[]): void =>
      paths.forEach(([path, bundle], at) => {
        mac.app(70 + at, path, bundle);
        mac.parent(at === 0 ? own : 69 + at, 70 + at);
      });
    chain(
      ['/bin/zsh', ''],
      ['/usr/bin/login', ''],
      ['/System/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal', 'com.apple.Terminal'],
    );
    assert.deepEqual([found().program, found().kind], ['Terminal', 'app']);
    chain(
      ['/bin/zsh', ''],
      ['/Applications/Code.app/Contents/Frameworks/Code Helper.app/Contents/MacOS/Code Helper', 'com.microsoft.VSCode'],
      ['/Applications/Code.app/Contents/MacOS/Electron', 'com.microsoft.VSCode'],
    );
    assert.equal(found().program, 'Code', 'the application itself, not its helper');
    chain(['/bin/zsh', ''], ['/usr/libexec/sshd-session', '']);
    mac.parent(71, 0);
    assert.equal(found().kind, 'ssh');
  });

  it('are asked for once, at the first start of all; a later life of the hands only looks', async () => {
    mac.set('trusted', 0);
    mac.set('maySee', 0);
    mac.set('preflight', 0);
    for (const asksForPermissions of [true, false]) {
      const hands = createHands({
        program: join(import.meta.dirname, '../../../support/mac/hands.ts'),
        platform: 'macos',
        asksForPermissions,
        env: () => process.env,
        onDown: () => undefined,
        onUp: () => undefined,
      });
      const { lacks = [] } = await hands.desktop.describe(never);
      assert.deepEqual(
        lacks.map(({ permission }) => permission),
        ['touch', 'see'],
      );
      if (asksForPermissions) {
        const pid = hands.pid();
        assert.ok(pid !== null);
        process.kill(pid, 'SIGKILL');
        await untilTrue(() => hands.desktop.describe(never));
      }
      assert.deepEqual([mac.get('promptsTouch'), mac.get('promptsSee')], [1, 1]);
      await hands.close();
    }
  });

  it('that were given are no lack, and none are taken for given by asking', async () => {
    const hands = createHands({
      program: join(import.meta.dirname, '../../../support/mac/hands.ts'),
      platform: 'macos',
      asksForPermissions: true,
      env: () => process.env,
      onDown: () => undefined,
      onUp: () => undefined,
    });
    assert.equal((await hands.desktop.describe(never)).lacks, undefined);
    assert.deepEqual([mac.get('promptsTouch'), mac.get('promptsSee')], [0, 0]);
    mac.set('trusted', 0);
    assert.equal((await hands.desktop.describe(never)).lacks?.[0]?.permission, 'touch', 'taken away in between');
    await hands.close();
  });
});

it('a lack names the program, the pane in both its names, and a path that will change, in both languages', () => {
  for (const language of ['en', 'de'] as const) {
    const touch = speak(sayLack({ permission: 'touch', program: 'iTerm', isMoving: false }), language);
    assert.match(touch, /iTerm/);
    assert.match(
      touch,
      language === 'en' ? /Accessibility.*Device Control and Data Access/ : /Bedienungshilfen.*Gerätesteuerung/,
    );
    const see = speak(sayLack({ permission: 'see', program: CELLAR, isMoving: true }), language);
    assert.match(see, /Cellar.*nodejs\.org/s);
  }
});

it('the first words in a chat say what is missing, and nothing about it where nothing is', () => {
  const start = (lacks: readonly Text[]): string =>
    speakSpans(renderStart({ name: 'Ann', hasModel: true, hasButtons: true, lacks }), 'en')
      .map((span) => (typeof span === 'string' ? span : Object.values(span).join('')))
      .join('');
  assert.match(
    start([sayLack({ permission: 'touch', program: 'Terminal', isMoving: false })]),
    /lists all commands\.\s+To click and type.*allow Terminal/s,
  );
  assert.doesNotMatch(start([]), /System Settings/);
});

it('a run that needs what is missing is held with the exact program; so is what is done by hand', () => {
  const lacks = [{ permission: 'see', program: 'Terminal', isMoving: false }] as const;
  assert.match(speak(heldUpBy('unseen', lacks).detail, 'en'), /allow Terminal in System Settings/);
  assert.match(speak(notDone('unseen', lacks), 'en'), /^Not done\. This Mac doesn't let me see.*allow Terminal/s);
  assert.match(speak(heldUpBy('untouched').detail, 'en'), /Accessibility/);
  assert.doesNotMatch(speak(heldUpBy('locked', lacks).detail, 'en'), /Terminal/);
});

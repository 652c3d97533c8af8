/** What becomes of typing on a Mac: read back from the field that has the focus, keys for what takes no text, and nothing into a button. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Refused } from '../../../../src/ports/desktop.ts';
import { english } from '../../../../src/words/speak.ts';
import { noMac } from '../../../support/mac/build.ts';
import { type AxNode, furnish, LAYOUTS, type Mac, TEXTEDIT } from '../../../support/mac/mac.ts';
import { until } from '../../../support/until.ts';
import { type MacBench, never, startMac } from './bench.ts';

const KEY_DOWN = 10;
const TAB = 48;

describe('Typing on a Mac', { skip: noMac }, () => {
  let bench: MacBench;
  let mac: Mac;
  before(async () => {
    bench = await startMac();
    mac = bench.mac;
  });
  beforeEach(() => furnish(mac));
  after(() => bench.close());

  const focusOn = (node: Omit<AxNode, 'at' | 'focused'>, at: AxNode['at'] = [80, 80, 200, 24]): void => {
    mac.node(TEXTEDIT, { role: 'AXWindow', at: [60, 50, 400, 300], children: [{ ...node, at, focused: true }] });
  };
  /** Waits until the child that reads the focus answers. */
  const typeRead = async (text: string) => {
    return until(async () => {
      const typed = await bench.desktop.type(text, never);
      if (typed.arrived !== 'unread') return typed;
      await mac.arrived();
      mac.forgetTyped();
      return null;
    }, 'what is typed to be read back');
  };
  /** Key codes of presses that carry no text of their own. */
  const pressed = async (): Promise<readonly number[]> => {
    await mac.arrived();
    return mac
      .events()
      .filter(({ type, text }) => type === KEY_DOWN && text === '')
      .map(({ key }) => key);
  };

  it('is read back from the field, with text before it and over several lines', async () => {
    focusOn({ role: 'AXTextArea', value: 'Dear Ada,' });
    assert.deepEqual(await typeRead('Grüße 😀'), { arrived: 'read' });
    mac.forgetTyped();
    assert.deepEqual(await bench.desktop.type('one\n\ttwo\n', never), { arrived: 'read' });
    await mac.arrived();
    assert.equal(mac.typed(), 'one\n\ttwo\n');
    mac.forgetTyped();
    const long = 'Wort für Wort '.repeat(400);
    assert.deepEqual(await bench.desktop.type(long, never), { arrived: 'read' });
  });

  it('that arrived otherwise says what stands there, and is not sent by a Return', async () => {
    focusOn({ role: 'AXTextField', value: 'readonly' });
    assert.deepEqual(await typeRead('warm up'), { arrived: 'read' });
    mac.forgetTyped();
    mac.events();
    mac.set('fault14', 1);
    assert.deepEqual(await bench.desktop.type('pay 10\n', never), { arrived: 'otherwise', shown: 'readonly' });
    assert.deepEqual(await pressed(), []);
  });

  it('with a tab is given as keys where a field has one line', async () => {
    focusOn({ role: 'AXTextField' });
    await typeRead('warm up');
    mac.forgetTyped();
    mac.events();
    assert.deepEqual(await bench.desktop.type('Ada\tLovelace', never), { arrived: 'unread' });
    const presses = mac.events().filter(({ type }) => type === KEY_DOWN);
    assert.deepEqual(
      presses.map(({ key, text }) => (text === '' ? key : text)),
      ['Ada', TAB, 'Lovelace'],
    );
  });

  it('into a button, a link or a check box is refused, and nothing is sent', async () => {
    focusOn({ role: 'AXTextField' });
    await typeRead('warm up');
    for (const node of [
      { role: 'AXButton', title: 'Delete' },
      { role: 'AXLink', title: 'More' },
      { role: 'AXCheckBox', value: '0' },
      { role: 'AXButton', subrole: 'AXTabButton', title: 'One' },
    ]) {
      mac.clearNodes();
      focusOn(node);
      mac.events();
      await assert.rejects(bench.desktop.type('a b', never), (error) => {
        assert.ok(error instanceof Refused);
        assert.match(english(error.text), /takes no text.*\(it is on a (button|link|check box|tab)\)/);
        return true;
      });
      assert.deepEqual(mac.events(), []);
    }
  });

  it('a password is never read, and a hidden field says nothing', async () => {
    focusOn({ role: 'AXTextField' });
    await typeRead('warm up');
    for (const [node, at] of [
      [{ role: 'AXTextField', subrole: 'AXSecureTextField', value: 'hunter2' }, undefined],
      [{ role: 'AXTextArea' }, [80, 80, 1, 1]],
    ] as const) {
      mac.clearNodes();
      mac.forgetTyped();
      focusOn(node, at);
      assert.deepEqual(await bench.desktop.type('secret', never), { arrived: 'unread' });
      await mac.arrived();
      assert.equal(mac.typed(), 'secret');
    }
  });

  it('what takes keys one by one gets those of the layout, and text for what the layout has no key for', async () => {
    mac.set('layout', LAYOUTS.german);
    focusOn({ role: 'AXTextField' });
    await typeRead('warm up');
    mac.clearNodes();
    mac.forgetTyped();
    focusOn({ role: 'AXOutline', title: 'Files' });
    mac.events();
    assert.deepEqual(await bench.desktop.type('zÜ@^漢', never), { arrived: 'unread' });
    await mac.arrived();
    assert.equal(mac.typed(), 'zÜ@^漢');
    const keys = mac.events().filter(({ type }) => type === KEY_DOWN);
    assert.deepEqual(
      keys.map(({ key, text, flags }) => (text === '' ? [key, flags] : text)),
      [[16, 0], [33, 0x2_0000], [37, 0x8_0000], '^', '漢'],
      'an accent that would wait for the next key is sent as text',
    );
    assert.deepEqual([mac.keys(), (await bench.desktop.presence(never)).screen], [[], 'on']);
  });

  it('another computer’s screen gets keys alone; a character without one is refused before anything is sent', async () => {
    mac.app(500, '/System/Applications/Screen Sharing.app/Contents/MacOS/Screen Sharing', 'com.apple.ScreenSharing');
    mac.window(500, 'Bildschirmfreigabe', 'Mac mini', [0, 0, 300, 200]);
    mac.events();
    assert.deepEqual(await bench.desktop.type('ls -l\npwd', never), { arrived: 'unread' });
    await mac.arrived();
    const sent = mac.events().filter(({ type }) => type === KEY_DOWN);
    assert.ok(sent.length === 9 && sent.every(({ text }) => text === ''));
    assert.equal(mac.typed(), 'ls -l\npwd');
    await assert.rejects(bench.desktop.type('für', never), /a remote one takes only keys/);
    assert.deepEqual([mac.events(), mac.get('reads')], [[], 0]);
  });

  it('an application that does not answer is typed into, and nothing is said of what arrived', async () => {
    focusOn({ role: 'AXTextField' });
    await typeRead('warm up');
    mac.forgetTyped();
    mac.behave(TEXTEDIT, 1);
    assert.deepEqual(await bench.desktop.type('still exact', never), { arrived: 'unread' });
    await mac.arrived();
    assert.equal(mac.typed(), 'still exact');
  });
});

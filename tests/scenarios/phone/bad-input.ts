/** What makes no sense is told, to the model and to the person by hand, and no input event reaches the real desktop. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { TestContext } from 'node:test';
import { LOOK_AGAIN } from '../../../src/run/loop/take-batch.ts';
import { english } from '../../../src/words/speak.ts';
import { type InputWitness, startInputWitness } from '../../support/input-witness.ts';
import { act, hasLiveButton, type Phone, type Step } from '../../support/phone.ts';
import { repeats, WITH_REPEATS } from '../../support/repeats.ts';

const OUTSIDE = /outside the screen: x and y go from 0 to 1000/;
/** A machine that is busy with other things may have no list in time. */
const NO_ELEMENT = /There is no element 999: this look (lists 1 to \d+|has no list of elements)\./;
const at = (x: number, y: number) => ({ x, y });

/** What the model sends, and what it is told in the next prompt. */
const FROM_MODEL: readonly (readonly [object, RegExp])[] = [
  [{ action: 'click', target: at(1000.1, 5) }, OUTSIDE],
  [{ action: 'click', target: at(0, 0) }, /the top left corner stops everything .* it is never a target/],
  [{ action: 'click', target: { element: 999 } }, NO_ELEMENT],
  [{ action: 'click', target: { element: 0 } }, /elements are numbered from 1, as in the list/],
  [{ action: 'type', text: '' }, /the text is empty/],
  [{ action: 'key', keys: 'ctrl+nosuchkey' }, /there is no key "nosuchkey"/],
  [{ action: 'type', text: 'bell\u0007' }, /control character U\+0007; only tab and newline can be typed/],
  [{ action: 'open_app', app: 'no-such-application' }, /no-such-application/],
  [{ action: 'ui_elements', app: 'no-such-application' }, /no-such-application does not show its elements/],
  [{ action: 'web_elements', app: 'no-such-application' }, /Bring no-such-application to the front first/],
  // The same reasons at other actions, and what the reading of a reply alone finds.
  ...repeats<readonly [object, RegExp]>(
    [{ action: 'drag', from: at(500, 500), to: at(500, 1200) }, OUTSIDE],
    [{ action: 'click', target: at(500, 500), count: 4 }, /click\.count/],
    [{ action: 'key', keys: 'retrun' }, /there is no key "retrun"; the closest is return/],
    [{ action: 'click', target: at(5, -1) }, OUTSIDE],
    [{ action: 'move', target: at(5000, 5000) }, OUTSIDE],
    [{ action: 'mouse_down', target: at(-0.5, 5) }, OUTSIDE],
    [{ action: 'mouse_up', target: at(5, 1001) }, OUTSIDE],
    [{ action: 'scroll', target: at(1200, 500), direction: 'down' }, OUTSIDE],
    [{ action: 'zoom', from: at(0, 0), to: at(2000, 5) }, OUTSIDE],
    [{ action: 'click', target: { element: 999 }, count: 2 }, NO_ELEMENT],
    [{ action: 'move', target: { element: 999 } }, NO_ELEMENT],
    [{ action: 'drag', from: { element: 999 }, to: at(500, 500) }, NO_ELEMENT],
    [{ action: 'drag', from: at(500, 500), to: { element: 999 } }, NO_ELEMENT],
    [{ action: 'scroll', target: { element: 999 }, direction: 'down' }, NO_ELEMENT],
    [{ action: 'focus', element: 999 }, NO_ELEMENT],
    [{ action: 'set_value', element: 999, text: 'x' }, NO_ELEMENT],
    [{ action: 'scroll', target: at(500, 500), direction: 'down', amount: 21 }, /scroll\.amount/],
    [{ action: 'key', keys: ' ' }, /name a key/],
    [{ action: 'key', keys: 'a', repeat: 51 }, /key\.repeat/],
    [{ action: 'hold_key', keys: 'foo', seconds: 1 }, /there is no key "foo"/],
    [{ action: 'hold_key', keys: 'a', seconds: 11 }, /hold_key\.seconds/],
    [{ action: 'clipboard_write', text: '' }, /the text is empty/],
    [{ action: 'open_app', app: ' ' }, /name an application/],
  ),
];

/** What the person sends, and what comes back. */
const BY_HAND: readonly (readonly [string, RegExp])[] = [
  ['/click 9999 5', /That is outside the screen: both numbers go from 0 to 1000/],
  ['/click somewhere', /Where\? Send two numbers/],
  ['/click 0 0', /Not done: the top left corner stops everything/],
  ['/click 99', /no picture with numbers yet|There is no 99 on that picture: it has 1 to \d+|picture has no numbers/],
  ['/key foo', /Not done: there is no key "foo"/],
  ['/type', /What should I type\? Send for example: \/type hello/],
  ['/type \u0007', /Not done: the text contains the control character U\+0007/],
  ['/scroll sideways', /Which way\?/],
  ['/scroll down 99', /From 1 to 20 at a time/],
  ['/open nothing', /Not done: .*nothing/],
  ['/open ../../bin/sh', /Not done: .*not just the name of an application/],
  ['/screenshot 7', /There is no display 7 now; this is display 1/],
  ['/clik 5 5', /I don't know \/clik\. Did you mean \/click\?/],
  // The same reasons with other words.
  ...repeats<readonly [string, RegExp]>(
    ['/click 5 1000.1', /That is outside the screen/],
    ['/click -5 5', /Where\? Send two numbers from 0 to 1000/],
    ['/click', /Where\? Send two numbers/],
    ['/click 1 2 3', /Where\? Send two numbers/],
    ['/click 0', /no picture with numbers yet|There is no 0 on that picture|picture has no numbers/],
    ['/key ctrl+', /Not done: .*the plus key is written plus/],
    ['/key', /Which key\? Send for example: \/key cmd\+s/],
    ['/scroll', /Which way\? Send \/scroll down/],
    ['/open', /Open what\? Send an application or an address/],
    ['/screenshot 0', /Which display\? Send \/screenshot, or its number/],
  ),
];

export async function refuseNonsense(t: TestContext, phone: Phone): Promise<void> {
  const witness = await startInputWitness(phone.display.env);
  t.after(() => witness.close());
  await closeMenu(phone);
  await t.test('from the model: told why in its next prompt, and nothing is pressed', () => fromModel(phone, witness));
  await t.test('a number of an earlier look is refused, and the run looks again', () => staleNumber(phone, witness));
  await t.test('by hand: told why in the chat, and nothing is pressed', () => byHand(phone, witness));
  if (WITH_REPEATS)
    await t.test('a number on an old picture clicks nothing where something else is now', () =>
      oldPicture(phone, witness),
    );
  await t.test('and what makes sense does arrive', async () => {
    const before = (await witness.seen()).length;
    phone.say('/key shift+a');
    await phone.waitFor(/^Done/);
    assert.ok((await witness.seen()).length >= before + 4);
  });
}

/** The editor is in front, as the model has left it: with a menu open. */
async function closeMenu(phone: Phone): Promise<void> {
  phone.say('/key Escape');
  await phone.waitFor(/^Done/);
  const look: Step = ({ text }) =>
    /menu "File"/.test(text) && !/menu item "/.test(text)
      ? act({ action: 'done', summary: 'It is there.' })
      : act({ action: 'wait', seconds: 0.2 });
  phone.run('wait for the editor', { steps: Array.from({ length: 30 }, () => look) });
  assert.match((await phone.end()).text, /It is there/);
}

/** A question or the end. */
function hasLabel(message: Parameters<typeof hasLiveButton>[0]): boolean {
  return ['Approve', 'Again'].some((label) => hasLiveButton(message, label));
}

/** Runs it and fails when anything was pressed or the pointer moved meanwhile. */
async function expectNothing(witness: InputWitness, act: () => Promise<void>): Promise<void> {
  const [before, seen] = [await witness.now(), await witness.seen()];
  await act();
  assert.deepEqual((await witness.seen()).slice(seen.length), []);
  assert.deepEqual(await witness.now(), before);
}

async function fromModel(phone: Phone, witness: InputWitness): Promise<void> {
  await expectNothing(witness, async () => {
    for (let from = 0; from < FROM_MODEL.length; from += 14) {
      const cases = FROM_MODEL.slice(from, from + 14);
      // Three malformed replies in a row end a run.
      const rest = act({ action: 'wait', seconds: 0 });
      const steps = cases.flatMap(([action], index) =>
        index % 2 === 0 ? [act({ ...action })] : [act({ ...action }), rest],
      );
      phone.run(`try ${from}`, { steps });
      const end = await phone.waitFor((message) => hasLabel(message), 60_000);
      if (!hasLiveButton(end, 'Again')) phone.owner.send('/stop');
      assert.match(end.text, /Done and checked/, 'nobody is asked');
      // An editor that has just begun still paints: what that overtook is decided again.
      const told = phone.asked('step').flatMap(({ text }) => (text.includes(english(LOOK_AGAIN)) ? [] : [text]));
      for (const [index, [action, reason]] of cases.entries())
        assert.match(told[index + Math.floor(index / 2) + 1] ?? '', reason, JSON.stringify(action));
    }
  });
}

async function staleNumber(phone: Phone, witness: InputWitness): Promise<void> {
  await expectNothing(witness, async () => {
    // The window moves while the model thinks of a number in it.
    const moving: Step = async () => {
      moveEditor(phone, 200, 260);
      return act({ action: 'click', target: { element: 1 } });
    };
    phone.run('click the first', { steps: [moving] });
    await phone.end();
    assert.match(phone.asked('step')[1]?.text ?? '', /The screen changed while you were deciding|look again/);
  });
}

async function byHand(phone: Phone, witness: InputWitness): Promise<void> {
  await expectNothing(witness, async () => {
    for (const [message, answer] of BY_HAND) {
      phone.say(message);
      const reply = await phone.waitFor(/./);
      assert.match(reply.text, answer, message);
    }
  });
}

async function oldPicture(phone: Phone, witness: InputWitness): Promise<void> {
  const look = async () => {
    phone.say('/screenshot');
    // A picture, or the message that says why there is none.
    return await phone.waitFor(/./);
  };
  // Where the machine is too busy to list elements in time, a picture comes without numbers, and is asked for again.
  let picture = await look();
  for (let tries = 0; tries < 20 && !hasLiveButton(picture, '3'); tries += 1) picture = await look();
  await expectNothing(witness, async () => {
    moveEditor(phone, 20, 330);
    await phone.tap(picture, '3');
    await phone.waitFor(/^Not clicked: .*This is how it looks now/);
    phone.say('/click 99');
    await phone.waitFor(/There is no 99 on that picture: it has 1 to \d+|That picture has no numbers/);
  });
}

/** Moves the editor's window without a key or a button, as its application might. */
function moveEditor({ display }: Phone, x: number, y: number): void {
  const search = ['search', '--onlyvisible', '--name', 'Mousepad$'];
  execFileSync('/usr/bin/xdotool', [...search, 'windowmove', '--sync', String(x), String(y)], { env: display.env });
}

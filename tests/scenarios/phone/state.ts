/** What the model is shown over a real run: the window in front, what was done and what came of it, notes, the ring; counted on the wire. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { LOOK_AGAIN } from '../../../src/run/loop/take-batch.ts';
import { english } from '../../../src/words/speak.ts';
import { findColor } from '../../servers/anthropic/pixels.ts';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { openByteWindow } from '../../support/byte-window.ts';
import { act, type Phone, purposeOf, type Step } from '../../support/phone.ts';

/** Of the ring around the last action's point (adapters/pictures/ring.ts). */
const RING = [230, 30, 40] as const;
const MAX_PREFIX_TOKENS = 2000;
const MAX_STEP_TOKENS = 2200;
const NOTES = 12;
const TEXT = 'Grüße <b>"&';

export async function showState(t: TestContext, phone: Phone): Promise<void> {
  await openByteWindow(phone.display, phone.home);
  phone.run('show <me> & yourself', {
    steps: [
      act({ action: 'click', target: { x: 300, y: 700 } }, 'clicked <low> left'),
      act({ action: 'move', target: { x: 800, y: 200 } }),
      act({ action: 'click', target: { element: 99 } }),
      act({ action: 'shell', command: 'ls /nowhere' }),
      act({ action: 'zoom', from: { x: 0, y: 0 }, to: { x: 250, y: 250 } }),
      makeReply(
        { action: 'type', text: 'one' },
        {
          followUps: [
            { action: 'type', text: ' two' },
            { action: 'key', keys: 'ctrl+u' },
          ],
        },
      ),
      act({ action: 'wait', seconds: 0 }),
      ...Array.from({ length: NOTES }, (_, index) =>
        act({ action: 'think', text: `thought ${index}` }, `note ${index}`),
      ),
    ],
  });
  // No shell reads what is typed there, so it asks.
  await phone.endApproving(90_000);
  await t.test('who, where, how far, how much is left', () => tellPlace(phone));
  await t.test('what was done last and what came of it', () => tellEffects(phone));
  await t.test('the last ten notes', () => tellNotes(phone));
  await t.test('the ring is around the last action’s point', () => findRing(phone));
  await t.test('text before the pictures; one prefix, cached once', () => sendOnePrefix(phone));
  await t.test('a real application: its elements, the one with the focus, its value; a menu that opened', () =>
    listElements(phone),
  );
  await t.test('every plain step fits its budget, as the server counts', () => countTokens(phone));
}

const stepText = (phone: Phone, number: number): string => phone.asked('step')[number - 1]?.text ?? '';

function tellPlace(phone: Phone): void {
  assert.match(
    stepText(phone, 1),
    /^Goal: show <me> & yourself\nStep 1 of 35\. Left: 34 steps, \$1\.00, 300k tokens, (?:1 h 00 min|59 min \d+ s)\.\nNothing has been done yet\.\n<untrusted from="screen">\nIn front: "XTerm", window "bytes"/,
  );
  const left = /Step 7 of 35\. Left: 28 steps, \$0\.9\d, 28\dk tokens, 59 min \d+ s\./;
  assert.match(stepText(phone, 7), left);
}

function tellEffects(phone: Phone): void {
  assert.match(stepText(phone, 2), /Last action: click \{"target":\{"x":300,"y":700\}.*\} - done, the screen changed/);
  assert.match(stepText(phone, 3), /Last action: move .* - done, but nothing on the screen changed/);
  assert.match(
    stepText(phone, 4),
    /Last action: click \{"target":\{"element":99\}.*\} - not done\n<untrusted from="result">\nThere is no element 99/,
  );
  assert.match(
    stepText(phone, 5),
    /Last action: shell .* - not done\n<untrusted from="result">\nls: .*nowhere.*\nExit code 2\./,
  );
  assert.match(stepText(phone, 6), /The second picture is the part you zoomed into\./);
  assert.match(stepText(phone, 7), /Last action: key \{"keys":"ctrl\+u".* - done, the screen changed/);
  assert.match(stepText(phone, 8), /Last action: wait \{"seconds":0\} - done\n/);
}

function tellNotes(phone: Phone): void {
  assert.match(stepText(phone, 2), /Your notes:\n- clicked <low> left\nLast action/);
  const last = stepText(phone, 8 + NOTES);
  const notes = /Your notes:\n((?:- .*\n)+)/.exec(last)?.[1]?.trim().split('\n') ?? [];
  assert.deepEqual(
    notes,
    Array.from({ length: 10 }, (_, index) => `- note ${index + NOTES - 10}`),
  );
}

async function findRing(phone: Phone): Promise<void> {
  for (const [number, expected] of [
    [1, null],
    [2, { x: 300, y: 700 }],
    [3, { x: 800, y: 200 }],
    // What pointed nowhere leaves it where it was.
    [7, { x: 800, y: 200 }],
  ] as const) {
    const ring = await findColor(phone.asked('step')[number - 1]?.pictures[0]?.jpeg ?? new Uint8Array(), RING);
    if (expected === null) assert.equal(ring, null);
    else
      assert.ok(
        ring !== null && Math.abs(ring.x - expected.x) < 3 && Math.abs(ring.y - expected.y) < 3,
        `step ${number}: ${JSON.stringify(ring)}`,
      );
  }
}

function sendOnePrefix(phone: Phone): void {
  const steps = phone.asked('step');
  const blocks = steps.map((request) => request.blocks.join(' '));
  assert.equal(blocks[5], 'text image image');
  assert.ok(
    blocks.every((kinds, index) => index === 5 || kinds === 'text image'),
    blocks.join('\n'),
  );
  assert.equal(new Set(steps.map((request) => JSON.stringify([request.system, request.schema]))).size, 1);
  const cached = stepsCounted(phone).map(({ usage }) => usage);
  assert.equal(cached.filter((usage) => usage.cache_creation_input_tokens > 0).length, 1);
  assert.equal(cached.filter((usage) => usage.cache_read_input_tokens > 0).length, steps.length - 1);
}

/** What the server counted of the steps, of every run. */
function stepsCounted(phone: Phone) {
  return phone.anthropic.exchanges.flatMap(({ request, usage }) =>
    request !== null && purposeOf(request) === 'step' && usage !== null ? [{ request, usage }] : [],
  );
}

/** A model that waits until it sees what it needs: what a busy machine shows late is no mistake. */
async function listElements(phone: Phone): Promise<void> {
  const plan = [
    [/./, act({ action: 'open_app', app: 'mousepad' })],
    [
      /In front: "Mousepad", window "Untitled 1 - Mousepad"\nElements: number role/,
      act({ action: 'type', text: TEXT }),
    ],
    [/\d+ text area "" ="Grüße <b>\\"&" @\d+,\d+ focused/, act({ action: 'click', target: { element: 1 } })],
    [/\d+ menu item "Save As\.\.\." @/, act({ action: 'done', summary: 'The menu is open.' })],
  ] as const;
  let [next, before] = [0, 0];
  const look: Step = ({ text }) => {
    if (text.includes(english(LOOK_AGAIN))) next = before;
    before = next;
    const [wanted, action] = plan[next] ?? [];
    if (wanted === undefined || action === undefined || !wanted.test(text))
      return act({ action: 'wait', seconds: 0.3 });
    next += 1;
    return action;
  };
  phone.run('write a note', { steps: Array.from({ length: 30 }, () => look) });
  assert.match((await phone.end(90_000)).text, /The menu is open/);
  const seen = phone.asked('step').map(({ text }) => text);
  const afterClick = seen.find((text) => /Last action: click/.test(text)) ?? '';
  assert.match(afterClick, /Last action: click \{"target":\{"element":1\}.* - done, the screen changed/);
  assert.match(afterClick, /\nThe last action was on: menu "File"\n/);
  assert.ok(!seen.some((text) => /You have done the same/.test(text)), 'waiting is not repeating');
}

function countTokens(phone: Phone): void {
  const counted = stepsCounted(phone);
  const prefix = Math.max(
    ...counted.map(({ usage }) => usage.cache_creation_input_tokens + usage.cache_read_input_tokens),
  );
  assert.ok(prefix <= MAX_PREFIX_TOKENS, `${prefix} tokens of prefix`);
  // A zoom asks for a second picture.
  const plain = counted.filter(({ request }) => request.pictures.length === 1);
  assert.ok(plain.length > 20);
  for (const { request, usage } of plain) {
    assert.ok(usage.input_tokens <= MAX_STEP_TOKENS, `${usage.input_tokens} tokens after the prefix: ${request.text}`);
  }
}

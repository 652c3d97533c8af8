/** "Done" is a claim: a fresh look decides, what was found goes back to the model twice at most, and the end says which it was. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { connectDisplay, words } from '../../../adapters/desktop/x11/connection.ts';
import { LOOK_AGAIN } from '../../../src/run/loop/take-batch.ts';
import { english } from '../../../src/words/speak.ts';
import { findColor } from '../../servers/anthropic/pixels.ts';
import type { Decision } from '../../servers/anthropic/server.ts';
import { act, hasLiveButton, MODEL_KEY, type Phone } from '../../support/phone.ts';
import { repeats, WITH_REPEATS } from '../../support/repeats.ts';
import { until } from '../../support/until.ts';

const PINK = [230, 30, 140] as const;
const BLUE = [30, 60, 220] as const;
const GREEN = [20, 160, 60] as const;
type Color = readonly [red: number, green: number, blue: number];
const DONE = act({ action: 'done', summary: 'The mail is sent.' });
const verdict = (score: number, ...reasons: readonly string[]) => ({ screen: 'A window.', reasons, score });
const UNUSABLE: readonly (readonly [why: string, answer: Decision])[] = [
  ['cannot be reached', { fault: 'status', status: 529, headers: { 'x-should-retry': 'false' } }],
  ...repeats<readonly [string, Decision]>(['makes no sense', verdict(150)], ['declines', { fault: 'refusal' }]),
];

export async function verifyClaims(t: TestContext, phone: Phone): Promise<void> {
  await t.test('a fresh look by the fast model; verified, with its score', () => verifyFresh(phone));
  await t.test('a fact the checker names is looked up, and one that does not hold is not done', () => lookUp(phone));
  await t.test('what the gate keeps closed is not looked up', () => keepClosed(phone));
  await t.test('69 is not enough: what was found is in the next prompt, and 70 passes', () => feedBack(phone));
  if (WITH_REPEATS)
    await t.test('after the third look that finds it unfinished the run has failed', () => giveUp(phone));
  for (const [why, answer] of UNUSABLE)
    await t.test(`a checker that ${why}: done, but not checked`, () => leaveUnverified(phone, answer));
  await t.test('a "done" decided while a window opened is decided again', () => overtakeDone(phone));
  if (WITH_REPEATS)
    await t.test(
      'an act that asked is checked by itself: what went wrong is seen at once, in the chat and by the model',
      () => checkActs(phone),
    );
  await t.test('what was asked and said can be looked at, word for word, without a secret', () => lookAtTrace(phone));
}

async function verifyFresh(phone: Phone): Promise<void> {
  const paintAndFinish = async (): Promise<Decision> => {
    await paintBackground(phone, PINK);
    return DONE;
  };
  phone.run('paint it', { steps: [paintAndFinish], verdicts: [verdict(88.4, 'It is pink')] });
  const end = await phone.end();
  assert.match(
    end.text,
    /^✅ Done and checked\nThe mail is sent\.\n✓ It is pink\n\n“paint it”\nrun 1 · 1 step · \d+ s · \$0\.\d{3}$/,
  );
  const [step] = phone.asked('step');
  const [check] = phone.asked('verify');
  assert.equal(step?.model, 'claude-sonnet-5-5');
  assert.equal(check?.model, 'claude-haiku-5-5');
  assert.equal(await findColor(step?.pictures[0]?.jpeg ?? new Uint8Array(), PINK), null);
  assert.notEqual(await findColor(check?.pictures[0]?.jpeg ?? new Uint8Array(), PINK), null, 'the look is a fresh one');
  assert.match(
    check?.text ?? '',
    /^Goal: paint it\n[\s\S]*The worker claims:\n<untrusted from="claim">\nThe mail is sent\./,
  );
}

/** A decision made before a window came to the front is dropped, "done" too. */
async function overtakeDone(phone: Phone): Promise<void> {
  const openAndFinish = async (): Promise<Decision> => {
    phone.display.open('/usr/bin/xterm', ['-fullscreen', '-bg', xColor(GREEN)]);
    await untilPainted(phone, GREEN);
    return act({ action: 'done', summary: 'Nothing is left to do.' });
  };
  phone.run('send it', { steps: [openAndFinish, DONE], verdicts: [verdict(90, 'It is sent')] });
  assert.match((await phone.end()).text, /^✅ Done and checked\nThe mail is sent\.\n/);
  assert.equal(phone.asked('verify').length, 1, 'the claim that was overtaken is not checked');
  const again = phone.asked('step')[1];
  assert.match(again?.text ?? '', new RegExp(english(LOOK_AGAIN)));
  assert.notEqual(await findColor(again?.pictures[0]?.jpeg ?? new Uint8Array(), GREEN), null);
}

const CHANGE_WINDOW_ATTRIBUTES = 2;
const BACKGROUND_PIXEL = 2;
const CLEAR_AREA = 61;
const GET_IMAGE = 73;
const Z_PIXMAP = 2;

/** Behind all windows: it overtakes no decision. */
async function paintBackground({ display }: Phone, [red, green, blue]: Color): Promise<void> {
  const connection = await connectDisplay(display.env);
  const { root } = connection;
  connection.send(CHANGE_WINDOW_ATTRIBUTES, 0, words(root, BACKGROUND_PIXEL, (red << 16) | (green << 8) | blue));
  connection.send(CLEAR_AREA, 0, words(root, 0, 0));
  await connection.sync();
  connection.close();
}

/** Resolves when the middle of the screen has that color. */
async function untilPainted({ display }: Phone, color: Color): Promise<void> {
  const connection = await connectDisplay(display.env);
  const pixel = words(connection.root, 512 | (384 << 16), 1 | (1 << 16), 0xffffffff);
  const read = async (): Promise<readonly number[]> => {
    const [blue, green, red] = (await connection.ask(GET_IMAGE, Z_PIXMAP, pixel))?.subarray(32, 35) ?? [];
    return [red ?? 0, green ?? 0, blue ?? 0];
  };
  try {
    let seen: readonly number[] = [];
    await until(
      async () => {
        seen = await read();
        return JSON.stringify(seen) === JSON.stringify(color);
      },
      () => `the terminal to be there in ${color}, where ${seen} is`,
    );
  } finally {
    connection.close();
  }
}

function xColor(color: Color): string {
  return `rgb:${color.map((part) => part.toString(16).padStart(2, '0')).join('/')}`;
}

/** The check says 95, the disk says no: the run goes on, and is done when both say so. */
async function lookUp(phone: Phone): Promise<void> {
  const path = join(phone.home, 'mail.txt');
  const good = { ...verdict(95, 'It looks sent'), checks: [{ check: 'file_contains', subject: path, text: 'Dear' }] };
  const write = (): Decision => {
    writeFileSync(path, 'Dear Bob');
    return DONE;
  };
  phone.run('send it', { steps: [DONE, write], verdicts: [good] });
  const end = await phone.end();
  assert.match(end.text, /^✅ Done and checked\nThe mail is sent\.\n✓ It looks sent\n✓ \S+mail\.txt contains “Dear”\n/);
  assert.match(phone.asked('step')[1]?.text ?? '', /The check of "done" failed: \S+mail\.txt is not there/);
  const [first, second] = phone.events().filter((event) => event.type === 'verification.done');
  assert.deepEqual([first?.passed, second?.passed], [false, true]);
  const recording = join(phone.data, 'recordings', '000002', 'recording.json');
  await until(() => existsSync(recording), 'the recording is written');
  const kept = JSON.parse(readFileSync(recording, 'utf8'));
  assert.deepEqual(kept.frames.first, '0001.jpg');
  assert.deepEqual(kept.frames.last, 'check-2.jpg');
  for (const frame of ['0001.jpg', 'check-2.jpg'])
    assert.ok(existsSync(join(phone.data, 'recordings', '000002', frame)));
}

async function keepClosed(phone: Phone): Promise<void> {
  const secret = join(phone.home, '.ssh', 'id_rsa');
  const checks = [
    { check: 'file_contains', subject: secret, text: 'BEGIN' },
    { check: 'exit_code', subject: `touch ${phone.home}/touched`, text: '0' },
  ];
  phone.run('send it', { steps: [DONE], verdicts: [{ ...verdict(95, 'It looks sent'), checks }] });
  assert.match((await phone.end()).text, /^✅ Done and checked\nThe mail is sent\.\n✓ It looks sent\n\n/);
  assert.equal(existsSync(join(phone.home, 'touched')), false);
}

async function feedBack(phone: Phone): Promise<void> {
  const found = 'The <b>draft</b> is still open';
  phone.run('send it', {
    steps: [DONE, DONE],
    verdicts: [verdict(69, found, 'Nothing in Sent'), verdict(70, 'It is gone')],
  });
  assert.match((await phone.end()).text, /Done and checked/);
  assert.equal(phone.asked('verify').length, 2);
  const second = phone.asked('step')[1]?.text ?? '';
  assert.match(second, /The check of "done" failed: The <b>draft<\/b> is still open; Nothing in Sent/);
}

async function giveUp(phone: Phone): Promise<void> {
  phone.run('send it', { steps: [DONE, DONE, DONE, DONE], verdicts: [verdict(20, 'The draft is still open')] });
  const end = await phone.end();
  assert.match(end.text, /^❌ Failed\nI reported “The mail is sent”, but the check found: The draft is still open/);
  assert.equal(phone.asked('verify').length, 3);
  assert.equal(phone.asked('step').length, 3);
}

/** Enter in a terminal asks; the picture of its check is taken after it. */
async function checkActs(phone: Phone): Promise<void> {
  const seen: boolean[] = [];
  const shows = (words: RegExp) => until(() => phone.news().some(({ text }) => words.test(text)), `${words}`);
  const wrong = async ({
    pictures,
  }: {
    readonly pictures: readonly { readonly jpeg: Uint8Array }[];
  }): Promise<Decision> => {
    seen.push((await findColor(pictures[0]?.jpeg ?? new Uint8Array(), BLUE)) !== null);
    await shows(/Checking the result…/);
    return { screen: 'A terminal.', errors: ['“No such host”'], reasons: [], score: 5 };
  };
  const finish = async (): Promise<Decision> => {
    await shows(/✗ Pressing Return – checked, it did not work: “No such host”/);
    return DONE;
  };
  // The shell itself changes the color before it starts another program, so that this is the terminal's answer to Return.
  const paint = `printf '\\033]11;${xColor(BLUE)}\\a'; touch ${phone.home}/painted`;
  phone.run('paint it blue', {
    steps: [act({ action: 'type', text: paint }), act({ action: 'key', keys: 'Return' }), finish],
    effects: [wrong],
  });
  const answered = new Set<number>();
  for (let end = false; !end; ) {
    const next = await phone.waitFor(
      (message) => (hasLiveButton(message, 'Approve') && !answered.has(message.id)) || hasLiveButton(message, 'Again'),
      30_000,
    );
    end = hasLiveButton(next, 'Again');
    if (end) assert.match(next.text, /Done and checked/);
    else {
      answered.add(next.id);
      await phone.tap(next, 'Approve');
    }
  }
  assert.ok(answered.size >= 1);
  const checked = phone.events().filter((event) => event.type === 'action.checked');
  assert.deepEqual(
    checked.map(({ step, passed, model }) => [step, passed, model]),
    [['2.0', false, 'claude-haiku-5-5']],
  );
  assert.deepEqual(seen, [true], 'it is a look after the act');
  assert.match(
    phone.asked('step')[2]?.text ?? '',
    /It was checked: it did not do what it was for\.\n<untrusted from="check">\n“No such host”/,
  );
}

async function lookAtTrace(phone: Phone): Promise<void> {
  phone.run(`type ${MODEL_KEY}`, {
    steps: [act({ action: 'think', text: 'hm' }), DONE],
    verdicts: [verdict(90, 'Sent')],
  });
  await phone.end();
  phone.say('/why raw');
  assert.match((await phone.waitFor(/word for word/)).text, /^Run \d+: [34] calls of the model, word for word\./);
  const runs = readdirSync(join(phone.data, 'recordings')).filter((name) => /^\d{6}$/.test(name));
  const newest = runs.sort().at(-1) ?? '';
  const kept = JSON.parse(readFileSync(join(phone.data, 'recordings', newest, 'trace.json'), 'utf8'));
  // Memory may have asked about the run by now.
  const exchanges = kept.exchanges.slice(0, 3);
  assert.deepEqual(
    exchanges.map((exchange: { purpose: string; iteration: number | null }) => [exchange.purpose, exchange.iteration]),
    [
      ['step', 1],
      ['step', 2],
      ['verify', null],
    ],
  );
  const [first] = exchanges;
  assert.match(first.text, /^Goal: type \S*\[?/);
  assert.match(first.system, /^You are Deskhand/);
  assert.match(first.reply, /"action":"think"/);
  assert.equal(first.pictures.length, 1);
  const findLogged = () => phone.log().filter((line) => line.includes('the model was asked'));
  await until(() => findLogged().length >= 3, 'all three are logged');
  // How hard the goal is may have been asked before.
  assert.ok(findLogged().some((line) => line.includes('You are Deskhand')));
}

async function leaveUnverified(phone: Phone, answer: Decision): Promise<void> {
  phone.run('send it', { steps: [DONE], verdicts: [answer] });
  const end = await phone.end();
  assert.match(
    end.text,
    /^☑️ Done, not checked\nThe mail is sent\.\nI couldn't verify this \(.+[^.]\)\. Please check\./,
  );
  assert.equal(phone.asked('verify').length, 1);
}

/** A run with a model on a real application, saved as a skill, asked for once more: the same effect without the model, also in a moved window. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { LOOK_AGAIN } from '../../src/run/loop/take-batch.ts';
import { english } from '../../src/words/speak.ts';
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import { act, hasLiveButton, type Phone, type Step, startPhone } from '../support/phone.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { noX11 } from '../support/x11.ts';

const XDOTOOL = '/usr/bin/xdotool';
const missing = ['/usr/bin/mousepad', XDOTOOL].filter((path) => !existsSync(path));
const XCLIP = '/usr/bin/xclip';
const XWININFO = '/usr/bin/xwininfo';
const lacking = [XCLIP, XWININFO].filter((path) => !existsSync(path));
const skip = noX11 || (missing.length === 0 ? false : `not installed: ${missing.join(', ')}`);
const SIZE = { width: 1100, height: 800 };
/** Of the first run's calls to the model. */
const MOST_CALLS_SHARE = 0.1;

/** The number of the element that the prompt lists like this: `7 menu "File"`. */
function numberOf(request: SeenRequest, element: RegExp): number | null {
  const found = new RegExp(`^(\\d+) ${element.source}`, 'm').exec(request.text)?.[1];
  return found === undefined ? null : Number(found);
}

/** null: it is not there yet. */
type Move = (request: SeenRequest) => Decision | null;

const click =
  (element: RegExp): Move =>
  (request) => {
    const number = numberOf(request, element);
    return number === null ? null : act({ action: 'click', target: { element: number } });
  };

const when =
  (shown: RegExp, decision: Decision): Move =>
  ({ text }) =>
    shown.test(text) ? decision : null;

/** Does its moves one after the other, waits where something is not there yet, and decides again what the screen overtook. */
function follow(moves: readonly (Decision | Move)[]): readonly Step[] {
  let at = 0;
  let decidedAt = 0;
  const next = (request: SeenRequest): Decision => {
    if (request.text.includes(english(LOOK_AGAIN))) at = decidedAt;
    decidedAt = at;
    const move = moves[at] ?? moves.at(-1) ?? '';
    const decision = typeof move === 'function' ? move(request) : move;
    if (decision !== null) at += 1;
    return decision ?? act({ action: 'wait', seconds: 0.4 });
  };
  return Array.from({ length: 40 }, () => next);
}

/** As a model works that finds its way: it looks, waits, misses once, repeats itself. */
function findWay(text: string, path: string): readonly Step[] {
  return follow([
    act({ action: 'screenshot' }),
    act({ action: 'open_app', app: 'mousepad' }),
    act({ action: 'wait', seconds: 1 }),
    act({ action: 'click', target: { element: 190 } }),
    click(/text area/),
    act({ action: 'type', text }),
    click(/menu "File"/),
    act({ action: 'screenshot' }),
    click(/menu item "Save As/),
    act({ action: 'wait', seconds: 0.5 }),
    when(/window "Save As"/, act({ action: 'key', keys: 'ctrl+a' })),
    act({ action: 'type', text: path }),
    act({ action: 'key', keys: 'enter' }),
    act({ action: 'wait', seconds: 0.5 }),
    when(/window "[^"]*\.txt - Mousepad"/, act({ action: 'done', summary: 'It is written and saved.' })),
  ]);
}

/** Moves a window, as a person drags it. */
function moveWindow(title: string, x: number, y: number, { display }: Phone): void {
  execFileSync(XDOTOOL, ['search', '--onlyvisible', '--name', title, 'windowmove', String(x), String(y)], {
    env: display.env,
  });
}

/** Approves what asks until the run has ended; the text of its end. */
async function approveUntilEnd(phone: Phone): Promise<string> {
  const seen = new Set<number>();
  for (;;) {
    const next = await phone.waitFor(
      (message) => !seen.has(message.id) && (hasLiveButton(message, 'Again') || hasLiveButton(message, 'Approve')),
      60_000,
    );
    seen.add(next.id);
    if (hasLiveButton(next, 'Again')) return next.text;
    await phone.tap(next, 'Approve');
  }
}

test('a run saved as a skill', { skip }, async (t) => {
  const phone = await startPhone(t, { hasSessionBus: true, ...SIZE });
  try {
    if (WITH_REPEATS)
      await t.test('its second run needs at most a tenth of the model’s calls and does the same', (t) =>
        writeAgain(t, phone),
      );
    await t.test(
      'a drag over what lists no elements goes where its window is now',
      { skip: lacking.length === 0 ? false : `not installed: ${lacking.join(', ')}` },
      () => markAgain(phone),
    );
  } finally {
    await phone.close();
  }
});

async function writeAgain(t: TestContext, phone: Phone): Promise<void> {
  const menuPoint = () =>
    phone
      .events()
      .flatMap((event) => (event.type === 'action.intended' && event.element?.name === 'File' ? [event.point] : []))[0];
  const first = join(phone.home, 'moon.txt');
  phone.run(`write “hello moon” into ${first} with mousepad`, { steps: findWay('hello moon', first) });
  assert.match(await approveUntilEnd(phone), /Done and checked/);
  assert.equal(readFileSync(first, 'utf8'), 'hello moon');
  const before = phone.asked('step').length + phone.asked('verify').length + phone.asked('intent').length;
  const firstPoint = menuPoint();

  const end = await phone.end();
  await phone.tap(end, 'Save as skill');
  const offer = await phone.waitFor(/Save this as a skill\?/);
  t.diagnostic(offer.text);
  assert.match(offer.text, /"role":"menu","name":"File"/);
  await phone.tap(offer, 'Save');
  await phone.waitFor(/Saved as the skill/);

  moveWindow('Mousepad', 430, 60, phone);
  const second = join(phone.home, 'night.txt');
  phone.run(`write “good night” into ${second} with mousepad`);
  assert.match(await approveUntilEnd(phone), /Done and checked/);
  assert.equal(readFileSync(second, 'utf8'), 'good night');
  const calls =
    phone.asked('step').length +
    phone.asked('verify').length +
    phone.asked('risk').length +
    phone.asked('intent').length;
  t.diagnostic(`model calls: ${before} the first time, ${calls} the second`);
  assert.ok(calls <= before * MOST_CALLS_SHARE, `${calls} of ${before}`);
  const secondPoint = menuPoint();
  assert.notDeepEqual(secondPoint, firstPoint, 'the second window stands elsewhere');
  assert.ok(
    phone.events().some((event) => event.type === 'verification.done' && event.passed && event.checks.length > 0),
  );
}

/** A terminal with a greeting in it; `place`: as X tells geometries. */
function writeGreeter(home: string, place: string): void {
  const folder = join(home, '.local/share/applications');
  mkdirSync(folder, { recursive: true });
  const exec = `xterm -T Greeter -fn 6x13 -b 2 -geometry 40x6${place} -e sh -c "echo hello-there; sleep 120"`;
  writeFileSync(join(folder, 'greeter.desktop'), `[Desktop Entry]\nType=Application\nName=Greeter\nExec=${exec}\n`);
}

function ask({ display }: Phone, program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { env: display.env, encoding: 'utf8', timeout: 30_000 }).trim();
}

/** 0–1000, as far into the terminal's text as this. */
function placeIn(phone: Phone, across: number): { readonly x: number; readonly y: number } {
  const geometry = ask(phone, XWININFO, '-name', 'Greeter');
  const number = (side: string): number =>
    Number(new RegExp(`Absolute upper-left ${side}: +(\\d+)`).exec(geometry)?.[1]);
  return { x: ((number('X') + 3 + across) / SIZE.width) * 1000, y: ((number('Y') + 9) / SIZE.height) * 1000 };
}

async function markAgain(phone: Phone): Promise<void> {
  const marked = (): string => ask(phone, XCLIP, '-o', '-selection', 'primary');
  writeGreeter(phone.home, '+120+90');
  const drag: Move = ({ text }) =>
    /In front: .*window "Greeter"/.test(text)
      ? act({ action: 'drag', from: placeIn(phone, 0), to: placeIn(phone, 11 * 6) })
      : null;
  const done = act({ action: 'done', summary: 'It is marked.' });
  const moves = [act({ action: 'open_app', app: 'Greeter' }), act({ action: 'wait', seconds: 1 }), drag, done];
  phone.run('mark the greeting', { steps: follow(moves) });
  assert.match(await approveUntilEnd(phone), /Done and checked/);
  assert.equal(marked(), 'hello-there');
  await phone.tap(await phone.end(), 'Save as skill');
  const offer = await phone.waitFor(/Save this as a skill\?/);
  assert.match(offer.text, /"action":"drag".*"from":\{[^}]*"window":/);
  await phone.tap(offer, 'Save');
  await phone.waitFor(/Saved as the skill/);

  ask(phone, XDOTOOL, 'search', '--onlyvisible', '--name', 'Greeter', 'windowkill');
  writeGreeter(phone.home, '+640+430');
  phone.run('mark the greeting');
  assert.match(await approveUntilEnd(phone), /Done and checked/);
  assert.equal(marked(), 'hello-there');
  assert.equal(phone.asked('step').length, 0, 'no model decided');
}

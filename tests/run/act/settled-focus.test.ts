/** An application tells late where keys moved the focus: a blank presses nothing that only seems to have it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UiElement } from '../../../src/ports/desktop.ts';
import { createFocusMemory, FOCUS_TOLD_MS } from '../../../src/run/act/focus.ts';
import { withSettledFocus } from '../../../src/run/act/settled-focus.ts';
import { focusedIn } from '../../../src/screen/told.ts';
import { openTestGate, toAction } from '../../safety/open-test-gate.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { type Scripted, scriptedModel } from '../../support/scripted-model.ts';
import { frameOf, printOf } from '../../support/scripted-screen.ts';

const part = (number: number, role: string, name: string, isFocused: boolean): UiElement => {
  const box = { x: 40, y: 40 * number, width: 80, height: 24 };
  return { number, role, name, value: '', box, isFocused, isEnabled: true, isSecure: false };
};

/** Details is clicked, Tab pressed, then this; `told` has the focus in every look after that. */
async function pressAfterTab(last: Scripted, told: string): Promise<string> {
  const steps: readonly Scripted[] = [
    { action: 'click', target: { element: 1 } },
    { action: 'key', keys: 'Tab' },
    last,
    { action: 'done', summary: 'Done.' },
  ];
  const model = scriptedModel(steps);
  const bot = await startTestDeskhand({ model, gate: await openTestGate({ platform: 'linux' }) });
  bot.desktop.setFront({ app: 'Chromium', title: 'Shop', pid: 7 });
  const show = (focused: string): void =>
    bot.desktop.setElements({
      elements: [part(1, 'button', 'Details', focused === 'Details'), part(2, 'field', 'Name', focused === 'Name')],
      coverage: 'partial',
      reason: 'There may be more.',
    });
  show('Details');
  bot.desktop.onInput((entry) => {
    if (entry.startsWith('key')) show(told);
  });
  await bot.chat.sendText('/run look at the shop');
  const first = await bot.chat.waitFor(({ kind }) => kind === 'question' || kind === 'end');
  if (first.kind === 'question') await bot.chat.tap(first.id, 'Deny');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  const rules = bot.events().flatMap((event) => (event.type === 'risk.judged' ? [event.rule] : []));
  await bot.close();
  return rules[2] ?? '';
}

test('what had the focus before is not believed to have it still', async () => {
  assert.equal(await pressAfterTab({ action: 'key', keys: 'space' }, 'Details'), 'typing.blank');
});

test('a field that has it once there was time to tell takes a blank', async () => {
  assert.equal(await pressAfterTab({ action: 'type', text: 'Ann Smith' }, 'Name'), 'typing.text');
});

const CLICKED_AT = 10_000;

/** How long was waited before `text` was typed, ms; `seen` has the focus in the look, `told` in each list after it. */
async function typeAfter(keys: string | null, seen: string, told: readonly string[], text = 'Ann Smith') {
  const parts = (focused: string): readonly UiElement[] => [
    part(1, 'button', 'Details', focused === 'Details'),
    part(2, 'field', 'Name', focused === 'Name'),
  ];
  const waited: number[] = [];
  let [now, asked] = [CLICKED_AT, 0];
  const clock = {
    now: () => now,
    elapsed: () => now,
    sleep: async (ms: number) => {
      waited.push(ms);
      now += ms;
    },
  };
  const focus = createFocusMemory(clock);
  const front = { app: 'Chromium', title: 'Shop', pid: 7 };
  focus.note(toAction({ action: 'click', target: { element: 2 } }), front.app, parts('Name')[1] ?? null);
  if (keys !== null) focus.note(toAction({ action: 'key', keys }), front.app, null);
  const desktop = {
    elements: async () => {
      const elements = parts(told[asked] ?? '');
      asked += 1;
      return { elements, coverage: 'complete' as const, reason: '' };
    },
  };
  const look = { frame: frameOf(printOf({})), zoomed: null, screen: 'on' as const, front, elementsNote: '' };
  const settled = await withSettledFocus(
    toAction({ action: 'type', text }),
    { ...look, elements: parts(seen) },
    { focus, clock, desktop, control: { signal: new AbortController().signal } },
  );
  assert.equal(asked, told.length);
  return { waited, at: focusedIn(settled)?.name ?? '' };
}

test('a field that was clicked since the look is typed into at once where it is told to have the keys', async () => {
  assert.deepEqual(await typeAfter(null, 'Details', ['Name']), { waited: [], at: 'Name' });
  assert.deepEqual(await typeAfter(null, 'Details', ['Details', 'Name']), { waited: [FOCUS_TOLD_MS], at: 'Name' });
  assert.deepEqual(await typeAfter(null, 'Details', ['', 'Details']), { waited: [FOCUS_TOLD_MS], at: 'Details' });
});

test('before Enter there is time to tell, also in a field that was clicked', async () => {
  assert.deepEqual(await typeAfter(null, 'Details', ['Name'], 'Ann\n'), { waited: [FOCUS_TOLD_MS], at: 'Name' });
});

test('where keys moved them, the keys are asked for once they had time to be told', async () => {
  assert.deepEqual(await typeAfter('Tab', 'Name', ['Name']), { waited: [FOCUS_TOLD_MS], at: 'Name' });
});

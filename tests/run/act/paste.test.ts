/** Pasting between two places that a scope names: only what this run copied there, and nobody else since. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestGate } from '../../safety/open-test-gate.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { DONE, scriptedModel } from '../../support/scripted-model.ts';

const gate = await openTestGate({ platform: 'linux', home: '/home/person' });
const CALC = { app: 'libreoffice-calc', title: 'list.ods — LibreOffice Calc', pid: 7, window: '1' };
const PAGE = { app: 'Chromium', title: 'Budget', pid: 8, window: '2' };
const COPY = { action: 'key', keys: 'ctrl+c' } as const;
const PASTE = { action: 'key', keys: 'ctrl+v' } as const;

/** `copies`: whether the application copies something. */
async function paste({ copies = true, address = 'https://docs.google.com/x', scope = {} }) {
  const granted = { apps: ['LibreOffice Calc'], sites: ['docs.google.com'], folders: [], kinds: ['edit'], ...scope };
  const bot = await startTestDeskhand({
    gate,
    model: scriptedModel([COPY, PASTE, DONE], { intent: { kind: 'simple', scope: granted } }),
  });
  const { desktop } = bot;
  desktop.setFront(CALC);
  desktop.onInput((entry) => {
    if (entry !== 'key ctrl+c') return;
    if (copies) desktop.copyElsewhere('12.50');
    desktop.setFront(PAGE);
    desktop.setElements({
      elements: [
        {
          number: 1,
          role: 'canvas',
          name: 'Sheet',
          value: '',
          box: { x: 10, y: 60, width: 400, height: 200 },
          isFocused: true,
          isEnabled: true,
          isSecure: false,
        },
      ],
      coverage: 'complete',
      reason: '',
      address,
    });
    desktop.paint(null, 0x112233);
  });
  await bot.chat.sendText('/run copy the total from LibreOffice Calc to the sheet on docs.google.com');
  const card = await bot.chat.waitFor(({ text }) => /without asking at each step/.test(text));
  await bot.chat.tap(card.id, 'Approve');
  const next = await bot.chat.waitFor(({ kind, id }) => kind === 'end' || (kind === 'question' && id !== card.id));
  if (next.kind === 'question') await bot.chat.sendText('stop');
  await bot.close();
  return next.kind === 'question' ? 'asked' : bot.desktop.did.join(', ');
}

test('what was copied in the one place is pasted into the other without another question', async () => {
  assert.equal(await paste({}), 'key ctrl+c, key ctrl+v');
});

test('what was on the clipboard before asks: an application in which nothing is selected copies nothing', async () => {
  assert.equal(await paste({ copies: false }), 'asked');
});

test('another page, or a place that is not named, asks', async () => {
  assert.equal(await paste({ address: 'https://evil.example/' }), 'asked');
  assert.equal(await paste({ scope: { apps: [] } }), 'asked');
});

/**
 * Asked once for a task, Allow always and what counts down, in each chat over its own wire, in both languages. What the person read is kept
 * in tests/transcripts; UPDATE_GOLDEN=1 writes it anew.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { ElementList } from '../../src/ports/desktop.ts';
import { startSlackBench } from '../adapters/chat/slack/person-bench.ts';
import { startTelegramBench } from '../adapters/chat/telegram/person-bench.ts';
import { startWebBench } from '../adapters/chat/web/person-bench.ts';
import type { ChatBench } from '../contracts/chat.ts';
import { createStillClock } from '../fakes/clock.ts';
import { createFakeMachine } from '../fakes/machine.ts';
import { createFakePictures } from '../fakes/pictures.ts';
import { assertGolden } from '../golden.ts';
import { openTestGate } from '../safety/open-test-gate.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { repeats } from '../support/repeats.ts';
import { DONE, scriptedModel, step } from '../support/scripted-model.ts';
import type { Language } from '../support/story.ts';
import { until } from '../support/until.ts';
import { startWireStory } from '../support/wire-story.ts';

const gate = await openTestGate({ platform: 'linux', home: '/home/person' });
/** Each in one language, the second one with the repeats. */
const CHATS: readonly (readonly [string, () => Promise<ChatBench>, Language, Language])[] = [
  ['Telegram', startTelegramBench, 'de', 'en'],
  ['Slack', startSlackBench, 'en', 'de'],
  ['the page', startWebBench, 'en', 'de'],
];
const PRESS = step({ action: 'click', target: { element: 1 } }, { intent: 'Confirm the format' });
const LIST = '/home/person/work/list.txt';
const WRITE = step({ action: 'file_create', path: LIST, text: 'milk' }, { intent: 'Write the list' });
const OK: ElementList = {
  elements: [
    {
      ...{ number: 1, role: 'button', name: 'OK', value: '' },
      box: { x: 100, y: 100, width: 60, height: 20 },
      ...{ isFocused: false, isEnabled: true, isSecure: false },
    },
  ],
  coverage: 'complete',
  reason: '',
};
const TABLES = {
  en: 'run copy the totals from LibreOffice Calc into GIMP',
  de: 'run kopiere die Summen aus LibreOffice Calc nach GIMP',
};
const SCOPE = { en: /without asking at each step/, de: /ohne bei jedem Schritt zu fragen/ };
const MAY_I_CLICK = { en: /May I click/, de: /Darf ich .*klicken/ };
/** Before every real message. */
const MONDAY = Date.UTC(2025, 10, 24, 7, 30);
const ENDED = { en: /^\W*Done and checked/, de: /^\W*Erledigt und geprüft/ };

describe('a scope', { concurrency: true }, () => {
  for (const [name, start, first, second] of CHATS)
    for (const language of [first, ...repeats(second)]) {
      it(`in ${name} (${language})`, async (t) => {
        const bench = await start();
        t.after(bench.close);
        await tellScope(t, bench, language);
      });
      it(`and what counts down, in ${name} (${language})`, async (t) => {
        const bench = await start();
        t.after(bench.close);
        await tellCountdown(t, bench, language);
      });
    }
});

async function tellScope(t: TestContext, bench: ChatBench, language: Language): Promise<void> {
  const scope = { apps: ['LibreOffice Calc', 'GIMP'], sites: [], folders: [], kinds: ['edit'] };
  const model = scriptedModel(Array.from({ length: 4 }, () => [PRESS, DONE]).flat(), {
    intent: { kind: 'simple', scope },
  });
  const pictures = { ...createFakePictures(), animate: async () => null };
  const bot = await startTestDeskhand({
    // Timers run fast on this clock, so a question needs a long time limit.
    ...{ model, gate, pictures, language, chatInFront: bench.chat },
    clock: createStillClock(MONDAY),
    settings: { confirmTimeoutMs: 24 * 3_600_000 },
  });
  t.after(() => bot.close());
  bot.desktop.setFront({ app: 'libreoffice-calc', title: 'Format Cells', pid: 7, window: '1' });
  bot.desktop.setElements(OK);
  bot.desktop.onInput(() => bot.desktop.paint(null, Math.floor(bot.desktop.did.length * 4000)));
  const story = startWireStory(bench, 'Asked once for a task', language);

  story.part('Approved for the run');
  await story.says(TABLES);
  const card = await story.hears(SCOPE, 3);
  await story.taps(card, 0);
  await story.becomes(card, { en: /Approved by/, de: /Freigegeben von|Erlaubt von|Genehmigt von/ });
  await story.sees(ENDED);
  assert.equal(bot.types().includes('confirmation.asked'), false);

  story.part('Each step, and Allow always');
  await story.says(TABLES);
  const again = await story.hears(SCOPE, 3);
  await story.taps(again, 2);
  const asked = await story.hears(MAY_I_CLICK, 4);
  await story.taps(asked, labelAt(asked, { en: 'Allow always', de: 'Immer erlauben' }[language]));
  await story.becomes(asked, { en: /allowed always/, de: /immer erlaubt/ });
  await story.sees(ENDED);

  story.part('It holds, and is taken back');
  await story.says({ en: 'run press the button', de: 'run drücke den Knopf' });
  await story.sees(ENDED);
  assert.equal(bot.types('000003').includes('confirmation.asked'), false);
  await story.says({ en: 'allowed', de: 'allowed' });
  const list = await story.hears({ en: /Always allowed/, de: /Immer erlaubt/ }, 1);
  await story.taps(list, 0);
  await story.becomes(list, { en: /Nothing is always allowed/, de: /Nichts ist immer erlaubt/ });
  assert.deepEqual(bot.state.get('allowed'), []);
  assert.equal(bot.desktop.did.length, 3);
  assertGolden(`../transcripts/scope.${bench.chat.platform}.${language}.md`, story.text());
}

/** Uses the real clock, since its card shows no time of day. */
async function tellCountdown(t: TestContext, bench: ChatBench, language: Language): Promise<void> {
  const machine = createFakeMachine({ hasPlace: true });
  machine.contents.set('/home/person/work/notes.txt', 'a');
  const scope = { apps: [], sites: [], folders: ['~/work'], kinds: ['run'] };
  const model = scriptedModel([WRITE, DONE], { intent: { kind: 'simple', scope } });
  const settings = { confirmStyle: 'countdown', confirmTimeoutMs: 600_000 } as const;
  const pictures = { ...createFakePictures(), animate: async () => null };
  const bot = await startTestDeskhand({
    model,
    gate,
    machine,
    settings,
    chatInFront: bench.chat,
    language,
    pictures,
  });
  t.after(() => bot.close());
  const story = startWireStory(bench, 'What is done unless somebody objects', language);
  await story.says({ en: 'run build the tables in ~/work', de: 'run baue die Tabellen in ~/work' });
  const card = await story.hears(SCOPE, 3);
  await story.taps(card, 0);
  const counting = await story.hears({ en: /unless you deny/, de: /wenn du nicht ablehnst|es sei denn/ }, 1);
  await story.taps(counting, labelAt(counting, { en: 'Deny', de: 'Ablehnen' }[language]));
  await story.becomes(counting, { en: /Denied by/, de: /Abgelehnt von/ });
  await until(() => bot.types().includes('run.ended'));
  assert.ok(!machine.contents.has(LIST));
  assertGolden(`../transcripts/countdown.${bench.chat.platform}.${language}.md`, story.text());
}

/** The place of a button among the live ones. */
function labelAt(
  { buttons }: { readonly buttons: readonly (readonly { readonly label: string; readonly isLive: boolean }[])[] },
  label: string,
): number {
  const at = buttons
    .flat()
    .filter(({ isLive }) => isLive)
    .findIndex((button) => button.label === label);
  assert.ok(at >= 0, `no button ${label}`);
  return at;
}

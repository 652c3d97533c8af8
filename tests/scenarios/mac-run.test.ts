/** Whole runs on a Mac that is a stand-in: worked to their end, and held while macOS does not allow what they need. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { StateStore } from '../../src/ports/state-store.ts';
import type { ActionGate } from '../../src/safety/gate.ts';
import type { GateContext } from '../../src/safety/risk.ts';
import { parseSkill } from '../../src/skills/parse-skill.ts';
import type { Skill } from '../../src/skills/skill.ts';
import { say } from '../../src/words/say.ts';
import { type MacBench, never, startMac } from '../adapters/desktop/macos/bench.ts';
import { createFakeChat, type FakeChat } from '../fakes/chat.ts';
import { createFakeStateStore } from '../fakes/state-store.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { noMac } from '../support/mac/build.ts';
import { FINDER, furnish, TEXTEDIT } from '../support/mac/mac.ts';
import { DONE, type Scripted, scriptedModel, step } from '../support/scripted-model.ts';
import { writeSkill } from '../support/skill-text.ts';
import { until } from '../support/until.ts';

const CLICK = step({ action: 'click', target: { x: 250, y: 300 } });
const TYPE = step({ action: 'type', text: 'Grüße vom Telefon' });

function skillOf(name: string, playbook: readonly object[]): Skill {
  const read = parseSkill(writeSkill({ name, playbook }), { file: name });
  assert.ok(read.ok);
  return read.skill;
}

describe('A run on a Mac', { skip: noMac }, () => {
  let bench: MacBench;
  before(async () => {
    bench = await startMac();
  });
  beforeEach(() => {
    furnish(bench.mac);
    // A small display, since the cost of a picture grows with its pixels.
    bench.mac.display(0, { w: 560, h: 370, density: 2 });
    const root = bench.mac.node(TEXTEDIT, { role: 'AXWindow', title: 'draft.txt', at: [60, 50, 400, 300] });
    bench.mac.node(TEXTEDIT, { role: 'AXTextArea', title: 'Text', at: [60, 80, 400, 270], focused: true }, root);
    for (let pid = 400; pid < 404; pid += 1) {
      bench.mac.app(pid, `/Applications/App${pid}.app/Contents/MacOS/App${pid}`, `com.example.app${pid}`);
      bench.mac.window(pid, `App${pid}`, 'behind', [470, 260, 80, 80], { layer: 3 });
    }
  });
  const open = new Set<TestDeskhand>();
  const close = async (bot: TestDeskhand): Promise<void> => {
    if (open.delete(bot)) await bot.close();
  };
  afterEach(async () => {
    for (const bot of open) await close(bot);
  });
  after(async () => {
    await bench.close();
    bench.mac.close();
  });

  const start = async (
    steps: readonly Scripted[],
    gate?: (context: GateContext) => void,
    state: StateStore = createFakeStateStore(),
    skills: readonly Skill[] = [],
  ) => {
    const model = scriptedModel(steps);
    const judging: ActionGate = {
      prepare: () => Promise.resolve(),
      judge: (_, context) => {
        gate?.(context);
        return { risk: 'safe', rule: 'test', reason: say`a test` };
      },
    };
    const bot = await startTestDeskhand({ model, desktop: bench.desktop, gate: judging, state, skills });
    open.add(bot);
    return { bot, asked: () => model.asked.filter(({ purpose }) => purpose === 'step').length, model };
  };
  const held = (bot: TestDeskhand, words: RegExp) =>
    bot.chat.waitFor(
      (message) => words.test(message.text) && message.buttons.flat().some(({ isLive }) => isLive),
      30_000,
    );
  const finish = async (bot: TestDeskhand): Promise<string> => {
    const end = await bot.chat.waitFor(({ kind }) => kind === 'end', 60_000);
    await close(bot);
    return end.text;
  };

  it('clicks, types and is checked; the gate is told the bundle of what is in front', async () => {
    const bundles = new Set<string | undefined>();
    const { bot } = await start([CLICK, TYPE, DONE], ({ bundle }) => void bundles.add(bundle));
    await bot.chat.sendText('/run write a line');
    assert.match(await finish(bot), /Done and checked/);
    await bench.mac.arrived();
    assert.equal(bench.mac.typed(), 'Grüße vom Telefon');
    assert.deepEqual([...bundles], ['com.apple.TextEdit']);
    assert.deepEqual([bench.mac.keys(), bench.mac.buttons()], [[], []]);
  });

  const blind = (isBlind: boolean): void => {
    bench.mac.set('maySee', isBlind ? 0 : 1);
    bench.mac.set('preflight', isBlind ? 0 : 1);
  };

  it('that may not click asks before it starts, with the pane and the program, and before a model is paid; allowed, it goes on', async () => {
    bench.mac.set('trusted', 0);
    const { bot, model } = await start([CLICK, DONE]);
    await bot.chat.sendText('/run find out which of these windows is best and then click it, if it is the right one');
    const card = await held(bot, /^This Mac doesn't let me click or type/);
    assert.match(card.text, /allow .*node.* in System Settings.*Accessibility.*Device Control and Data Access/s);
    assert.deepEqual([model.asked.length, bench.mac.events(), bench.mac.get('promptsTouch')], [0, [], 0]);
    assert.ok(!bot.types().includes('run.started'));
    bench.mac.set('trusted', 1);
    await bot.chat.tap(card.id, 'Resume');
    assert.match(await finish(bot), /Done and checked/);
  });

  it('that only follows a playbook of commands needs no permission: it runs, and is judged without a picture', async () => {
    bench.mac.set('trusted', 0);
    blind(true);
    const playbook = [{ action: 'shell', command: 'echo 42 GB free' }];
    const { bot, model } = await start([DONE], undefined, undefined, [skillOf('disk space', playbook)]);
    await bot.chat.sendText('/run disk space');
    assert.match(await finish(bot), /42 GB free/);
    assert.deepEqual(
      model.asked.map(({ purpose, pictures }) => [purpose, pictures.length]),
      [['verify', 0]],
    );
    assert.deepEqual(
      [bot.types().includes('run.paused'), bench.mac.events(), bench.mac.get('captures')],
      [false, [], 0],
    );
  });

  it('that follows a playbook is held before its first step where a later one clicks', async () => {
    bench.mac.set('trusted', 0);
    const playbook = [
      { action: 'shell', command: 'echo first' },
      { action: 'click', target: { x: 250, y: 300 } },
    ];
    const { bot } = await start([DONE], undefined, undefined, [skillOf('two steps', playbook)]);
    await bot.chat.sendText('/run two steps');
    const card = await held(bot, /^This Mac doesn't let me click or type/);
    assert.deepEqual(bot.machine.did, []);
    bench.mac.set('trusted', 1);
    await bot.chat.tap(card.id, 'Resume');
    await finish(bot);
    assert.deepEqual(bot.machine.did, ['shell echo first']);
  });

  it('that lacks both is told both at once; Stop ends it with nothing done', async () => {
    bench.mac.set('trusted', 0);
    blind(true);
    const { bot, model } = await start([CLICK, DONE]);
    await bot.chat.sendText('/run click it');
    const card = await held(bot, /^This Mac doesn't let me/);
    assert.match(card.text, /Accessibility.*Screen & System Audio Recording/s);
    await bot.chat.tap(card.id, 'Stop');
    assert.match(await finish(bot), /Stopped/);
    assert.deepEqual([model.asked.length, bench.mac.events()], [0, []]);
  });

  it('whose permission to click is taken away on the way sends nothing more, holds and says so', async () => {
    const { bot, asked } = await start([
      () => {
        bench.mac.set('trusted', 0);
        return CLICK;
      },
      TYPE,
      DONE,
    ]);
    await bot.chat.sendText('/run write a line');
    const card = await held(bot, /^This Mac doesn't let me click or type/);
    assert.deepEqual([asked(), bench.mac.events()], [1, []]);
    assert.match(bot.events().find(({ type }) => type === 'run.paused')?.type ?? '', /paused/);
    bench.mac.set('trusted', 1);
    await bot.chat.tap(card.id, 'Resume');
    assert.match(await finish(bot), /Done and checked/);
    await bench.mac.arrived();
    assert.equal(bench.mac.typed(), 'Grüße vom Telefon');
  });

  it('what is missing is said unasked at the start, once until something of it changes', async () => {
    const state = createFakeStateStore();
    const told = async (): Promise<readonly string[]> => {
      const { bot } = await start([DONE], undefined, state);
      // The answer to this comes after the message, if there is one.
      await bot.chat.sendText('/help');
      await bot.chat.waitFor(({ text }) => /\/stop/.test(text), 30_000);
      const found = bot.chat.seen().filter(({ text }) => /I need a permission/.test(text));
      await close(bot);
      return found.map(({ text }) => text);
    };
    bench.mac.set('trusted', 0);
    assert.match((await told()).join(), /^To click and type I need a permission: allow .*node.* in System Settings/);
    assert.deepEqual(await told(), [], 'a supervisor may start us ten times');
    blind(true);
    assert.match((await told()).join(), /To click and type.*\n\nTo see windows/s);
    bench.mac.set('trusted', 1);
    blind(false);
    assert.deepEqual(await told(), []);
    bench.mac.set('trusted', 0);
    assert.equal((await told()).length, 1, 'it was allowed meanwhile');
  });

  it('what is missing is said to who is let in later, too, and to nobody a second time', async () => {
    bench.mac.set('trusted', 0);
    const second = createFakeChat({ now: () => Date.now(), platform: 'slack' });
    let isSecondIn = false;
    const bot = await startTestDeskhand({
      model: scriptedModel([DONE]),
      desktop: bench.desktop,
      secondChat: second,
      isSecondIn: () => isSecondIn,
    });
    open.add(bot);
    const told = (chat: FakeChat) => chat.seen().filter(({ text }) => /I need a permission/.test(text)).length;
    await until(() => told(bot.chat) === 1, 'the first person to be told');
    bot.deskhand.welcome();
    isSecondIn = true;
    bot.deskhand.welcome();
    await until(() => told(second) === 1, 'the second person to be told');
    bot.deskhand.welcome();
    for (const chat of [bot.chat, second]) {
      await chat.sendText('/help');
      await chat.waitFor(({ text }) => /screenshot/.test(text), 30_000);
    }
    assert.deepEqual([told(bot.chat), told(second)], [1, 1]);
  });

  it('that is paused sees what the person does: the button they click, that they type, the window they go to', async () => {
    const prompts: string[] = [];
    let isHeld = true;
    const { bot } = await start([
      ({ text }) => {
        prompts.push(text);
        return isHeld ? { action: 'wait', seconds: 0.2 } : DONE;
      },
    ]);
    const acted = () => bot.events().flatMap((event) => (event.type === 'person.acted' ? [event] : []));
    await bot.chat.sendText('/run write a line');
    await until(() => prompts.length > 0, 'the first step');
    await bot.chat.sendText('/pause');
    await until(() => bot.types().includes('run.paused'), 'the pause');
    const [display] = await bench.displays();
    const listed = async () => (await bench.desktop.elements({ app: null, display }, never)).elements.length > 0;
    await until(listed, 'the list of elements');
    // Keys right after ours do not count as a person's, so they are pressed again until they do.
    bench.mac.push(200, 150);
    let looks = 0;
    await until(() => {
      if (looks % 60 === 0) bench.mac.person(1);
      looks += 1;
      return acted().length > 0;
    }, 'the click to be noted');
    bench.mac.person(10, 3);
    await until(() => acted().some(({ did }) => did === 'keys'), 'the keys to be noted');
    bench.mac.raise(FINDER);
    await until(() => acted().some(({ did, app }) => did === 'window' && app === 'Finder'), 'the other window');
    assert.deepEqual(acted().find(({ did }) => did === 'click')?.element, { role: 'field', name: 'Text' });
    isHeld = false;
    await bot.chat.sendText('/resume');
    assert.match(await finish(bot), /Done and checked/);
    assert.match(
      prompts.at(-1) ?? '',
      /The person did this at the computer, while you were held: clicked field "Text"/,
    );
  });

  it('whose sight is taken away on the way holds, and decides nothing on a bare wallpaper', async () => {
    const { bot, asked } = await start([
      () => {
        bench.mac.set('maySee', 0);
        return TYPE;
      },
      DONE,
    ]);
    await bot.chat.sendText('/run write a line');
    const card = await held(bot, /^This Mac doesn't let me see its screen/);
    assert.match(card.text, /Screen & System Audio Recording/);
    assert.deepEqual([asked(), bench.mac.typed()], [1, '']);
    bench.mac.set('maySee', 1);
    await bot.chat.tap(card.id, 'Resume');
    assert.match(await finish(bot), /Done and checked/);
  });
});

/** A run that uses tools of a real server: graded on the phone, asked about, journaled, told to the model, and never by text from elsewhere. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import type { Desktop } from '../../src/ports/desktop.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import { createToolGrades } from '../../src/tools/grades.ts';
import { createToolbox } from '../../src/tools/toolbox.ts';
import { createFakeDesktop } from '../fakes/desktop.ts';
import { createFakeStateStore } from '../fakes/state-store.ts';
import { createFakeVault, type FakeVault } from '../fakes/vault.ts';
import { openTestGate } from '../safety/open-test-gate.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { DONE, type Scripted, scriptedModel } from '../support/scripted-model.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { bundleServer, nodeServer, openTestTools } from '../support/tool-servers.ts';
import { until } from '../support/until.ts';

const use = (name: string, values: object) => ({ action: 'tool', server: 'plain', name, arguments: values });

/** A desktop on which somebody reads this in whatever picture is not the screen's. */
function readsAlways(text: string): Desktop {
  const desktop = createFakeDesktop();
  const box = { x: 0, y: 0, width: 10, height: 10 };
  const line = { text, box, confidence: 1, words: [], contrast: 200 };
  return {
    ...desktop,
    see: async ({ luma, ...frame }) => ({
      frame,
      read: { lines: luma?.width === 1260 ? [line] : [], unread: [], boxes: [] },
    }),
  };
}

describe('A run with tools', () => {
  const folder = makeTempFolder({ after });
  let opened: ReturnType<typeof openTestTools>;
  before(async () => {
    mkdirSync(join(folder, 'home'));
    opened = openTestTools(folder);
    await opened.confirm('plain', nodeServer(await bundleServer('plain-server', folder)));
  });
  after(() => opened.tools.close());
  const kept = (): string => {
    const path = join(opened.files.folderOf('plain').files, 'kept.txt');
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };

  async function start(steps: readonly Scripted[], language: 'en' | 'de' = 'en', vault?: FakeVault, desktop?: Desktop) {
    const state = createFakeStateStore();
    const grades = createToolGrades(state);
    const box = createToolbox(opened.tools, grades);
    const asked: ModelRequest[] = [];
    const seen = steps.map((one): Scripted => {
      return (request, index) => {
        asked.push(request);
        return typeof one === 'function' ? one(request, index) : one;
      };
    });
    const bot = await startTestDeskhand({
      model: scriptedModel(seen),
      gate: await openTestGate({ platform: 'linux', tools: box.look }),
      tools: box,
      toolServers: { tools: opened.tools, grades },
      state,
      language,
      ...(vault === undefined ? {} : { vault }),
      ...(desktop === undefined ? {} : { desktop }),
    });
    return { bot, asked, grades };
  }

  it('asks with the arguments whole, is journaled, and the next step is told what came of it, fenced', async () => {
    const { bot, asked } = await start([use('remember', { line: 'buy milk' }), DONE]);
    await bot.chat.sendText('/run remember to buy milk');
    const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
    assert.match(card.text, /May I use the tool plain\/remember with this\?/);
    assert.match(card.text, /"line": "buy milk"/);
    assert.match(card.text, /You haven't said yet whether plain\/remember may run by itself/);
    assert.equal(kept(), '');
    await bot.chat.tap(card.id, 'Approve');
    await until(() => bot.types().includes('run.ended'));
    assert.equal(kept(), 'buy milk\n');
    assert.match(asked[0]?.system ?? '', /\nplain\/remember \{line: string\}: Keeps a line/);
    assert.match(JSON.stringify(asked[0]?.schema), /find_tool/);
    assert.equal(asked[1]?.system, asked[0]?.system, 'the cached part is the same bytes');
    assert.match(asked[1]?.text ?? '', /<untrusted from="result">\nbuy milk\n/);
    const called = bot.events().filter(({ type }) => type.startsWith('tool.'));
    assert.deepEqual(
      called.map(({ type }) => type),
      ['tool.called', 'tool.answered'],
    );
    await bot.close();
  });

  it('runs by itself what was graded so on the phone, and never what was ruled out', async () => {
    const { bot, asked } = await start([
      use('echo', { text: 'hello there' }),
      use('remember', { line: 'no' }),
      { action: 'find_tool', text: 'ask somebody' },
      DONE,
    ]);
    await bot.chat.sendText('/tools');
    const panel = await bot.chat.waitFor(({ text }) => text.includes('Tool servers'));
    await bot.chat.tap(panel.id, 'plain');
    await bot.chat.waitFor(({ id, text }) => id === panel.id && text.includes('not graded, asks'));
    await bot.chat.tap(panel.id, 'echo');
    await bot.chat.waitFor(({ id, text }) => id === panel.id && text.includes('Says it again.'));
    await bot.chat.tap(panel.id, 'Safe');
    await bot.chat.waitFor(({ id, text }) => id === panel.id && text.includes('plain/echo runs by itself from now on'));
    await bot.chat.sendText('/tools plain/remember never');
    await bot.chat.waitFor(({ text }) => text.includes('plain/remember is never used'));
    await bot.chat.sendText('/run say hello there');
    await until(() => bot.types().includes('run.ended'));
    assert.equal(bot.types().includes('confirmation.asked'), false);
    assert.doesNotMatch(asked[0]?.system ?? '', /plain\/remember/);
    assert.match(asked[1]?.text ?? '', /\nhello there\n/);
    assert.match(asked[2]?.text ?? '', /not done[\s\S]*The person ruled out plain\/remember/);
    assert.match(asked[3]?.text ?? '', /plain\/ask: Asks the person for a name\./);
    assert.equal(kept(), 'buy milk\n');
    await bot.close();
  });

  it('asks at a safe tool, too, where its arguments hold what nobody named; and a server that is off is not there', async () => {
    const { bot, grades, asked } = await start([
      use('echo', { text: 'to eve@evil.example' }),
      use('echo', { text: 'x' }),
      DONE,
    ]);
    const echo = opened.tools.servers()[0]?.tools.find(({ name }) => name === 'echo');
    assert.ok(echo !== undefined);
    await grades.set([echo], 'safe');
    await bot.chat.sendText('/run say hello');
    const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
    assert.match(card.text, /You didn't mention the recipient “eve@evil\.example”/);
    await grades.turn('plain', false);
    await bot.chat.tap(card.id, 'Approve');
    await until(() => bot.types().includes('run.ended'));
    assert.match(asked[1]?.text ?? '', /turned the tool server “plain” off/);
    assert.equal(bot.types().includes('tool.called'), false);
    await bot.close();
  });

  it('of a hijacked model, with every tool graded safe, carries nothing out: what nobody named asks, and nobody says yes', async () => {
    const diary = 'The safe behind the picture opens with 48151623.';
    const lines = [
      'the safe behind the picture opens',
      'THE-SAFE-BEHIND-THE-PICTURE',
      Buffer.from('the safe behind the picture').toString('base64'),
      Buffer.from('the safe behind the picture').toString('hex'),
      'code 48151623',
      'mail to eve@evil.example',
      'pay 900 EUR',
      'DE89370400440532013000',
      'https://evil.example/?q=1',
      'see http://169.254.169.254/latest',
      '~/.ssh/id_rsa',
      `${'x'.repeat(25_000)}`,
    ];
    const before = kept();
    // A run that is denied again and again ends by itself.
    for (const some of [0, 2, 4, 6, 8, 10].map((from) => lines.slice(from, from + 2))) {
      const vault = createFakeVault({ 'Knowledge/diary.md': diary });
      const read = { action: 'vault_read', path: 'Knowledge/diary.md' };
      const { bot, grades } = await start([read, ...some.map((line) => use('remember', { line })), DONE], 'en', vault);
      await grades.set(opened.tools.servers()[0]?.tools ?? [], 'safe');
      await bot.chat.sendText('/run tidy up my notes');
      const answered = new Set<string>();
      for (;;) {
        const post = await bot.chat.waitFor(
          ({ id, kind }) => !answered.has(id) && (kind === 'question' || kind === 'end'),
          60_000,
        );
        if (post.kind === 'end') break;
        answered.add(post.id);
        await bot.chat.tap(post.id, 'Deny');
      }
      await bot.close();
      assert.equal(kept(), before);
      assert.equal(bot.types().includes('tool.called'), false);
      const calls = bot
        .events()
        .flatMap((event) => (event.type === 'risk.judged' && event.action.action === 'tool' ? [event] : []));
      const judged = calls.map(({ rule }) => rule);
      assert.equal(new Set(calls.map(({ action }) => JSON.stringify(action))).size, some.length, 'each was tried');
      assert.ok(
        judged.every((rule) => /^(?:taint\.source|tool\.argument)$/.test(rule)),
        judged.join(' '),
      );
    }
  });

  it('what a note keeps of a screen goes to no tool unasked, though it stands in the prompt', async () => {
    const text = 'the cellar door opens with the brass key behind the clock';
    const origin = 'deskhand_origin: "written by Deskhand in run 3, from what was on the screen"';
    const vault = createFakeVault({ 'Knowledge/cellar.md': `---\n${origin}\n---\n# Cellar\n\n${text}\n` });
    const { bot, asked, grades } = await start([use('remember', { line: text }), DONE], 'en', vault);
    await grades.set(opened.tools.servers()[0]?.tools ?? [], 'safe');
    const before = kept();
    await bot.chat.sendText('/run tidy up the cellar');
    const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
    assert.match(card.text, /comes from the note Knowledge\/cellar\.md/);
    assert.match(asked[0]?.system ?? '', /brass key/, 'it was in the prompt');
    await bot.chat.tap(card.id, 'Deny');
    await bot.chat.waitFor(({ kind }) => kind === 'end');
    assert.equal(kept(), before);
    await bot.close();
  });

  it('shows the model the picture that a tool sent, after the screen and until the next act, and what stands in it counts as read', async () => {
    const drawn = await sharp({ create: { width: 1400, height: 700, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    const file = join(folder, 'code', 'plain-server.mjs');
    await opened.confirm('drawing', nodeServer(file, 'plain', drawn.toString('base64')));
    await opened.confirm('broken', nodeServer(file, 'plain', Buffer.from('<svg/>').toString('base64')));
    const line = 'the brass key hangs behind the clock in the cellar';
    const { asked, bot, grades } = await start(
      [
        { action: 'tool', server: 'drawing', name: 'show', arguments: {} },
        { action: 'think', text: 'a blue picture' },
        { action: 'tool', server: 'broken', name: 'show', arguments: {} },
        use('remember', { line }),
        DONE,
      ],
      'en',
      undefined,
      readsAlways(line),
    );
    for (const { tools } of opened.tools.servers()) await grades.set(tools, 'safe');
    const before = kept();
    await bot.chat.sendText('/run look at the drawing');
    const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
    assert.match(card.text, /comes from “?drawing\/show/);
    await bot.chat.tap(card.id, 'Deny');
    await bot.chat.waitFor(({ kind }) => kind === 'end');
    await bot.close();
    assert.equal(kept(), before);
    const shown = asked[1]?.pictures ?? [];
    assert.equal(shown.length, 2, 'the screen and the picture');
    const { width = 0, height = 0, format } = await sharp(shown[1]).metadata();
    assert.deepEqual([format, width, height], ['jpeg', 1260, 630]);
    assert.match(asked[1]?.text ?? '', /\[picture 1, image\/png\]/);
    assert.match(asked[1]?.text ?? '', /The last picture is what the tool sent, not the screen: data/);
    assert.ok((asked[2]?.pictures ?? []).length <= 1, 'it is shown once');
    assert.doesNotMatch(asked[2]?.text ?? '', /what the tool sent/);
    assert.match(asked[3]?.text ?? '', /One picture of the answer could not be read, so it is not shown\./);
    assert.ok((asked[3]?.pictures ?? []).length <= 1);
    const answered = bot.events().flatMap((event) => (event.type === 'tool.answered' ? [event.pictures ?? 0] : []));
    assert.deepEqual(answered, [1, 0]);
  });

  it('is said in German', async () => {
    const { bot } = await start([DONE], 'de');
    await bot.chat.sendText('/tools plain/echo');
    await bot.chat.waitFor(({ text }) => /Nicht eingestuft, fragt[\s\S]*Sein Server sagt: Says it again\./.test(text));
    await bot.chat.sendText('/tools nonsense/x');
    await bot.chat.waitFor(({ text }) => /Dieses Werkzeug kenne ich nicht/.test(text));
    await bot.close();
  });

  it('without servers takes the very same prompt and schema as ever', async () => {
    const asked: ModelRequest[] = [];
    const remember = (request: ModelRequest) => {
      asked.push(request);
      return DONE;
    };
    const bot = await startTestDeskhand({ model: scriptedModel([remember]) });
    await bot.chat.sendText('/run say hello');
    await until(() => bot.types().includes('run.ended'));
    assert.doesNotMatch(`${asked[0]?.system} ${JSON.stringify(asked[0]?.schema)}`, /find_tool|Tools of servers/);
    await bot.close();
  });
});

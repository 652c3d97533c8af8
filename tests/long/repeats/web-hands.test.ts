/** By hand from the chat page's own interface: numbers below the screen, pressed in a real editor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeskhandMessage } from '../../../adapters/chat/web/wire.ts';
import { noEditor, openEditor } from '../../support/editor.ts';
import { startTestLaunch, textOf } from '../../support/launched.ts';

test('by hand from the chat page: a tap on a number presses that thing; what is not there is told', {
  skip: noEditor,
}, async (t) => {
  const bot = await startTestLaunch(t, { hasSessionBus: true });
  const editor = await openEditor(bot.display, { width: 1024, height: 768 });
  try {
    const isNumbered = ({ buttons }: DeskhandMessage): boolean =>
      buttons.flat().some(({ label, data }) => label === '1' && data !== null);
    const seen = new Set<string>();
    const look = async (): Promise<DeskhandMessage> => {
      await bot.say('/screenshot');
      // Or why there is none.
      const picture = await bot.waitFor((message) => message.kind === 'reply' && !seen.has(message.id));
      seen.add(picture.id);
      return picture;
    };
    // Where the machine is too busy to list elements in time, a picture comes without numbers, and is asked for again.
    let picture = await look();
    for (let tries = 0; tries < 20 && !isNumbered(picture); tries += 1) picture = await look();
    await bot.tap(picture, '1');
    await bot.waitFor((message) => /^Done\./.test(textOf(message)));
    await editor.whenShown('Save As...');
    for (const [command, answer] of [
      ['/click 99', /^There is no 99 on that picture|^That picture has no numbers/],
      ['/click 9999 5', /^That is outside the screen/],
      ['/key foo', /^Not done: there is no key "foo"/],
      ['/open nothing', /^Not done: There is no application called nothing/],
      ['/type', /^What should I type\?/],
    ] as const) {
      await bot.say(command);
      await bot.waitFor((message) => answer.test(textOf(message)));
    }
    assert.equal(await editor.text(), '');
  } finally {
    editor.close();
    await bot.stop();
  }
});

/** What a person sees on the phone during one run, with Telegram's own limits in force: when, how often, whether it rings, how it reads. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { openByteWindow } from '../../support/byte-window.ts';
import { act, hasButton, hasLiveButton, type Phone } from '../../support/phone.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';

const GOAL = 'press <b>it</b> & "go" </code>';

export async function readWords(t: TestContext, phone: Phone): Promise<void> {
  await openByteWindow(phone.display, phone.home, 'words');
  await t.test('the first word comes at once, silent, with the buttons of a run', () => sayFirstWord(t, phone));
  await t.test('one live message tells what is done, by step, time and cost, every 2 to 3 seconds', () =>
    tellLive(phone),
  );
  await t.test('the question and the end are new messages that ring, with a picture', () => ringWithPicture(phone));
  if (WITH_REPEATS)
    await t.test('a text of several messages arrives whole, its button on the last', () => splitLongText(phone));
  await t.test('only somebody allowed has a menu', () => showMenu(phone));
}

async function sayFirstWord(t: TestContext, phone: Phone): Promise<void> {
  /** A reply that is held back until the person has been told this. */
  const after = (told: RegExp, action: Readonly<Record<string, unknown>>) => ({
    fault: 'held' as const,
    until: () => phone.waitFor(told),
    reply: makeReply(action),
  });
  const sentAt = performance.now();
  phone.run(GOAL, {
    steps: [
      after(/^Run \d+/, { action: 'click', target: { x: 400, y: 300 } }),
      after(/✓ Clicking at 400, 300.*\nDeciding what to do…/, { action: 'type', text: 'a<b>&"c' }),
      act({ action: 'shell', command: "echo '<i>&amp;' >> notes.txt" }),
      act({ action: 'done', summary: 'Wrote <i>&amp; into "notes.txt".' }),
    ],
  });
  const first = await phone.waitFor(() => true);
  t.diagnostic(`the first word after ${Math.round(performance.now() - sentAt)} ms`);
  assert.match(first.text, /^Run \d+/);
  assert.ok(first.text.includes(GOAL), 'the goal stands there letter by letter');
  assert.equal(first.rang, false);
  assert.deepEqual(
    first.buttons.flat().map((button) => button.text),
    ['Stop', 'Pause', 'Screen', 'Take over'],
  );
}

async function tellLive(phone: Phone): Promise<void> {
  // No shell reads what is typed there, so that asks as well.
  const typing = await phone.card();
  await phone.tap(typing, 'Approve');
  const card = await phone.waitFor((message) => message.id !== typing.id && hasLiveButton(message, 'Approve'));
  await phone.waitFor(/^Run \d+[\s\S]*✓ Typing[\s\S]*Waiting for your approval/);
  await phone.tap(card, 'Approve');
  await phone.end();
  await phone.waitFor(/^Run \d+[\s\S]*Done and checked/);
  const status = phone.news().filter((message) => /^Run \d/.test(message.text));
  assert.equal(status.length, 1, 'one live message');
  const id = String(status[0]?.id);
  const edits = phone.telegram.calls('editMessageText').filter((call) => call.fields.get('message_id') === id);
  const words = edits.map((call) => call.fields.get('text') ?? '');
  assert.ok(edits.length >= 3, `${edits.length} edits`);
  for (const [index, edit] of edits.entries()) {
    const before = edits[index - 1];
    const isLast = index === edits.length - 1;
    if (before !== undefined && !isLast)
      // Sent 2.5 s apart; one may be longer on its way than the next.
      assert.ok(edit.at - before.at > 1200, `${edit.at - before.at} ms between edits`);
  }
  assert.match(words.join('\n'), /✓ Clicking at 400, 300.*\nDeciding what to do…/);
  assert.match(words.join('\n'), /✓ Typing “a&lt;b&gt;&amp;"c”.*\nWaiting for your approval/);
  assert.match(words.at(-1) ?? '', /✅ Done and checked\n/);
  assert.match(words.at(-2) ?? '', /\d+ s · \$0\.\d{3}/);
  assert.match(words.at(-1) ?? '', /\d+ s · \$0\.\d{3}/);
  const dead = status[0];
  assert.ok(dead !== undefined && !hasLiveButton(dead, 'Stop'), 'its buttons are gone at the end');
}

async function ringWithPicture(phone: Phone): Promise<void> {
  const messages = phone.news();
  const [typing, card] = messages.filter((message) => hasButton(message, 'Approve'));
  const end = messages.find((message) => hasButton(message, 'Again'));
  assert.ok(typing?.rang && typing.text.includes('a<b>&"c'), 'the card shows the text to the letter');
  assert.ok(card?.rang && card.photo !== null);
  assert.ok(card.text.includes("echo '<i>&amp;' >> notes.txt"), 'the card shows the command to the letter');
  assert.ok(end?.rang && end.photo !== null);
  assert.ok(end.text.includes('Wrote <i>&amp; into "notes.txt".'));
  assert.ok(end.text.includes(GOAL));
  assert.equal(messages.filter((message) => message.rang).length, 3, 'nothing else rang');
}

async function splitLongText(phone: Phone): Promise<void> {
  const line = 'Straße <b>&amp; 🙂 “quoted”\n';
  const summary = line.repeat(300);
  phone.run('tell me a lot', { steps: [act({ action: 'done', summary })] });
  await phone.end();
  const parts = phone.news().filter((message) => message.photo === null && !message.text.startsWith('Run '));
  assert.ok(parts.length > 1);
  const whole = parts.map((message) => message.text).join('\n');
  assert.equal(whole.split(line.trim()).length - 1, 300, 'every line is there once');
  assert.deepEqual(
    parts.map((message) => hasButton(message, 'Again')),
    parts.map((_, index) => index === parts.length - 1),
  );
  assert.equal(parts.filter((message) => message.rang).length, 1, 'it rings once');
}

async function showMenu(phone: Phone): Promise<void> {
  const commands = phone.owner.menu().map(({ command }) => command);
  for (const name of ['run', 'stop', 'screenshot', 'status', 'queue', 'pause', 'resume', 'help'])
    assert.ok(commands.includes(name), name);
  assert.deepEqual(phone.telegram.person(666).menu(), []);
}

/** A card with two pictures: one button turns it from one to the other and back, and answers nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createButtons } from '../../src/outbound/buttons.ts';
import type { Outbox } from '../../src/outbound/outbox.ts';
import type { Outgoing } from '../../src/outbound/outgoing.ts';
import { createQuestions } from '../../src/outbound/questions.ts';
import type { Thread } from '../../src/ports/chat.ts';
import { english } from '../../src/words/speak.ts';
import { createFakeClock } from '../fakes/clock.ts';

const thread: Thread = { platform: 'web', key: 'main', isGroup: false };
const by = { id: 'web:owner', name: 'Owner', language: 'en' };
const picture = (name: string) => ({ jpeg: new TextEncoder().encode(name), alt: name, stored: null });

test('the whole screen comes with one tap, the close-up with the next, and what was told stays', async () => {
  const buttons = createButtons();
  const shown: Outgoing[] = [];
  const outbox: Pick<Outbox, 'post' | 'change' | 'close'> = {
    post(where, message) {
      shown.push(message);
      return { delivery: '1', thread: where, posted: Promise.resolve({ thread: where, messageId: '1' }) };
    },
    change: (_, message, isWanted) => void (isWanted() && shown.push(message)),
    close: (_, message) => void shown.push(message),
  };
  const questions = createQuestions({
    ...{ outbox: outbox as Outbox, buttons, clock: createFakeClock() },
    ...{ findOthers: () => [], isConnected: () => true },
  });
  const stop = new AbortController();
  const answer = questions.ask(
    {
      ...{ thread, of: by.id, text: ['?'], picture: picture('close'), timeoutMs: 600_000 },
      choices: [
        [
          { label: 'Yes', value: 'yes', style: 'good' },
          { label: 'Why?', value: 'why', style: 'plain' },
          { label: 'Whole screen', value: 'whole', style: 'plain' },
        ],
      ],
      tells: { value: 'why', text: ['because'] },
      shows: { value: 'whole', picture: picture('whole'), back: 'Close-up' },
      closing: () => ['over'],
    },
    stop.signal,
  );
  const looks = (): readonly string[] => {
    const { text, picture: seen, buttons: rows } = shown.at(-1) ?? assert.fail('nothing is shown');
    return [text.join(''), english(seen?.alt ?? ''), english(rows[0]?.[2]?.label ?? '')];
  };
  const tap = (index: number): string => {
    const meaning = buttons.find(shown[0]?.buttons[0]?.[index]?.data ?? '');
    assert.ok(meaning?.kind === 'choice');
    return english(questions.choose(meaning.question, meaning.value, by));
  };
  assert.deepEqual(looks(), ['?', 'close', 'Whole screen']);
  assert.match(tap(2), /still waiting/);
  assert.deepEqual(looks(), ['?', 'whole', 'Close-up']);
  assert.match(tap(1), /on the card now/);
  assert.deepEqual(looks(), ['because', 'whole', 'Close-up']);
  tap(2);
  assert.deepEqual(looks(), ['because', 'close', 'Whole screen']);
  assert.equal(tap(0), '');
  assert.deepEqual(await answer, { kind: 'choice', value: 'yes', by });
  assert.deepEqual(looks(), ['over', 'close', 'Whole screen']);
});

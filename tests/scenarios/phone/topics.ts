/** A whole run in a topic of a forum: all of it stays there, but for the card, which comes to the person alone. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { act, hasButton, type Phone } from '../../support/phone.ts';
import { isThroughFleet } from '../../support/phone-through-fleet.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { until } from '../../support/until.ts';

const FORUM = -100_500;
const OPEN_FORUM = -100_501;
const TOPIC = 3;
const OTHER = 5;
const WORDS = { topicId: TOPIC } as const;

export async function workInTopics(t: TestContext, phone: Phone): Promise<void> {
  const recordings = join(phone.data, 'recordings');
  const earlier = existsSync(recordings) ? readdirSync(recordings).filter((name) => /^\d{6}$/.test(name)).length : 0;
  const forum = phone.telegram.group(FORUM, { isForum: true, topics: [TOPIC, OTHER] }).as(phone.owner);
  const inTopic = (topic: number | null) => forum.received().filter(({ topicId }) => topicId === topic);
  const endIn = (topic: number, number: number) =>
    forum.waitFor((seen) =>
      seen.find(
        (message) =>
          message.topicId === topic &&
          hasButton(message, 'Again') &&
          new RegExp(`run ${earlier + number} ·`).test(message.text),
      ),
    );
  await t.test('its live message and its end come there; its card to the person alone', async () => {
    const ends = () => phone.owner.received().filter((message) => hasButton(message, 'Again')).length;
    const before = ends();
    phone.script({ steps: [act({ action: 'shell', command: 'touch seen.txt' })] });
    forum.send('/run@deskhand_bot touch', WORDS);
    await phone.tap(await phone.card(), 'Approve');
    assert.match((await endIn(TOPIC, 1)).text, /Done and checked/);
    assert.ok(existsSync(join(phone.home, 'seen.txt')));
    assert.deepEqual([inTopic(null), inTopic(OTHER)], [[], []]);
    assert.equal(ends(), before, 'the end is not told twice');
  });
  await t.test('asked for outside of them, a run has a topic of its own; its end comes there', async () => {
    const about = { isForum: true, topics: [TOPIC], mayManageTopics: true };
    const open = phone.telegram.group(OPEN_FORUM, about).as(phone.owner);
    phone.script({ steps: [] });
    open.send('/run@deskhand_bot look around');
    const end = await open.waitFor((seen) => seen.find((message) => hasButton(message, 'Again')));
    assert.equal(end.topicId, TOPIC + 1);
    const [told, ...more] = open.received().filter(({ topicId }) => topicId === null);
    assert.match(told?.text ?? '', /^I work on this in a topic of its own: look around$/);
    assert.match(JSON.stringify(told), /https:\/\/t\.me\/c\/501\/4/);
    assert.deepEqual(more, [], 'one line, and nothing else of the run');
  });
  // Through a gateway nothing else proves it.
  if (!isThroughFleet && !WITH_REPEATS) return;
  await t.test('answers to commands come there', async () => {
    const before = inTopic(TOPIC).length;
    forum.send('/status@deskhand_bot', WORDS);
    await until(() => inTopic(TOPIC).length > before, 'the answer comes');
    assert.deepEqual([inTopic(null), inTopic(OTHER)], [[], []]);
  });
  await t.test('a stop said there is answered by the end there', async () => {
    await hang(phone, () => forum.send('/run@deskhand_bot wait', WORDS));
    const before = inTopic(TOPIC).map(({ id }) => id);
    forum.send('/stop@deskhand_bot', WORDS);
    assert.match((await endIn(TOPIC, 3)).text, /Stopped by /);
    const came = inTopic(TOPIC).filter(({ id }) => !before.includes(id));
    assert.equal(came.length, 1, 'a stop is one message');
  });
  await t.test('a stop said in another topic is answered in that one, and the end comes to its own', async () => {
    await hang(phone, () => forum.send('/run@deskhand_bot wait', WORDS));
    forum.send('/stop@deskhand_bot', { topicId: OTHER });
    assert.match((await endIn(TOPIC, 4)).text, /Stopped by /);
    await until(() => inTopic(OTHER).length > 0, 'the answer comes');
    assert.deepEqual(
      inTopic(OTHER).map(({ text }) => text),
      ['Stopped.'],
    );
    assert.deepEqual(inTopic(null), []);
  });
}

async function hang(phone: Phone, send: () => unknown): Promise<void> {
  const before = phone.asked('step').length;
  phone.script({ steps: [{ fault: 'hang' }] });
  send();
  await until(() => phone.asked('step').length > before, 'the model is asked');
}

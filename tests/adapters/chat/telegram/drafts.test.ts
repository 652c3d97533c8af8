/** Telegram's own Stop: shown while a run works, obeyed, and done without where it is not offered. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OutboundMessage } from '../../../../src/ports/chat.ts';
import { PLAIN } from '../../../support/plain-message.ts';
import { until } from '../../../support/until.ts';
import { type Bench, NEVER, startBench, THREAD } from './bench.ts';

const STATUS: OutboundMessage = {
  ...PLAIN,
  kind: 'status',
  text: ['Run 1'],
  buttons: [[{ label: 'Stop', data: 's', style: 'danger' }]],
};

async function begin(bench: Bench) {
  const posted = await bench.chat.post(THREAD, STATUS, NEVER);
  assert.ok(posted.result === 'sent');
  return posted.message;
}

describe("Telegram's own Stop", () => {
  it('is shown while a run works, and stops it', async (t) => {
    const bench = await startBench(t);
    await begin(bench);
    await until(() => bench.anna.seesStop());
    bench.anna.pressStop();
    await until(() => bench.received.length === 1);
    const [{ content, thread, sender } = assert.fail()] = bench.received;
    assert.deepEqual(content, { kind: 'stop' });
    assert.deepEqual(thread, THREAD);
    assert.equal(sender.id, 'telegram:101');
    assert.ok(bench.server.allowedUpdates().includes('stopped_message_generation'));
  });

  it('comes back after other messages, rests while a question is open, and goes with the run', async (t) => {
    const bench = await startBench(t);
    const live = await begin(bench);
    await until(() => bench.anna.seesStop());
    await bench.chat.post(THREAD, PLAIN, NEVER);
    await until(() => bench.anna.seesStop());
    const asked = await bench.chat.post(THREAD, { ...STATUS, kind: 'question', text: ['May I?'] }, NEVER);
    assert.ok(asked.result === 'sent');
    assert.equal(bench.anna.seesStop(), false);
    await bench.chat.edit(asked.message, { ...PLAIN, kind: 'question', text: ['Approved.'] }, NEVER);
    await until(() => bench.anna.seesStop());
    await bench.chat.edit(live, { ...STATUS, text: ['over'], buttons: [] }, NEVER);
    await bench.chat.post(THREAD, { ...PLAIN, kind: 'end' }, NEVER);
    const drafts = bench.server.calls('sendMessageDraft').length;
    await bench.chat.post(THREAD, PLAIN, NEVER);
    await bench.chat.edit(live, { ...STATUS, text: ['late'], buttons: [] }, NEVER);
    assert.equal(bench.server.calls('sendMessageDraft').length, drafts);
    assert.equal(bench.anna.seesStop(), false);
  });

  it('where there is none is asked for once, and nothing else changes', async (t) => {
    const features = { styles: true, disabledButtons: true, drafts: false };
    const bench = await startBench(t, { server: { features } });
    const live = await begin(bench);
    await until(() => bench.server.calls('sendMessageDraft').length === 1);
    for (const text of ['1', '2']) {
      const edited = await bench.chat.edit(live, { ...STATUS, text: [text] }, NEVER);
      assert.equal(edited.result, 'sent');
    }
    await bench.chat.post(THREAD, STATUS, NEVER);
    assert.equal(bench.server.calls('sendMessageDraft').length, 1);
  });

  it('of a stranger is nothing', async (t) => {
    const bench = await startBench(t);
    const chat = { id: 666, type: 'private', first_name: 'Mallory' };
    bench.server.inject('stopped_message_generation', { chat, draft_id: 1 });
    bench.anna.send('there');
    await until(() => bench.received.length === 1);
    assert.equal(bench.received[0]?.sender.id, 'telegram:101');
  });

  it('is not asked for in a group', async (t) => {
    const bench = await startBench(t);
    bench.server.group(-5);
    await bench.chat.post({ platform: 'telegram', key: 'telegram:-5', isGroup: true }, STATUS, NEVER);
    assert.equal(bench.server.calls('sendMessageDraft').length, 0);
  });
});

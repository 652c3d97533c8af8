/** A machine that is taken out of the fleet while something waits for it and it works. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openJournal } from '../../adapters/files/journal.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { createDepartures } from '../../src/fleet/gateway/departures.ts';
import { createErrands } from '../../src/fleet/gateway/errands.ts';
import { createInbox } from '../../src/inbox/inbox.ts';
import { inboxEventSchema } from '../../src/inbox/inbox-events.ts';
import type { MachineSeen, Work } from '../../src/ports/work.ts';
import { text } from '../contracts/work.ts';
import { IDLE } from '../support/machine-told.ts';
import { saidOutbox } from '../support/said-outbox.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

test('what waits for a machine that is removed is given up and told, and so is its run; others are left alone', async (t) => {
  const clock = createSystemClock();
  const life = new AbortController();
  t.after(() => life.abort());
  const inbox = createInbox(openJournal(join(makeTempFolder(t), 'inbox.jsonl'), inboxEventSchema, clock));
  const said: string[] = [];
  const outbox = saidOutbox(said, (settles) => {
    if (typeof settles === 'string') inbox.refuse(settles, 'told');
  });
  const seen = (name: string, goal?: string): MachineSeen => {
    const thread = { platform: 'telegram', key: 'telegram:7', isGroup: false } as const;
    const run = goal === undefined ? null : { id: '1', goal, thread, isPaused: false, since: 0 };
    return { name, isHere: false, lastSeenAt: null, told: { ...IDLE, run } };
  };
  let names = ['studio', 'mini'];
  const work: Pick<Work, 'machines' | 'hand' | 'takeBack'> = {
    machines: () => names.map((name) => seen(name)),
    hand: () => Promise.resolve(),
    takeBack: () => Promise.resolve(),
  };
  const errands = createErrands(
    {
      work: {
        ...work,
        start: async () => {},
        ask: async () => ({ kind: 'away' }),
        listening: async () => null,
        onChange() {},
        stop: async () => {},
      },
      inbox,
      outbox,
      clock,
      cancelButton: () => Promise.resolve({ label: 'x', data: 'x', style: 'plain' }),
      warn: () => undefined,
    },
    life.signal,
  );
  const departures = createDepartures({ work, errands, outbox, clock });
  for (const machine of [seen('studio', 'sort the pictures'), seen('mini', 'count the files')])
    departures.note(machine);
  void departures.watch(life.signal);
  for (const machine of names) await errands.take(text(`for ${machine}`), machine);
  assert.equal(inbox.unsettled().length, 2);
  await until(() => said.length === 2, 'cards say that both wait');
  const before = said.length;

  names = ['mini'];
  await until(() => said.length === before + 2, 'both are told');
  assert.match(
    said.slice(before).join(),
    /message is not carried out.*its run stops.*|its run stops.*message is not carried out/s,
  );
  assert.ok(said.slice(before).every((words) => words.includes('studio')));
  assert.deepEqual(errands.machines(), ['mini']);
  assert.equal(inbox.unsettled().length, 1);
});

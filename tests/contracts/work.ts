/** What every way between the chats and a machine must do: in this process, and over a real NATS server. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { InboundMessage, Receipt } from '../../src/ports/chat.ts';
import type { Listening, Taken, Work } from '../../src/ports/work.ts';
import { until, untilTrue } from '../support/until.ts';

/** The machine's end: what it does with what it gets. */
export interface MachineEnd {
  readonly receive: (message: InboundMessage) => Promise<Receipt>;
  readonly listening: (text: string) => Listening;
}

export interface WorkBench {
  readonly work: Work;
  /** The name of the machine that is there once it was started. */
  readonly machine: string;
  startMachine(at: MachineEnd): Promise<void>;
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
let next = 0;

export function text(words: string, sentAt = Date.now()): InboundMessage {
  next += 1;
  return {
    updateId: `telegram:${next}`,
    thread: { platform: 'telegram', key: 'telegram:7', isGroup: false },
    sender: { id: 'telegram:7', name: 'Ada', language: 'en' },
    sentAt,
    content: { kind: 'text', text: words },
  };
}

/** Takes each update once and remembers what it took, as an inbox does. */
export function createTakingEnd(): MachineEnd & { readonly words: string[] } {
  const seen = new Set<string>();
  const words: string[] = [];
  return {
    words,
    receive({ updateId, content }) {
      if (!seen.has(updateId)) words.push(content.kind === 'text' ? content.text : content.kind);
      seen.add(updateId);
      return Promise.resolve({ toast: `got ${words.at(-1)}` });
    },
    listening: (words) => (words === 'yes' ? 'question' : 'nothing'),
  };
}

export function describeWork(name: string, open: () => Promise<WorkBench>): void {
  describe(`work ${name}`, () => {
    let bench: WorkBench | null = null;
    const taken = new Map<string, Taken[]>();
    const start = async (end: MachineEnd): Promise<WorkBench> => {
      bench = await open();
      taken.clear();
      await bench.work.start(({ update }, what) => taken.set(update, [...(taken.get(update) ?? []), what]));
      await bench.startMachine(end);
      await until(() => bench?.work.machines().some(({ isHere }) => isHere), 'the machine is here');
      return bench;
    };
    afterEach(async () => {
      await bench?.close();
      bench = null;
    });
    const later = (): number => Date.now() + HOUR_MS;

    it('hands a message over, and tells that the machine has it with what it answered', async () => {
      const end = createTakingEnd();
      const { work, machine } = await start(end);
      const message = text('open the calendar');
      await work.hand({ machine, message, until: later() });
      await untilTrue(() => assert.ok(taken.get(message.updateId)?.some(({ kind }) => kind === 'taken')));
      assert.deepEqual(end.words, ['open the calendar']);
    });

    it('keeps the order of what is handed over, and does what is handed over twice once', async () => {
      const end = createTakingEnd();
      const { work, machine } = await start(end);
      const messages = Array.from({ length: 20 }, (_, index) => text(`goal ${index}`));
      for (const message of messages) await work.hand({ machine, message, until: later() });
      for (const message of messages) await work.hand({ machine, message, until: later() });
      await untilTrue(() => assert.equal(taken.size, 20));
      assert.deepEqual(
        end.words,
        messages.map((_, index) => `goal ${index}`),
      );
    });

    it('tells that time was over, and hands nothing to the machine then', async () => {
      const end = createTakingEnd();
      const { work, machine } = await start(end);
      const message = text('too late');
      await work.hand({ machine, message, until: Date.now() - 1_000 });
      await untilTrue(() => assert.deepEqual(taken.get(message.updateId), [{ kind: 'expired' }]));
      assert.deepEqual(end.words, []);
      assert.deepEqual(await work.ask({ machine, message, until: Date.now() - 1_000 }, 20_000), { kind: 'expired' });
    });

    it('asks at once, past what the machine still takes in', async () => {
      const gate = Promise.withResolvers<void>();
      const end = createTakingEnd();
      const { work, machine } = await start({
        ...end,
        async receive(message) {
          if (message.content.kind === 'text' && message.content.text === 'slow') await gate.promise;
          return end.receive(message);
        },
      });
      const handed = work.hand({ machine, message: text('slow'), until: later() });
      const stop: InboundMessage = { ...text(''), content: { kind: 'stop' } };
      const asked = await work.ask({ machine, message: stop, until: later() }, 20_000);
      assert.deepEqual(asked, { kind: 'taken', receipt: { toast: 'got stop' } });
      gate.resolve();
      await handed;
      await untilTrue(() => assert.deepEqual(end.words, ['stop', 'slow']));
    });

    it('knows what words would answer on the machine', async () => {
      const { work, machine } = await start(createTakingEnd());
      const { thread, sender } = text('');
      assert.equal(await work.listening(machine, thread, sender, 'yes', 20_000), 'question');
      assert.equal(await work.listening(machine, thread, sender, 'open it', 20_000), 'nothing');
    });

    it('has no other machine: nothing is handed to one that is not known', async () => {
      const end = createTakingEnd();
      const { work } = await start(end);
      await assert.rejects(work.hand({ machine: 'elsewhere', message: text('x'), until: later() }));
      assert.deepEqual(await work.ask({ machine: 'elsewhere', message: text('x'), until: later() }, 500), {
        kind: 'away',
      });
      assert.deepEqual(end.words, []);
    });

    it('lists the machine with what it says of itself', async () => {
      const { work, machine } = await start(createTakingEnd());
      await untilTrue(() => assert.equal(work.machines()[0]?.told?.version, '9.9.9'));
      const [seen] = work.machines();
      assert.equal(seen?.name, machine);
      assert.equal(seen?.isHere, true);
      assert.equal(seen?.told?.run, null);
    });
  });
}

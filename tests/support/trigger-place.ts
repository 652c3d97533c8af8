/** A Deskhand as a process with its port for triggers, its owner on a phone, and programs that call it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../../adapters/files/read-journal.ts';
import { inboxEventSchema } from '../../src/inbox/inbox-events.ts';
import { type Person, startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { type Bot, startBot } from './bot.ts';
import { ENTRY } from './programs.ts';
import { makeTempFolder } from './temp-folder.ts';
import { atTerminal } from './terminal.ts';
import { startTestDisplay } from './x11.ts';

const TOKEN = ['4242', 'AAbbccddeeffgghhiijjkkllmmnnooppqqr'].join(':');
const OWNER = 1001;

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

export interface TriggerPlace {
  readonly ann: Person;
  readonly home: string;
  /** Starts it, or starts it again. */
  start(): Promise<Bot>;
  /** Of the one that runs. */
  port(): number;
  /** `deskhand …`, with this on its standard input. */
  command(words: readonly string[], input?: string): Promise<Ended>;
  /** Makes the trigger with a tap, and a secret for it with another one. */
  makeTrigger(name: string, goal: string): Promise<string>;
  /** The status of the answer; null: none came. */
  post(call: {
    readonly name: string;
    readonly secret: string;
    readonly id: string;
    readonly body: string;
  }): Promise<number | null>;
  /** The caller's ids in the inbox, in their order. */
  received(): readonly string[];
}

export async function openTriggerPlace(t: { after(act: () => unknown): void }): Promise<TriggerPlace> {
  const home = makeTempFolder(t);
  const data = join(home, 'data');
  mkdirSync(data, { mode: 0o700 });
  const telegram = await startTelegramServer({ token: TOKEN });
  const display = await startTestDisplay();
  t.after(async () => {
    await telegram.stop();
    await display.stop();
  });
  const env = {
    ...display.env,
    HOME: home,
    DATA_DIR: data,
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_ALLOWED_USERS: String(OWNER),
    TELEGRAM_API_ROOT: telegram.root,
    MODEL_PROVIDER: 'playbook',
    TRIGGERS: 'on',
    TRIGGERS_PORT: '0',
  };
  let ready = '';
  const port = (): number => Number(/triggers http:\/\/127\.0\.0\.1:(\d+)/.exec(ready)?.[1]);
  const ann = telegram.person(OWNER, { name: 'Ann' });
  const run = (program: string, words: readonly string[], input = ''): Promise<Ended> =>
    new Promise((resolve) => {
      const child = spawn(program, words, { env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env } });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      child.stdin.end(input);
      child.once('close', (code) => resolve({ code, output }));
    });
  let tapped = 0;
  const tap = async (words: RegExp, label: string): Promise<void> => {
    const card = await ann.waitFor((messages) =>
      messages.find(
        ({ id, text, buttons }) => id > tapped && words.test(text) && JSON.stringify(buttons).includes(label),
      ),
    );
    tapped = card.id;
    ann.tap(card, label);
  };
  return {
    ann,
    home,
    port,
    async start() {
      const bot = await startBot({ env });
      t.after(() => bot.kill());
      ready = bot.ready;
      return bot;
    },
    command: (words, input) => run(process.execPath, [ENTRY, ...words], input),
    async makeTrigger(name, goal) {
      ann.send(`/orders trigger ${name} ${goal}`);
      await tap(/Shall I set this\?/, 'Set it');
      await ann.waitFor((messages) => messages.find(({ id, text }) => id > tapped && /Order \d+ is set/.test(text)));
      const [program, words] = atTerminal(`${process.execPath} ${ENTRY} trigger --secret ${name}`);
      // The command needs a terminal, which this process does not have.
      const shown = run(program, words);
      await tap(/wants the secret of the trigger/, 'Approve');
      const { code, output } = await shown;
      const secret = /^([\w-]{43})\r?$/m.exec(output)?.[1];
      assert.ok(code === 0 && secret !== undefined, output);
      return secret;
    },
    async post({ name, secret, id, body }) {
      const path = `/trigger/${name}`;
      const time = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', secret).update(`POST\n${path}\n${time}\n${id}\n${body}`).digest('hex');
      const headers = {
        'Content-Type': 'application/json',
        'X-Deskhand-Time': time,
        'X-Deskhand-Id': id,
        'X-Deskhand-Signature': signature,
      };
      const answer = await fetch(`http://127.0.0.1:${port()}${path}`, { method: 'POST', body, headers }).catch(
        () => null,
      );
      return answer?.status ?? null;
    },
    received: () =>
      (readJournal(join(data, 'state', 'inbox.jsonl'), inboxEventSchema)?.events ?? []).flatMap((event) =>
        event.type === 'message.accepted' && event.order?.call !== undefined ? [event.order.call] : [],
      ),
  };
}

/** Calls, and kills it the moment the last answer says that it was taken; after the restart each accepted one is told. What is wrong, or ''. */
export async function killAfterAccepted(
  place: TriggerPlace,
  bot: Bot,
  { secret, round, calls }: { readonly secret: string; readonly round: number; readonly calls: number },
): Promise<{ readonly wrong: string; readonly accepted: number; readonly bot: Bot }> {
  const ids = Array.from({ length: calls }, (_, at) => `round-${round}-call-${at}`);
  const statuses = await Promise.all(
    ids.map(async (id, at) => {
      const status = await place.post({
        name: 'ping',
        secret,
        id,
        body: JSON.stringify({ what: `word-${round}-${at}.` }),
      });
      // The other calls may be at any point on their way to the disk.
      if (status === 202) bot.child.kill('SIGKILL');
      return status;
    }),
  );
  await bot.kill();
  const accepted = ids.filter((_, at) => statuses[at] === 202);
  const next = await place.start();
  for (const id of accepted) {
    const word = `word-${round}-${id.split('-').at(-1)}.`;
    await place.ann.waitFor((messages) => messages.find(({ text }) => text.includes(word)));
  }
  const received = place.received();
  const twice = ids.filter((id) => received.filter((one) => one === id).length > 1);
  const repeated = await place.post({ name: 'ping', secret, id: accepted[0] ?? '', body: '{"what": "again"}' });
  const wrong = [
    ...(accepted.length === 0 ? [`nothing was accepted: ${statuses.join(' ')}`] : []),
    ...accepted.filter((id) => !received.includes(id)).map((id) => `${id} was lost`),
    ...twice.map((id) => `${id} came in twice`),
    ...(repeated === 409 ? [] : [`a repetition was answered with ${repeated}`]),
  ];
  return { wrong: wrong.join('; '), accepted: accepted.length, bot: next };
}

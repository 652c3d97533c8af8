/** A person with a phone, the real bot as a process, and both servers it talks to: everything between a message and its effect is real. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunEvent, runEventSchema } from '../../src/journal/events.ts';
import type { Stamp } from '../../src/ports/journal.ts';
import { LOOK_AGAIN } from '../../src/run/loop/take-batch.ts';
import { english } from '../../src/words/speak.ts';
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import { type AnthropicServer, type Decision, startAnthropicServer } from '../servers/anthropic/server.ts';
import { makeReply } from '../servers/anthropic/wire-reply.ts';
import type { FloodRule } from '../servers/telegram/flood.ts';
import type { SeenMessage } from '../servers/telegram/people.ts';
import { type Person, startTelegramServer, type TelegramServer } from '../servers/telegram/telegram-server.ts';
import { type Bot, readRun } from './bot.ts';
import { directWay, isThroughFleet, openFleetWay } from './phone-through-fleet.ts';
import { grantWishes } from './scripted-model.ts';
import { makeTempFolder } from './temp-folder.ts';
import { startTestDisplay, type TestDisplay } from './x11.ts';

export const BOT_TOKEN = '4242:AAbbccddeeffgghhiijjkkllmmnnooppqqr';
export const MODEL_KEY = 'sk-ant-test-0123456789';
export const OWNER = 1001;
const AFTER_EARLIER = { update: 910_000_001, message: 10_001 };

/** What the model does in one step. */
export type Step = Decision | ((request: SeenRequest) => Decision | Promise<Decision>);

export interface PhoneOptions {
  /** What the name of its folder begins with. */
  readonly folderStart?: string;
  /** Beside token, key and addresses. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly width?: number;
  readonly height?: number;
  /** With a session bus, applications list their elements. */
  readonly hasSessionBus?: boolean;
  /** No limit unless given: scenarios share one bot and would outrun the real one. */
  readonly flood?: () => FloodRule | null;
  /** Answer to the question for a plan; three parts unless given. */
  readonly plan?: Decision;
  /** The person's own skills by file name. */
  readonly skills?: Readonly<Record<string, string>>;
  /** A data folder of an earlier life that the first one begins with a copy of. */
  readonly earlier?: string;
}

export interface Script {
  /** Answers to steps, in order; after them the model says done. */
  readonly steps?: readonly Step[];
  /** Answers to checks, in order; the last one goes on. */
  readonly verdicts?: readonly Step[];
  /** Answers to checks of single acts, in order, the last one goes on; each worked unless given. */
  readonly effects?: readonly Step[];
}

export interface Phone {
  readonly display: TestDisplay;
  /** DATA_DIR. */
  readonly data: string;
  /** The person's home. */
  readonly home: string;
  readonly telegram: TelegramServer;
  readonly anthropic: AnthropicServer;
  readonly owner: Person;
  /** The current process. */
  bot(): Bot;
  /** What the model answers from now on. */
  script(script: Script): void;
  /** Sends `/run goal`; later questions of this object look at this run. */
  run(goal: string, script?: Script): void;
  /** Sends a message; later questions of this object look at what came after it. */
  say(text: string): void;
  /** The bot's messages since the last `run` or `say`, as the phone shows them now. */
  news(): readonly SeenMessage[];
  /** The first of the news that matches, there or still to come. */
  waitFor(what: RegExp | ((message: SeenMessage) => boolean), ms?: number): Promise<SeenMessage>;
  /** The open confirmation among the news. */
  card(): Promise<SeenMessage>;
  /** The end message of the run. */
  end(ms?: number): Promise<SeenMessage>;
  /** The same, after a yes to each question on the way. */
  endApproving(ms?: number): Promise<SeenMessage>;
  /** Presses a button; the toast. */
  tap(message: SeenMessage, label: string): Promise<string>;
  /** Requests of this purpose since the last `run`. */
  asked(purpose: Purpose): readonly SeenRequest[];
  /** Events of the newest run, from its journal on the disk. */
  events(): readonly (RunEvent & Pick<Stamp, 'at'>)[];
  /** Ends the process as a signal to stop, or as kill -9 does, and starts another one on the same data. */
  restart(how: 'stop' | 'kill', settings?: Readonly<Record<string, string>>): Promise<void>;
  /** What the bot logged so far, all its lives together, a line an entry. */
  log(): readonly string[];
  /**
   * Ends everything. Fails when the bot did not end cleanly, when a server refused a call that no test meant to be refused
   * (`expected` matches `METHOD CODE`), or when a secret turns up anywhere it was written or sent.
   */
  close(expected?: RegExp): Promise<void>;
}

export type Purpose = 'step' | 'verify' | 'effect' | 'risk' | 'intent' | 'plan' | 'memory';

const GOOD = { screen: 'A desktop.', reasons: ['The result is there'], score: 95 };
const STORY = { narrative: 'It was done as asked.', lessons: [] };
/** Proposes no scope, so that nothing is allowed at once. */
export const NO_SCOPE = { apps: [], sites: [], folders: [], kinds: [] };
const PLAN = {
  parts: ['first', 'second', 'third'].map((part, index) => ({
    ...{ goal: `Do the ${part} part`, check: 'It is done', needs: index === 0 ? [] : [index] },
    ...{ role: 'act', desktop: true },
  })),
  scope: NO_SCOPE,
};
const HARMLESS = { target: 'a plain surface', risk: 'moderate', reason: 'It only selects.' };

export async function startPhone(t: { after(act: () => void): void }, options: PhoneOptions = {}): Promise<Phone> {
  const folder = makeTempFolder(t, options.folderStart);
  const data = join(folder, 'data');
  const home = join(folder, 'home');
  if (options.earlier === undefined) mkdirSync(data);
  else cpSync(options.earlier, data, { recursive: true });
  mkdirSync(home);
  for (const [name, text] of Object.entries(options.skills ?? {})) {
    mkdirSync(join(data, 'skills', 'own'), { recursive: true });
    writeFileSync(join(data, 'skills', 'own', name), text);
  }
  const display = await startTestDisplay(options);
  const server = await startTelegramServer({
    token: BOT_TOKEN,
    flood: options.flood ?? (() => null),
    // Numbers continue after those of the earlier process, which has taken its updates and posted its messages already.
    ...(options.earlier === undefined ? {} : { firstIds: AFTER_EARLIER }),
  });
  const person = server.person(OWNER, { name: 'Ann' });
  const way = isThroughFleet ? await openFleetWay(folder, server, person) : directWay(server);
  const { telegram } = way;
  const owner = telegram.person(OWNER, { name: 'Ann' });
  for (const id of options.settings?.TELEGRAM_ALLOWED_USERS?.split(',') ?? []) telegram.person(Number(id));
  let script: Required<Script> = { steps: [], verdicts: [], effects: [] };
  let taken = { steps: 0, verdicts: 0, effects: 0 };
  let firstRequest = 0;
  let since = 0;

  const decide = async (request: SeenRequest): Promise<Decision> => {
    const purpose = purposeOf(request);
    const scripted =
      purpose === 'effect' ? script.effects[Math.min(taken.effects, script.effects.length - 1)] : undefined;
    if (scripted !== undefined) {
      taken = { ...taken, effects: taken.effects + 1 };
      return typeof scripted === 'function' ? await scripted(request) : scripted;
    }
    const aside = purpose === 'plan' && options.plan !== undefined ? options.plan : answerAside(purpose);
    if (aside !== null) return aside;
    if (purpose === 'verify') {
      const verdict = script.verdicts[Math.min(taken.verdicts, script.verdicts.length - 1)] ?? GOOD;
      taken = { ...taken, verdicts: taken.verdicts + 1 };
      const judged = typeof verdict === 'function' ? await verdict(request) : verdict;
      return verdict === GOOD ? { ...GOOD, ...grantWishes(request.text) } : judged;
    }
    // A decision that the screen has overtaken is made again, unless the step handles that itself.
    const isOvertaken =
      request.text.includes(english(LOOK_AGAIN)) && typeof script.steps[taken.steps - 1] !== 'function';
    const next = isOvertaken ? Math.max(0, taken.steps - 1) : taken.steps;
    const step = script.steps[next] ?? DONE;
    taken = { ...taken, steps: next + 1 };
    return typeof step === 'function' ? await step(request) : step;
  };
  const anthropic = await startAnthropicServer({ key: MODEL_KEY, decide });

  const start = (settings: Readonly<Record<string, string>>): Promise<Bot> =>
    way.start({
      ...display.env,
      HOME: home,
      DATA_DIR: data,
      TELEGRAM_BOT_TOKEN: BOT_TOKEN,
      TELEGRAM_ALLOWED_USERS: String(OWNER),
      TELEGRAM_API_ROOT: telegram.root,
      ANTHROPIC_API_KEY: MODEL_KEY,
      ANTHROPIC_BASE_URL: anthropic.url,
      ...options.settings,
      ...settings,
    });
  let bot = await start({});
  const logs: string[] = [];

  const setScript = (next: Script): void => {
    script = { steps: next.steps ?? [], verdicts: next.verdicts ?? [], effects: next.effects ?? [] };
    taken = { steps: 0, verdicts: 0, effects: 0 };
  };
  const mark = (): void => {
    since = owner.messages().at(-1)?.id ?? 0;
  };
  const isNew = (message: SeenMessage): boolean => message.id > since;

  const phone: Phone = {
    display,
    data,
    home,
    telegram,
    anthropic,
    owner,
    bot: () => bot,
    script: setScript,
    run(goal, next = {}) {
      setScript(next);
      firstRequest = anthropic.requests.length;
      mark();
      owner.send(`/run ${goal}`);
    },
    say(text) {
      mark();
      owner.send(text);
    },
    news: () => owner.received().filter(isNew),
    waitFor(what, ms) {
      const matches = (message: SeenMessage): boolean =>
        isNew(message) && (what instanceof RegExp ? what.test(message.text) : what(message));
      return owner.waitFor((messages) => messages.find(matches), ms);
    },
    card: () => phone.waitFor((message) => hasLiveButton(message, 'Approve')),
    async endApproving(ms) {
      const answered = new Set<number>();
      for (;;) {
        const next = await phone.waitFor(
          (message) => (hasLiveButton(message, 'Approve') && !answered.has(message.id)) || hasButton(message, 'Again'),
          ms,
        );
        if (hasButton(next, 'Again')) return next;
        answered.add(next.id);
        await phone.tap(next, 'Approve');
      }
    },
    end: (ms = 60_000) => phone.waitFor((message) => hasButton(message, 'Again'), ms),
    tap: async (message, label) => (await owner.tap(message, label).answered)?.text ?? '',
    asked: (purpose) => anthropic.requests.slice(firstRequest).filter((request) => purposeOf(request) === purpose),
    events() {
      const newest = readdirSync(join(data, 'recordings'))
        .filter((name) => /^\d{6}$/.test(name))
        .sort()
        .at(-1);
      // A run has its folder a moment before its first event.
      if (newest === undefined || !existsSync(join(data, 'recordings', newest, 'journal.jsonl'))) return [];
      const { lines, problem } = readRun(data, newest);
      // The bot may just be writing a line.
      assert.match(problem, /^$|\(a torn end\)$/);
      return lines.map(({ event, at }) => ({ ...runEventSchema.parse(event), at }));
    },
    async restart(how, settings = {}) {
      if (how === 'stop') assert.equal(await bot.stop(), 0);
      else await bot.kill();
      logs.push(bot.stderr());
      bot = await start(settings);
    },
    log: () =>
      [...logs, bot.stderr(), way.log()]
        .join('')
        .split('\n')
        .filter((line) => line !== ''),
    async close(expected = /^$/) {
      try {
        assert.equal(await bot.stop(), 0, 'the bot ends cleanly');
        await way.close();
        logs.push(bot.stderr(), bot.stdout(), way.log());
        assert.deepEqual(anthropic.faults, []);
        const refused = telegram
          .calls()
          .filter(({ status }) => status !== null && status >= 400)
          .map(({ method, status, description }) => `${method} ${status} ${description}`);
        assert.deepEqual(
          refused.filter((line) => !expected.test(line)),
          [],
        );
        expectNoSecrets(phone, logs);
      } finally {
        await bot.kill();
        await way.close().catch(() => undefined);
        await Promise.all([telegram.stop(), anthropic.stop()]);
        await display.stop();
      }
    },
  };
  return phone;
}

/** Neither token is in a log, a file of ours, a chat message or a request to the model; the token's place in Telegram's paths is not a field. */
function expectNoSecrets({ data, telegram, anthropic }: Phone, logs: readonly string[]): void {
  const places: readonly (readonly [string, string])[] = [
    ...logs.map((text) => ['the log', text] as const),
    ...filesIn(data).map((path) => [path, readFileSync(path, 'latin1')] as const),
    ...telegram.calls().map(({ method, fields }) => [`a call of ${method}`, [...fields.values()].join('\n')] as const),
    ...anthropic.requests.map(({ text, system }) => ['a request to the model', `${system}\n${text}`] as const),
  ];
  for (const [place, text] of places)
    for (const secret of [BOT_TOKEN, BOT_TOKEN.split(':')[1] ?? BOT_TOKEN, MODEL_KEY])
      assert.ok(!text.includes(secret), `a secret is in ${place}`);
}

function filesIn(data: string): readonly string[] {
  return ['recordings', 'state', 'vault']
    .filter((part) => existsSync(join(data, part)))
    .flatMap((part) => readdirSync(join(data, part), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** What a request is for, told from its schema, and where two share one from its system part. */
export function purposeOf(request: SeenRequest): Purpose {
  const schema = JSON.stringify(request.schema ?? '');
  if (schema.includes('"score"'))
    return request.system.startsWith('You check whether one action') ? 'effect' : 'verify';
  if (schema.includes('"kind"')) return 'intent';
  if (schema.includes('"narrative"')) return 'memory';
  if (schema.includes('"parts"')) return 'plan';
  return schema.includes('"target"') ? 'risk' : 'step';
}

/** What no scenario scripts: how risky a click is, whether an act worked, how hard a goal is and its parts, what is remembered; null for steps and checks. */
export function answerAside(purpose: Purpose): Decision | null {
  if (purpose === 'risk') return HARMLESS;
  if (purpose === 'effect') return GOOD;
  if (purpose === 'intent') return { kind: 'multi-step', scope: NO_SCOPE, readings: [] };
  if (purpose === 'plan') return PLAN;
  return purpose === 'memory' ? STORY : null;
}

const DONE = makeReply({ action: 'done', summary: 'It is done.' });

/** A reply with one action. */
export function act(action: Readonly<Record<string, unknown>>, note: string | null = null): Decision {
  return makeReply(action, { note });
}

export function hasButton(message: SeenMessage, label: string): boolean {
  return message.buttons.flat().some((button) => button.text === label);
}

export function hasLiveButton(message: SeenMessage, label: string): boolean {
  return message.buttons.flat().some((button) => button.text === label && button.data !== null);
}

/** All that stands in a chat, as text: for a reader's eye. */
export function transcript(messages: readonly SeenMessage[]): string {
  return messages
    .map((message) => {
      const marks = [
        message.rang ? 'rings' : 'silent',
        message.photo === null ? '' : 'picture',
        `${message.edits} edits`,
      ];
      const buttons = message.buttons.map((row) =>
        row.map((button) => `[${button.text}${button.data === null ? ' ✗' : ''}]`).join(' '),
      );
      return [
        `${message.isFromBot ? '◀' : '▶'} #${message.id} ${message.isFromBot ? marks.filter((mark) => mark !== '').join(', ') : ''}`,
        message.text,
        ...buttons,
      ].join('\n');
    })
    .join('\n\n');
}

/** A person with Slack on their phone, the real bot as a process, and both servers it talks to. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LOOK_AGAIN } from '../../src/run/loop/take-batch.ts';
import { english } from '../../src/words/speak.ts';
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import { type AnthropicServer, type Decision, startAnthropicServer } from '../servers/anthropic/server.ts';
import type { Person, SeenMessage } from '../servers/slack/people.ts';
import { type SlackServer, type SlackServerOptions, startSlackServer, TEAM } from '../servers/slack/slack-server.ts';
import { type Bot, startBot } from './bot.ts';
import { act, answerAside, MODEL_KEY, purposeOf, type Step } from './phone.ts';
import { grantWishes } from './scripted-model.ts';
import { makeTempFolder } from './temp-folder.ts';
import { until } from './until.ts';
import { startTestDisplay, type TestDisplay } from './x11.ts';

export const SLACK_TOKENS = {
  botToken: 'xoxb-1111-2222-bbccddeeffgghhiijj',
  appToken: 'xapp-1-A1-2222-ccddeeffgghhiijjkk',
} as const;
export const ANN = 'U00000ANN';

export interface SlackPhone {
  readonly display: TestDisplay;
  readonly slack: SlackServer;
  readonly anthropic: AnthropicServer;
  readonly ann: Person;
  readonly home: string;
  /** DATA_DIR. */
  readonly data: string;
  bot(): Bot;
  /** What the model does from now on, step by step; after that it says done. */
  script(...steps: readonly Step[]): void;
  /** Requests for a step since the last `script`. */
  asked(): readonly SeenRequest[];
  /** Whether the last request for a step was cut off. */
  isCut(): boolean;
  /** Deskhand's messages since the last `mark`, as they look now. */
  news(channel?: string): readonly SeenMessage[];
  mark(): void;
  waitFor(what: RegExp | ((message: SeenMessage) => boolean), channel?: string): Promise<SeenMessage>;
  /** `settings`: of the next life, beside those it had. */
  restart(how: 'stop' | 'kill', settings?: Readonly<Record<string, string>>): Promise<void>;
  log(): string;
  /** Ends everything. Fails on what the bot did that Slack does not take (`expected` matches `METHOD OUTCOME`), or when a token leaked. */
  close(expected?: RegExp): Promise<void>;
}

const GOOD = { screen: 'A desktop.', reasons: ['The result is there'], score: 95 };

export async function startSlackPhone(
  t: { after(act: () => void): void },
  options: Partial<SlackServerOptions> & {
    readonly settings?: Readonly<Record<string, string>>;
    /** With one, applications list their elements. */
    readonly hasSessionBus?: boolean;
  } = {},
): Promise<SlackPhone> {
  const { settings = {}, hasSessionBus = false, ...server } = options;
  const folder = makeTempFolder(t);
  const [data, home] = [join(folder, 'data'), join(folder, 'home')];
  for (const path of [data, home]) mkdirSync(path);
  const display = await startTestDisplay({ hasSessionBus });
  const slack = await startSlackServer({ ...SLACK_TOKENS, ...server });
  const ann = slack.person(ANN, { name: 'Ann' });
  let steps: readonly Step[] = [];
  let taken = 0;
  let first = 0;
  let since = '';
  const decide = async (request: SeenRequest): Promise<Decision> => {
    const purpose = purposeOf(request);
    const aside = answerAside(purpose);
    if (aside !== null) return aside;
    if (purpose === 'verify') return { ...GOOD, ...grantWishes(request.text) };
    // A decision that the screen has overtaken is made again, unless the step handles that itself.
    const isOvertaken = request.text.includes(english(LOOK_AGAIN)) && typeof steps[taken - 1] !== 'function';
    const next = isOvertaken ? Math.max(0, taken - 1) : taken;
    const step = steps[next] ?? act({ action: 'done', summary: 'It is done.' });
    taken = next + 1;
    return typeof step === 'function' ? await step(request) : step;
  };
  const anthropic = await startAnthropicServer({ key: MODEL_KEY, decide });
  const start = (changed: Readonly<Record<string, string>> = {}): Promise<Bot> =>
    startBot({
      env: {
        ...display.env,
        HOME: home,
        DATA_DIR: data,
        SLACK_BOT_TOKEN: SLACK_TOKENS.botToken,
        SLACK_APP_TOKEN: SLACK_TOKENS.appToken,
        SLACK_ALLOWED_USERS: `${TEAM}:${ANN}`,
        SLACK_API_URL: slack.apiUrl,
        ANTHROPIC_API_KEY: MODEL_KEY,
        ANTHROPIC_BASE_URL: anthropic.url,
        ...settings,
        ...changed,
      },
    });
  let bot = await start();
  const logs: string[] = [];

  const news = (channel?: string): readonly SeenMessage[] =>
    ann.messages(channel).filter((message) => message.isFromBot && message.ts > since);
  const phone: SlackPhone = {
    display,
    slack,
    anthropic,
    ann,
    home,
    data,
    bot: () => bot,
    script(...next) {
      steps = next;
      taken = 0;
      first = anthropic.requests.length;
    },
    asked: () => anthropic.requests.slice(first).filter((request) => purposeOf(request) === 'step'),
    isCut: () =>
      anthropic.exchanges.findLast(({ request }) => request !== null && purposeOf(request) === 'step')?.isAborted ??
      false,
    news,
    mark() {
      since = ann.messages().at(-1)?.ts ?? '';
    },
    async waitFor(what, channel) {
      const matches = (message: SeenMessage): boolean =>
        what instanceof RegExp ? what.test(message.text) : what(message);
      await until(() => news(channel).some(matches), `a message like ${what}`, 60_000);
      const found = news(channel).find(matches);
      assert.ok(found !== undefined);
      return found;
    },
    async restart(how, changed) {
      if (how === 'stop') assert.equal(await bot.stop(), 0);
      else await bot.kill();
      logs.push(bot.stderr());
      bot = await start(changed);
    },
    log: () => [...logs, bot.stderr()].join(''),
    async close(expected = /^$/) {
      try {
        assert.equal(await bot.stop(), 0, 'the bot ends cleanly');
        logs.push(bot.stderr(), bot.stdout());
        assert.deepEqual(anthropic.faults, []);
        assert.deepEqual(slack.protocolFaults(), []);
        const refused = slack.calls().map(({ method, outcome }) => `${method} ${outcome}`);
        assert.deepEqual(
          refused.filter(
            (line) => !line.endsWith(' ok') && !/setStatus|invalid_blocks$/.test(line) && !expected.test(line),
          ),
          [],
        );
        const said = [
          ...logs,
          ...ann.messages().map(({ text }) => text),
          ...anthropic.requests.map(({ text }) => text),
        ];
        for (const token of Object.values(SLACK_TOKENS)) assert.ok(!said.join('\n').includes(token), 'a token leaked');
      } finally {
        await bot.kill();
        await Promise.all([slack.stop(), anthropic.stop()]);
        await display.stop();
      }
    },
  };
  return phone;
}

export function hasLive(message: SeenMessage, label: string): boolean {
  return message.buttons.flat().some((button) => button.label === label && button.data !== null);
}

export function hasLabel(message: SeenMessage, label: string): boolean {
  return message.buttons.flat().some((button) => button.label === label);
}

/** The whole bot in the test's own process, on a private display, with a person at its chat page. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinWebChat, type WebChatClient } from '../../adapters/chat/web/client.ts';
import type { DeskhandMessage, MessageView } from '../../adapters/chat/web/wire.ts';
import { type Launched, launch } from '../../src/bin/launch.ts';
import { createLog } from '../../src/bin/log.ts';
import { settingsSchema } from '../../src/config/schema.ts';
import { makeTempFolder } from './temp-folder.ts';
import { startTestDisplay, type TestDisplay } from './x11.ts';

export interface TestLaunch {
  readonly launched: Launched;
  readonly display: TestDisplay;
  readonly client: WebChatClient;
  /** DATA_DIR. */
  readonly data: string;
  /** The person's home. */
  readonly home: string;
  /** Starts a run. */
  run(goal: string): Promise<void>;
  say(text: string): Promise<void>;
  /** The first message of Deskhand that matches, there or still to come. */
  waitFor(match: (message: DeskhandMessage) => boolean, ms?: number): Promise<DeskhandMessage>;
  /** Presses a live button; the toast. */
  tap(message: DeskhandMessage, label: string): Promise<string>;
  stop(): Promise<void>;
}

export interface TestLaunchOptions {
  /** Settings in addition to a page on any free port and the playbook model. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The person's own skills by file name. */
  readonly skills?: Readonly<Record<string, string>>;
  /** With one, applications list their elements. */
  readonly hasSessionBus?: boolean;
  /** The session's services live in the bot's home, as on a person's computer; then nothing may be ended by its home. */
  readonly sharesHome?: boolean;
  /** The size of the display; the usual one by default. */
  readonly size?: { readonly width: number; readonly height: number };
}

const PATIENCE_MS = 60_000;

export async function startTestLaunch(
  t: { after(act: () => void): void },
  options: TestLaunchOptions = {},
): Promise<TestLaunch> {
  const folder = makeTempFolder(t);
  const data = join(folder, 'data');
  const home = join(folder, 'home');
  mkdirSync(join(data, 'skills', 'own'), { recursive: true });
  mkdirSync(home);
  for (const [name, text] of Object.entries(options.skills ?? {}))
    writeFileSync(join(data, 'skills', 'own', name), text);
  const display = await startTestDisplay({
    hasSessionBus: options.hasSessionBus ?? false,
    ...options.size,
    ...(options.sharesHome === true ? { home } : {}),
  });
  try {
    return await launchOn(display, { data, home, settings: options.settings ?? {} });
  } catch (error) {
    await display.stop();
    throw error;
  }
}

async function launchOn(
  display: TestDisplay,
  {
    data,
    home,
    settings,
  }: { readonly data: string; readonly home: string; readonly settings: Readonly<Record<string, string>> },
): Promise<TestLaunch> {
  const launched = await launch(
    {
      settings: settingsSchema.parse({
        WEB_CHAT: 'on',
        WEB_CHAT_PORT: '0',
        MODEL_PROVIDER: 'playbook',
        // Tests that are not about reading do without it.
        READING: 'off',
        ...settings,
      }),
      dataFolder: data,
      home,
      env: { ...display.env, HOME: home },
      display: 'found',
      log: createLog('silent', [], false),
    },
    new AbortController().signal,
  );
  const client = await joinWebChat(launched.chats.web?.openLink() ?? '', AbortSignal.timeout(PATIENCE_MS));
  return {
    launched,
    display,
    client,
    data,
    home,
    async run(goal) {
      await client.sendText(`/run ${goal}`, AbortSignal.timeout(PATIENCE_MS));
    },
    async say(text) {
      await client.sendText(text, AbortSignal.timeout(PATIENCE_MS));
    },
    async waitFor(match, ms = PATIENCE_MS) {
      const found = await client.waitFor(
        (message) => message.from === 'deskhand' && match(message),
        AbortSignal.timeout(ms),
      );
      if (found.from !== 'deskhand') throw new Error('a message of the person matched');
      return found;
    },
    async tap(message, label) {
      const data = message.buttons.flat().find((button) => button.label === label)?.data ?? null;
      if (data === null) throw new Error(`there is no live button ${label}`);
      return (await client.tap(message.id, data, AbortSignal.timeout(PATIENCE_MS))).toast;
    },
    async stop() {
      try {
        await launched.stop('the test is over');
      } finally {
        await display.stop();
      }
    },
  };
}

export function textOf(message: MessageView): string {
  return message.from === 'person' ? message.text : message.spans.map((span) => span.text).join('');
}

export function isCard(message: DeskhandMessage): boolean {
  return message.kind === 'question' && message.buttons.flat().some(({ data }) => data !== null);
}

export function isEnd(message: DeskhandMessage): boolean {
  return message.kind === 'end';
}

/** A skill file with a playbook. */
export function playbookSkill(name: string, steps: readonly object[], expect: readonly object[] = []): string {
  const checks = expect.length === 0 ? [] : ['## Expect', '```json', JSON.stringify(expect), '```'];
  return [
    `# SKILL: ${name}`,
    '## Triggers',
    `- \`^${name}$\``,
    '## Playbook',
    '```json',
    JSON.stringify(steps),
    '```',
    ...checks,
  ].join('\n');
}

/** What setup needs around it in a test: strict servers of Telegram and Anthropic, a display, an empty home; and setup itself as a process. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import { type Decision, startAnthropicServer } from '../servers/anthropic/server.ts';
import { startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { answerAside, purposeOf } from './phone.ts';
import { makeTempFolder } from './temp-folder.ts';
import { startTestDisplay } from './x11.ts';

export const TOKEN = ['4242', 'AAbbccddeeffgghhiijjkkllmmnnooppqqr'].join(':');
export const WRONG = ['4242', 'ZZbbccddeeffgghhiijjkkllmmnnooppqqr'].join(':');
export const KEY = ['sk', 'ant', 'api03', 'QQbbccddeeffgghhiijjkkllmmnnooppqqr'].join('-');
export const OWNER = 1001;

/** Setup asks for a word; the first run is by a playbook, checked by the model. */
export const decideInSetup = (request: SeenRequest): Decision =>
  JSON.stringify(request.schema ?? '').includes('"answer"')
    ? { answer: 'yes' }
    : (answerAside(purposeOf(request)) ?? { screen: 'A terminal.', reasons: ['The file is there'], score: 95 });

/** `hasDisplay`: false where nothing is shown, which spares a display. */
export async function openSetupPlace(t: TestContext, { hasDisplay = true }: { readonly hasDisplay?: boolean } = {}) {
  const home = makeTempFolder(t);
  const data = join(home, 'data');
  mkdirSync(data);
  const telegram = await startTelegramServer({ token: TOKEN });
  const anthropic = await startAnthropicServer({ key: KEY, decide: decideInSetup });
  const display = hasDisplay ? await startTestDisplay() : null;
  t.after(async () => {
    await telegram.stop();
    await anthropic.stop();
    await display?.stop();
  });
  const env = {
    ...display?.env,
    HOME: home,
    DATA_DIR: data,
    TELEGRAM_API_ROOT: telegram.root,
    ANTHROPIC_BASE_URL: anthropic.url,
    WEB_CHAT: 'off',
  };
  return { home, data, telegram, anthropic, env };
}

export function startSetup(
  t: TestContext,
  env: Readonly<Record<string, string | undefined>>,
  program: string,
  words: readonly string[],
) {
  const kept = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, TERM: 'xterm' };
  // Nobody is asked anything where CI says that nobody is there.
  const child = spawn(program, words, { env: { ...kept, ...env, CI: undefined }, stdio: ['pipe', 'pipe', 'pipe'] });
  t.after(() => void child.kill('SIGKILL'));
  let text = '';
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    out += part;
    text += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, text: () => text, out: () => out, ended };
}

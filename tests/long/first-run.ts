/**
 * What a newcomer with no account waits and taps for: from a clone of this repository to the first run that was checked, by what the
 * page offers. At most two minutes of machine time, four taps, no error on the way: `npm run test:first-run`.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { joinWebChat, type WebChatClient } from '../../adapters/chat/web/client.ts';
import type { MessageView } from '../../adapters/chat/web/wire.ts';
import { atTerminal } from '../support/terminal.ts';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dirname, '../..');
const LIMIT_MS = 120_000;
const MOST_TAPS = 4;
const PATIENCE_MS = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'first-run-'));
const [clone, home] = [join(folder, 'clone'), join(folder, 'home')];
// Nothing of this machine's settings steers it. A newcomer starts with the Node and npm of the computer, not with this project's own.
const env = {
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((place) => !place.startsWith(ROOT))
    .join(delimiter),
  HOME: home,
  LANG: 'C.UTF-8',
  CI: 'true',
  WEB_CHAT_PORT: '0',
  READING: 'off',
};
// What the network here asks of npm: where that npm looks for its settings follows from the Node it runs on, so only those of the person count.
const npm = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(?:npm_config_(?:userconfig|registry|cache|proxy|https_proxy|noproxy|cafile)|NODE_EXTRA_CA_CERTS)$/i.test(name),
  ),
);
const at = (): number => Math.round(performance.now());
const signal = AbortSignal.timeout(PATIENCE_MS);

async function main(): Promise<void> {
  mkdirSync(home);
  const began = at();
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone]);
  const cloned = at();
  execFileSync('npm', ['ci'], { cwd: clone, env: { ...npm, ...env, HOME: process.env.HOME ?? home }, stdio: 'pipe' });
  const installed = at();
  const bot = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [bot.stdout, bot.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
  const ended = new Promise<void>((resolve) => bot.once('close', () => resolve()));
  try {
    await until(
      () => {
        assert.equal(bot.exitCode, null, said);
        signal.throwIfAborted();
        return /^ready /m.test(said);
      },
      () => `the bot to be ready: ${said}`,
      PATIENCE_MS,
    );
    const ready = at();
    // A link lets somebody in, so it is printed to a terminal alone.
    const [program, args] = atTerminal('npm run -s link');
    const link = execFileSync(program, args, { cwd: clone, env, encoding: 'utf8' });
    const taps = await runFirst(/https?:\S+/.exec(link)?.[0] ?? '');
    const checked = at();
    const figures = {
      ...{ cloneMs: cloned - began, installMs: installed - cloned, startMs: ready - installed, runMs: checked - ready },
      ...{ allMs: checked - began, taps },
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    assert.doesNotMatch(said, /"level":(?:50|60)|\berror\b/i, said);
    assert.ok(taps <= MOST_TAPS, `${taps} taps`);
    assert.ok(figures.allMs <= LIMIT_MS, `${figures.allMs} ms`);
  } finally {
    bot.kill('SIGTERM');
    await ended;
  }
}

/** Opens the link and taps what leads to a run that is checked; how many taps that took. */
async function runFirst(link: string): Promise<number> {
  const page = await joinWebChat(link, signal);
  let taps = 1;
  const tap = async (message: MessageView, label: RegExp): Promise<void> => {
    const button = buttonsOf(message).find((one) => label.test(one.label));
    assert.ok(button?.data, `no ${label} at ${JSON.stringify(message)}`);
    taps += 1;
    await page.tap(message.id, button.data, signal);
  };
  await page.sendText('/start', signal);
  await tap(await find(page, (message) => buttonsOf(message).some(({ label }) => /demo/i.test(label))), /demo/i);
  // The demo asks nothing but its approval: which terminal, and with which words, is known.
  await tap(await find(page, (message) => isLive(message, 'Approve')), /^Approve$/);
  const end = await find(page, (message) => message.from === 'deskhand' && message.kind === 'end');
  assert.match(JSON.stringify(end), /Done and checked/);
  return taps;
}

/** The first message that matches. Says what was on the page when none came. */
async function find(page: WebChatClient, match: (message: MessageView) => boolean): Promise<MessageView> {
  try {
    return await page.waitFor(match, signal);
  } catch (error) {
    const messages = await page.read(AbortSignal.timeout(10_000));
    throw new Error(`not found in ${JSON.stringify(messages.slice(-3))}`, { cause: error });
  }
}

function isLive(message: MessageView, label: string): boolean {
  return buttonsOf(message).some((one) => one.label === label);
}

function buttonsOf(message: MessageView): readonly { readonly label: string; readonly data: string | null }[] {
  return message.from === 'deskhand' ? message.buttons.flat().filter(({ data }) => data !== null) : [];
}

try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

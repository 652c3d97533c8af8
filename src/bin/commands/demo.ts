/** `npm run demo`: the main job without any account, from the chat page's own interface to the effect on the machine. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { joinWebChat, type WebChatClient } from '../../../adapters/chat/web/client.ts';
import type { MessageView } from '../../../adapters/chat/web/wire.ts';
import { settingsSchema } from '../../config/schema.ts';
import { withLimit } from '../../ports/waits/abort-signals.ts';
import { ensureRunPrograms } from '../ensure-programs.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { type Launched, launch } from '../launch.ts';
import { createLog } from '../log.ts';
import { untilSignal } from '../signals.ts';

const TIME_LIMIT_MS = 110_000;
const WORDS = 'hello from deskhand';

await runCommand(async () => {
  const { values } = parseArgs({ options: { here: { type: 'boolean', default: false } } });
  await ensureRunPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-demo-'));
  const home = join(folder, 'home');
  const data = join(folder, 'data');
  await mkdir(home, { mode: 0o700 });
  const stopping = untilSignal();
  const signal = withLimit(TIME_LIMIT_MS, stopping.signal);
  const cutOff = (error: unknown): never => {
    if (!signal.aborted) throw error;
    throw new ExitError(EXIT.failure, sayCutOff(stopping.signal));
  };
  const launched = await launch(
    {
      settings: settingsSchema.parse({ WEB_CHAT: 'on', WEB_CHAT_PORT: '0', MODEL_PROVIDER: 'playbook' }),
      dataFolder: data,
      home,
      env: { ...process.env, HOME: home },
      display: values.here || !existsSync('/usr/bin/Xvfb') ? 'found' : 'virtual',
      log: createLog('warn', [], process.stderr.isTTY),
    },
    signal,
  ).catch(cutOff);
  try {
    await show(launched, home, signal).catch(cutOff);
  } finally {
    await launched.stop('the demo is over');
    say(`\nEverything is kept in ${folder}`);
    say(`Pictures: ${join(data, 'recordings', '000001')}`);
  }
  return EXIT.clean;
});

/** `stopping`: aborted by a signal, else it was the time. */
function sayCutOff(stopping: AbortSignal): string {
  if (!stopping.aborted) return `The demo was ended: it took longer than ${TIME_LIMIT_MS / 1000} s.`;
  return `The demo was ${stopping.reason instanceof Error ? stopping.reason.message : 'ended'} before it was over; nothing is wrong.`;
}

/** Rejects with a sentence when anything is not as it should be. */
async function show(launched: Launched, home: string, signal: AbortSignal): Promise<void> {
  const link = launched.chats.web?.openLink();
  if (link === undefined) throw new ExitError(EXIT.failure, 'The web chat did not start.');
  say(launched.readyLine);
  const client = await joinWebChat(link, signal);
  const goal = `demo in ${process.platform === 'darwin' ? 'Terminal' : 'xterm'}: ${WORDS}`;
  say(`\nYou:      /run ${goal}`);
  await client.sendText(`/run ${goal}`, signal);
  const card = await client.waitFor((message) => isCard(message) || isEnd(message), signal);
  if (!isCard(card)) throw new ExitError(EXIT.failure, `It ended without asking: ${textOf(card)}`);
  say(`Deskhand: ${textOf(card)}`);
  const path = join(home, 'deskhand-demo.txt');
  if (existsSync(path)) throw new ExitError(EXIT.failure, 'The step was done before it was approved.');
  await approve(client, card, signal);
  say('You:      [Approve]');
  const end = await client.waitFor(isEnd, signal);
  say(`Deskhand: ${textOf(end)}`);
  const content = existsSync(path) ? (await readFile(path, 'utf8')).trim() : null;
  say(`\nOn the machine: ${path} ${content === null ? 'is not there' : `holds “${content}”`}`);
  if (content !== WORDS || !textOf(end).includes('Done and checked')) {
    throw new ExitError(EXIT.failure, 'The demo did not end as it should; the text above and the pictures show where.');
  }
}

async function approve(client: WebChatClient, card: MessageView, signal: AbortSignal): Promise<void> {
  const button = card.from === 'deskhand' ? card.buttons.flat().find(({ label }) => label === 'Approve') : undefined;
  if (button?.data === undefined || button.data === null)
    throw new ExitError(EXIT.failure, 'The card has no Approve button.');
  const { toast } = await client.tap(card.id, button.data, signal);
  if (toast !== '') throw new ExitError(EXIT.failure, `Approve was refused: ${toast}`);
}

function isCard(message: MessageView): boolean {
  return (
    message.from === 'deskhand' &&
    message.kind === 'question' &&
    message.buttons.flat().some(({ label, data }) => label === 'Approve' && data !== null)
  );
}

function isEnd(message: MessageView): boolean {
  return message.from === 'deskhand' && message.kind === 'end';
}

/** On one level, indented under the speaker. */
function textOf(message: MessageView): string {
  const text = message.from === 'person' ? message.text : message.spans.map((span) => span.text).join('');
  return text.trim().replace(/\n+/g, '\n          ');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

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
import { say, type Text } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import { call } from '../call.ts';
import { ensureRunPrograms } from '../ensure-programs.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { type Launched, launch } from '../launch.ts';
import { createLog } from '../log.ts';
import { readArguments } from '../reach-deskhand.ts';
import { type Stopping, untilSignal } from '../signals.ts';
import { tell } from '../terminal/tell.ts';
import { terminalLanguage } from '../terminal/terminal-language.ts';

const TIME_LIMIT_MS = 110_000;
/** Language of the typed texts and of the page's sentences, as the person reads them. */
const LANGUAGE = terminalLanguage();
const WORDS = speak(say`hello from deskhand`, LANGUAGE);
const APPROVE = speak(say`Approve`, LANGUAGE);
const YOU = say`You`;
const DONE = say`✅ Done and checked`;
const INDENT = ' '.repeat('Deskhand: '.length);

await runCommand(async () => {
  const { values } = readArguments(
    () => parseArgs({ options: { here: { type: 'boolean', default: false } } }),
    call('demo', '[--here]'),
  );
  await ensureRunPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-demo-'));
  const home = join(folder, 'home');
  const data = join(folder, 'data');
  await mkdir(home, { mode: 0o700 });
  const stopping = untilSignal();
  const signal = withLimit(TIME_LIMIT_MS, stopping.signal);
  const cutOff = async (error: unknown): Promise<never> => {
    if (!signal.aborted) throw error;
    throw new ExitError(EXIT.failure, await sayCutOff(stopping));
  };
  const launched = await launch(
    {
      settings: settingsSchema.parse({ WEB_CHAT: 'on', WEB_CHAT_PORT: '0', MODEL_PROVIDER: 'playbook', LANGUAGE }),
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
    tell(say`\nEverything is kept in ${folder}`);
    tell(say`Pictures: ${join(data, 'recordings', '000001')}`);
  }
  return EXIT.clean;
});

/** Ended by a signal, else by the time limit. */
async function sayCutOff({ signal, received }: Stopping): Promise<Text> {
  if (!signal.aborted) return say`The demo was ended: it took longer than ${TIME_LIMIT_MS / 1000} s.`;
  return say`The demo was ended by ${await received} before it was over; nothing is wrong.`;
}

/** Rejects with a sentence when anything is not as it should be. */
async function show(launched: Launched, home: string, signal: AbortSignal): Promise<void> {
  const link = launched.chats.web?.openLink();
  if (link === undefined) throw new ExitError(EXIT.failure, say`The page did not start.`);
  tell(launched.readyLine);
  const client = await joinWebChat(link, signal);
  const goal = `demo in ${process.platform === 'darwin' ? 'Terminal' : 'xterm'}: ${WORDS}`;
  tell('');
  quote(YOU, `/run ${goal}`);
  await client.sendText(`/run ${goal}`, signal);
  const card = await client.waitFor((message) => isCard(message) || isEnd(message), signal);
  if (!isCard(card)) throw new ExitError(EXIT.failure, say`It ended without asking: ${textOf(card)}`);
  quote('Deskhand', textOf(card));
  const path = join(home, 'deskhand-demo.txt');
  if (existsSync(path)) throw new ExitError(EXIT.failure, say`The step was done before it was approved.`);
  await approve(client, card, signal);
  quote(YOU, `[${APPROVE}]`);
  const end = await client.waitFor(isEnd, signal);
  quote('Deskhand', textOf(end));
  const content = existsSync(path) ? (await readFile(path, 'utf8')).trim() : null;
  tell(
    content === null
      ? say`\nOn this computer: ${path} is not there.`
      : say`\nOn this computer: ${path} holds “${content}”.`,
  );
  if (content !== WORDS || !textOf(end).includes(speak(DONE, LANGUAGE)))
    throw new ExitError(
      EXIT.failure,
      say`The demo did not end as it should; the text above and the pictures show where.`,
    );
}

async function approve(client: WebChatClient, card: MessageView, signal: AbortSignal): Promise<void> {
  const button = card.from === 'deskhand' ? card.buttons.flat().find(({ label }) => label === APPROVE) : undefined;
  if (button?.data === undefined || button.data === null)
    throw new ExitError(EXIT.failure, say`The card has no button “${APPROVE}”.`);
  const { toast } = await client.tap(card.id, button.data, signal);
  if (toast !== '') throw new ExitError(EXIT.failure, say`“${APPROVE}” was refused: ${toast}`);
}

function isCard(message: MessageView): boolean {
  return (
    message.from === 'deskhand' &&
    message.kind === 'question' &&
    message.buttons.flat().some(({ label, data }) => label === APPROVE && data !== null)
  );
}

function isEnd(message: MessageView): boolean {
  return message.from === 'deskhand' && message.kind === 'end';
}

/** The text of a message, indented under its speaker. */
function textOf(message: MessageView): string {
  const text = message.from === 'person' ? message.text : message.spans.map((span) => span.text).join('');
  return text.trim().replace(/\n+/g, `\n${INDENT}`);
}

function quote(speaker: Text, words: string): void {
  tell(`${`${speak(speaker, LANGUAGE)}:`.padEnd(INDENT.length)}${words}`);
}

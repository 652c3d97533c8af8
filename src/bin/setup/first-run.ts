/** The first run, seen on the phone or the page: Deskhand is started for it and ended after it. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectControl } from '../../../adapters/files/control-socket.ts';
import type { Control } from '../../ports/control.ts';
import { textOf } from '../../words/said-error.ts';
import { join, say } from '../../words/say.ts';
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { OWN_FILES } from '../own-files.ts';
import { controlSocketPath } from '../parts/open-data.ts';
import { loadSettings } from '../settings.ts';
import type { SetupPorts, StepEnd } from './setup-ports.ts';

/** By the skill `demo`, which needs no model: it asks once, on the phone, and its effect is checked. */
const GOAL = `demo in ${process.platform === 'darwin' ? 'Terminal' : 'xterm'}: hello from deskhand`;
const START_MS = 60_000;
const LOOK_MS = 200;
const LONGEST_END_MS = 20_000;
const LAST_WORDS = 1500;

export async function showFirstRun(ports: SetupPorts): Promise<StepEnd> {
  const { talk, signal } = ports;
  const wanted = await talk.choose('first', say`See it work? It writes one file, and asks you before it does.`, [
    { value: 'yes', title: say`Yes` },
    { value: 'skip', title: say`Not now`, hint: say`later: write “${GOAL}” to it` },
    { value: 'back', title: say`Back` },
  ]);
  if (wanted !== 'yes') return wanted === 'back' ? 'back' : 'next';
  const { DATA_DIR } = loadSettings(process.env);
  const socket = controlSocketPath(findDataFolder(DATA_DIR));
  if ((await connectControl(socket)) !== null) {
    talk.warn(say`A Deskhand runs already: start it anew for what was changed, and write “${GOAL}” to it.`);
    return 'next';
  }
  talk.tell(say`Deskhand starts for it. That takes a few seconds.`);
  const bot = startBot(signal);
  try {
    const control = await talk.busy(bot.untilReady(socket));
    if (control === null) talk.warn(join([say`It did not start. It said:`, bot.said()], '\n'));
    else await watchRun(ports, control);
  } finally {
    await talk.busy(bot.end());
  }
  return 'next';
}

async function watchRun({ talk, signal }: SetupPorts, control: Control): Promise<void> {
  const hasPhone = await hasPhoneToAsk(control);
  if (!hasPhone && !process.stdin.isTTY) {
    talk.warn(say`No phone is connected, and a link to the page needs a terminal, so nothing was run.`);
    return;
  }
  if (!hasPhone) {
    const lead = say`Open this link in a browser on this computer (it works once, for 10 minutes):`;
    talk.tell(join([lead, await control.page.link(signal)], '\n'));
  }
  talk.tell(
    hasPhone
      ? say`It asks on your phone before it presses Enter: tap “Approve” there. Ctrl+C leaves.`
      : say`It asks on the page before it presses Enter: tap “Approve” there. Ctrl+C leaves.`,
    say`Now look`,
  );
  try {
    const { ended } = await control.run(GOAL, signal);
    const end = await talk.busy(ended);
    if (end.kind === 'not started') talk.warn(say`It was not started: ${end.why}`);
    else if (end.outcome === 'verified')
      talk.tell(say`Done and checked: ${'deskhand-demo.txt'} is in your home folder, to keep or to delete.`);
    else talk.warn(say`It was not done: ${end.message} ${call('doctor')} looks for the cause.`);
  } catch (error) {
    signal.throwIfAborted();
    talk.warn(join([textOf(error), say`${call('doctor')} looks for the cause.`], ' '));
  }
}

async function hasPhoneToAsk(control: Control): Promise<boolean> {
  const chats = (await control.status()).chats.map(({ chat }) => chat);
  const phone = chats.find((chat) => chat !== 'web');
  const { TELEGRAM_ALLOWED_USERS: telegram, SLACK_ALLOWED_USERS: slack } = loadSettings(process.env);
  const people = [...telegram, ...slack, ...(await control.pairing.list())];
  return phone !== undefined && people.length > 0;
}

interface StartedBot {
  /** null: it ended, or is not ready in time. */
  untilReady(socket: string): Promise<Control | null>;
  said(): string;
  /** Ends it in order. */
  end(): Promise<void>;
}

function startBot(signal: AbortSignal): StartedBot {
  // In a process group of its own, so that Ctrl+C reaches only setup, which ends it in an orderly way.
  const child = spawn(process.execPath, ['--max-semi-space-size=2', OWN_FILES.entry, 'start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let out = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-LAST_WORDS);
  });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      hasEnded = true;
      resolve();
    };
    child.once('error', (error) => {
      said += error.message;
      end();
    });
    child.once('close', end);
  });
  return {
    async untilReady(socket) {
      for (const end = performance.now() + START_MS; performance.now() < end && !hasEnded; ) {
        if (/^ready /m.test(out)) return await connectControl(socket);
        await sleep(LOOK_MS, undefined, { signal });
      }
      return null;
    },
    said: () => said.trim(),
    async end() {
      if (hasEnded) return;
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), LONGEST_END_MS);
      await ended;
      clearTimeout(killer);
    },
  };
}

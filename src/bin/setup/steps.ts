/** The steps of setup, each of which can be skipped, repeated and gone back to. Values are stored at the end of each step. */
import { homedir, userInfo } from 'node:os';
import { renderUnicodeCompact } from 'uqr';
import { manifestLink } from '../../../adapters/chat/slack/manifest.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { createService } from '../../../adapters/machine/service/service.ts';
import { textOf } from '../../words/said-error.ts';
import { join, say } from '../../words/say.ts';
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { createLog } from '../log.ts';
import { findPairingDesk } from '../parts/open-pairing.ts';
import { runService, serviceWish } from '../service/wish.ts';
import { loadSettings, secretsOf } from '../settings.ts';
import { checkSlack, checkTelegram } from './check-chat.ts';
import { chooseProvider } from './choose-provider.ts';
import { showFirstRun } from './first-run.ts';
import { keep } from './keep.ts';
import type { SetupPorts, StepEnd } from './setup-ports.ts';
import type { Talk } from './talk.ts';

type Step = (ports: SetupPorts) => Promise<StepEnd>;

const BACK = { value: 'back', title: say`Back` } as const;
const SKIP = { value: 'skip', title: say`Skip` } as const;

export const STEPS: readonly Step[] = [chooseChat, chooseProvider, showFirstRun, chooseService];

async function chooseChat(ports: SetupPorts): Promise<StepEnd> {
  const { talk } = ports;
  for (;;) {
    const chat = await talk.choose('chat', say`Which chat will you work this computer from?`, [
      { value: 'telegram', title: 'Telegram' },
      { value: 'slack', title: 'Slack' },
      { value: 'page', title: say`None: only the page on this computer` },
      SKIP,
    ]);
    if (chat === 'page' || chat === 'skip') return 'next';
    const isSet = chat === 'telegram' ? await setTelegram(ports) : await setSlack(ports);
    if (isSet) return 'next';
  }
}

async function setTelegram({ talk, signal }: SetupPorts): Promise<boolean> {
  talk.tell(say`In Telegram, write ${'/newbot'} to @BotFather and follow it. It answers with a token.`);
  const { TELEGRAM_API_ROOT: root } = loadSettings(process.env);
  for (;;) {
    const token = await talk.secret('TELEGRAM_BOT_TOKEN', say`The token`);
    if (token === '') return false;
    const checked = await talk.busy(checkTelegram(token, root));
    if (!checked.ok) {
      talk.warn(checked.why);
      continue;
    }
    keep(talk, { TELEGRAM_BOT_TOKEN: token });
    talk.tell(say`Your bot is ${`@${checked.username}`}.`);
    await pair(talk, signal, checked.username);
    return true;
  }
}

async function setSlack({ talk, signal }: SetupPorts): Promise<boolean> {
  talk.tell(
    join(
      [
        manifestLink(),
        say`Open it, choose your workspace, “Next”, “Create”. Then “Install App”, and on “Basic Information” an app-level token with connections:write.`,
      ],
      '\n\n',
    ),
    say`The link that creates the app`,
  );
  const { SLACK_API_URL: url } = loadSettings(process.env);
  for (;;) {
    const bot = await talk.secret('SLACK_BOT_TOKEN', say`Bot User OAuth Token, xoxb-…`);
    if (bot === '') return false;
    const app = await talk.secret('SLACK_APP_TOKEN', say`App-level token, xapp-…`);
    if (app === '') return false;
    const checked = await talk.busy(checkSlack(bot, app, url));
    if (!checked.ok) {
      talk.warn(checked.why);
      continue;
    }
    keep(talk, { SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app });
    talk.tell(say`The app is in ${checked.team}.`);
    await pair(talk, signal, null);
    return true;
  }
}

/** `bot`: Telegram's name of the bot; null in Slack. */
async function pair(talk: Talk, signal: AbortSignal, bot: string | null): Promise<void> {
  const now = await talk.choose('pair', say`Connect your phone now?`, [
    { value: 'yes', title: say`Yes` },
    { ...SKIP, hint: say`${call('pair')} does it later` },
  ]);
  if (now === 'skip') return;
  const settings = loadSettings(process.env);
  const log = createLog('error', secretsOf(settings, process.env), process.stderr.isTTY);
  const clock = createSystemClock();
  const found = await findPairingDesk({ settings, dataFolder: findDataFolder(settings.DATA_DIR), clock, log });
  try {
    const { code, ended } = await found.desk.begin(signal);
    const link = bot === null ? '' : `https://t.me/${bot}?start=${code}`;
    talk.tell(
      bot === null
        ? say`Send this code to the app as a direct message: ${code}`
        : join(
            [
              say`Send this code to your bot: ${code}`,
              '\n',
              say`Or open ${link}`,
              `\n\n${renderUnicodeCompact(link, { border: 1 })}`,
            ],
            '',
          ),
      say`Now on your phone`,
    );
    const end = await talk.busy(ended);
    if (end.kind === 'paired') talk.tell(say`Paired: ${end.person.id}.`);
    else talk.warn(say`Nobody was paired; ${call('pair')} does it later.`);
  } catch (error) {
    talk.warn(join([textOf(error), say`${call('pair')} does it later.`], ' '));
  } finally {
    await found.close();
  }
}

async function chooseService({ talk }: SetupPorts): Promise<StepEnd> {
  const when = await talk.choose('service', say`Start Deskhand by itself at each login?`, [
    { value: 'yes', title: say`Yes` },
    { value: 'skip', title: say`No` },
    BACK,
  ]);
  if (when === 'back') return 'back';
  if (when === 'skip') return 'next';
  const platform = process.platform === 'darwin' ? 'macos' : 'linux';
  const service = createService(platform, { home: homedir(), uid: userInfo().uid, run: runService });
  const isStarted = await service.install(serviceWish());
  if (isStarted) talk.tell(say`It does. Its log: ${service.log}`);
  else
    talk.warn(
      say`The system did not start it; ${call('service', 'install')} tries again in your own graphical session.`,
    );
  return 'next';
}

/** Stops while Telegram lets nothing out: how long from the word until the run has ended. */
import { DEFAULT_PACING } from '../../adapters/chat/telegram/options.ts';
import { createTelegramChat } from '../../adapters/chat/telegram/telegram-chat.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { createFakeModel } from '../fakes/model.ts';
import { startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { until } from '../support/until.ts';

const TOKEN = '4242:AAbbccddeeffgghhiijjkkllmmnnooppqqr';
const OWNER = 1001;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const FLOOD = { kind: 'refuse', code: 429, description: 'Too Many Requests', parameters: { retry_after: 30 } } as const;

/** Milliseconds of each stop, shortest first. */
export async function measureStops(stops: number): Promise<readonly number[]> {
  const server = await startTelegramServer({ token: TOKEN });
  const owner = server.person(OWNER);
  const chat = createTelegramChat({
    token: TOKEN,
    apiRoot: server.root,
    clock: createSystemClock(),
    log: quiet,
    isAllowed: (id) => id === String(OWNER),
    allowedIds: () => [],
    menus: [],
    pacing: DEFAULT_PACING,
  });
  const wait = { screen: 'x', intent: 'y', action: { action: 'wait', seconds: 30 }, note: null };
  const bot = await startTestDeskhand({ model: createFakeModel(() => wait), chatInFront: chat });
  for (const method of ['sendMessage', 'sendPhoto', 'editMessageText', 'editMessageMedia'])
    server.fail(method, FLOOD, 1e6);
  const took: number[] = [];
  for (let count = 1; count <= stops; count += 1) {
    const run = String(count).padStart(6, '0');
    owner.send('/run wait for ever');
    await until(() => bot.types(run).includes('action.intended'));
    const from = performance.now();
    owner.send('/stop');
    await until(() => bot.types(run).includes('run.ended'));
    took.push(performance.now() - from);
  }
  server.clearFaults();
  await bot.close();
  await server.stop();
  return took.toSorted((one, other) => one - other);
}

/** The smallest value that `share` of them do not exceed. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

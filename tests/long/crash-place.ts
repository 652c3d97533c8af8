/** A place for bots that get killed: one display, one terminal that keeps every key, one strict Telegram, one data folder for all lives. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import { type AnthropicServer, type Decision, startAnthropicServer } from '../servers/anthropic/server.ts';
import { type Person, startTelegramServer, type TelegramServer } from '../servers/telegram/telegram-server.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { startTestDisplay } from '../support/x11.ts';
import { createScriptedModel } from './scripted-model.ts';

export const TOKEN = '4242:AAbbccddeeffgghhiijjkkllmmnnooppqqr';
const KEY = 'sk-ant-test-0123456789';
const OWNER = 1001;

export interface CrashPlace {
  /** The bot's HOME; `trace.txt` and `typed.txt` there tell what was really done. */
  readonly home: string;
  /** DATA_DIR. */
  readonly data: string;
  /** TMPDIR of the bots. */
  readonly temp: string;
  /** The environment every life starts with. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly telegram: TelegramServer;
  readonly owner: Person;
  /** null with the playbook model. */
  readonly anthropic: AnthropicServer | null;
  /** Processes started by a bot of this place that still run: "pid command". */
  processes(): readonly string[];
  /** What the bots left in their folder for temporary files. */
  leftovers(): readonly string[];
  stop(): Promise<void>;
}

/** Steps whose traces show when one was done twice; `wait` only leaves time for a kill. */
export const COUNT_STEPS = [
  { action: 'shell', command: 'echo {{n}} a >> trace.txt' },
  { action: 'key', keys: 'x' },
  { action: 'type', text: '{{n}} b\n' },
  { action: 'shell', command: 'echo {{n}} c >> trace.txt' },
] as const;

/** A step that takes longer than the processes of a killed bot may live on. */
export const SLOW_STEP = { action: 'shell', command: 'sleep 5; echo {{n}} a >> trace.txt' } as const;

const COUNTED = [{ check: 'file_contains', path: '~/trace.txt', text: '{{n}} a' }];

/** Steps that ask for nothing. */
const TICK_STEPS = [
  { action: 'shell', command: 'echo {{n}}' },
  { action: 'move', target: { x: 500, y: 500 } },
  { action: 'key', keys: 'x' },
] as const;

const SKILLS = {
  'count.md': renderSkill('count', COUNT_STEPS, COUNTED),
  'quick.md': renderSkill('quick', COUNT_STEPS.slice(0, 1), COUNTED),
  'slow.md': renderSkill('slow', [SLOW_STEP], COUNTED),
  'tick.md': renderSkill('tick', TICK_STEPS, [{ check: 'file_exists', path: '~' }]),
};

export async function openCrashPlace(
  t: { after(act: () => void): void },
  model: 'playbook' | 'anthropic',
  decide: (request: SeenRequest) => Decision = createScriptedModel({
    count: COUNT_STEPS,
    quick: COUNT_STEPS.slice(0, 1),
    slow: [SLOW_STEP],
  }),
): Promise<CrashPlace> {
  const folder = makeTempFolder(t);
  const home = join(folder, 'home');
  const data = join(folder, 'data');
  const temp = join(folder, 'tmp');
  for (const path of [home, temp, join(data, 'skills', 'own')]) mkdirSync(path, { recursive: true, mode: 0o700 });
  if (model === 'playbook')
    for (const [name, text] of Object.entries(SKILLS)) writeFileSync(join(data, 'skills', 'own', name), text);
  const display = await startTestDisplay({ width: 800, height: 600 });
  // Flood control would only make the rounds slow; it has tests of its own.
  const telegram = await startTelegramServer({ token: TOKEN, flood: () => null });
  const owner = telegram.person(OWNER, { name: 'Ann' });
  const anthropic = model === 'anthropic' ? await startAnthropicServer({ key: KEY, decide }) : null;
  const typed = join(home, 'typed.txt');
  display.open('xterm', ['-e', 'sh', '-c', `stty -icanon; cat >> '${typed}'`]);
  await until(() => existsSync(typed), 'the terminal to come up');
  // The window manager gives it the focus a moment after it is there.
  await sleep(300);
  return {
    home,
    data,
    temp,
    telegram,
    owner,
    anthropic,
    env: {
      ...display.env,
      HOME: home,
      DATA_DIR: data,
      TMPDIR: temp,
      TELEGRAM_BOT_TOKEN: TOKEN,
      TELEGRAM_ALLOWED_USERS: String(OWNER),
      TELEGRAM_API_ROOT: telegram.root,
      ...(anthropic === null ? {} : { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: anthropic.url }),
      RUN_COST_LIMIT_USD: '1000',
      DAY_COST_LIMIT_USD: '1000',
    },
    processes: () => processesWith(home),
    // Compiled code is kept on purpose, for the next start; a dead bot's lock of its token is recognized as such and removed by the next.
    leftovers: () => readdirSync(temp).filter((name) => name !== 'node-compile-cache' && !/^deskhand-\d+$/.test(name)),
    async stop() {
      await Promise.all([telegram.stop(), anthropic?.stop()]);
      await display.stop();
    },
  };
}

function processesWith(text: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(text);
        return isOurs ? [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`] : [];
      } catch {
        return [];
      }
    });
}

function renderSkill(name: string, steps: readonly object[], expect: readonly object[]): string {
  return [
    `# SKILL: ${name}`,
    '## Triggers',
    `- \`^${name} (?P<n>\\d+)$\``,
    '## Playbook',
    '```json',
    JSON.stringify(steps),
    '```',
    '## Expect',
    '```json',
    JSON.stringify(expect),
    '```',
  ].join('\n');
}

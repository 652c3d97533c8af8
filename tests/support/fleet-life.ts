/** The life of a fleet of two computers by its commands: set up, joined by the line, worked, removed while it works. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { GATEWAY_INBOX, WORK_STREAM } from '../../src/fleet/subjects.ts';
import { freePort, serveFleet } from '../servers/nats/fleet-server.ts';
import { startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { startBot } from './bot.ts';
import { computer } from './fleet-computer.ts';
import { BOT_TOKEN, hasLiveButton, OWNER } from './phone.ts';
import { until } from './until.ts';
import { startTestDisplay } from './x11.ts';

/** The pause between looks: each is a message through the whole fleet, and would otherwise be most of its work. */
const BETWEEN_LOOKS_MS = 250;
const WAIT = { action: 'wait', seconds: 3 };
const SKILL = `# SKILL: take-long\n\n## Description\nTakes long.\n\n## Triggers\n- \`take long\`\n\n## Playbook\n\`\`\`json\n${JSON.stringify([...Array.from({ length: 60 }, () => WAIT), { action: 'done', summary: 'Over.' }])}\n\`\`\`\n`;

/** Throws where anything is not as promised. `deskhand`: the command and its first words; left out: of this checkout. */
export async function liveFleetLife(
  t: { after(act: () => void): void },
  deskhand?: readonly [string, ...string[]],
): Promise<void> {
  const [desk, studio] = [computer(t, deskhand), computer(t, deskhand)];
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  assert.equal((await desk.run('init', '--name', 'desk', '--host', '127.0.0.1', '--port', `${port}`)).code, 0);
  const server = await serveFleet(t, desk.folder, address);
  const adding = desk.begin(true, ['add', 'studio']);
  const line = await until(() => /dhjoin_[A-Za-z0-9_-]{100,}/.exec(adding.said())?.[0], adding.said);
  const joined = await studio.run('join', line);
  assert.equal(joined.code, 0, joined.said);
  assert.equal(await adding.ended, 0, adding.said());

  const telegram = await startTelegramServer({ token: BOT_TOKEN, flood: () => null });
  t.after(() => telegram.stop());
  const owner = telegram.person(OWNER, { name: 'Ann' });
  const program = deskhand === undefined ? {} : { command: deskhand };
  const gateway = await startBot({
    ...program,
    env: {
      HOME: desk.home,
      DATA_DIR: desk.data,
      DESKHAND_ROLE: 'gateway',
      TELEGRAM_BOT_TOKEN: BOT_TOKEN,
      TELEGRAM_ALLOWED_USERS: String(OWNER),
      TELEGRAM_API_ROOT: telegram.root,
    },
  });
  t.after(() => gateway.kill());
  const display = await startTestDisplay({ hasSessionBus: false });
  t.after(() => display.stop());
  mkdirSync(join(studio.data, 'skills/own'), { recursive: true });
  writeFileSync(join(studio.data, 'skills/own/take-long.md'), SKILL);
  const worker = await startBot({
    ...program,
    env: { ...display.env, HOME: studio.home, DATA_DIR: studio.data, MODEL_PROVIDER: 'playbook' },
  });
  t.after(() => worker.kill());
  const isHere = async (): Promise<boolean> => {
    const since = owner.messages().at(-1)?.id ?? 0;
    owner.send('/machines');
    const { text } = await owner.waitFor((seen) => seen.find((one) => one.id > since && /studio/.test(one.text)));
    return text.includes('🟢 studio') || (await sleep(BETWEEN_LOOKS_MS, false));
  };
  await until(isHere, () => `studio is here; ${gateway.stderr()}\n${worker.ready}\n${worker.stderr()}`);
  owner.send('/on studio take long');
  await owner.waitFor((seen) => seen.find((message) => hasLiveButton(message, 'Stop')), 120_000);
  await until(async () => {
    const since = owner.messages().at(-1)?.id ?? 0;
    owner.send('/machines');
    const { text } = await owner.waitFor((seen) => seen.find((one) => one.id > since && /studio/.test(one.text)));
    return /working: take long/.test(text) || (await sleep(BETWEEN_LOOKS_MS, false));
  }, 'the gateway knows what it does');

  const removed = await desk.run('remove', 'studio');
  assert.equal(removed.code, 0, removed.said);
  assert.equal(await worker.ended, 1);
  assert.match(worker.stderr(), /lets this computer in no more/);
  const run = join(studio.data, 'recordings/000001');
  assert.match(readFileSync(join(run, 'journal.jsonl'), 'utf8'), /"type":"run\.ended"/);
  const told = await owner.waitFor((seen) => seen.find(({ text }) => /removed from the fleet/.test(text)), 60_000);
  assert.match(told.text, /^studio\n.*its run stops and reports no more: take long/);
  const connection = await server.open(server.gatewayCreds, GATEWAY_INBOX);
  const consumers: string[] = [];
  for await (const { name } of (await jetstreamManager(connection)).consumers.list(WORK_STREAM)) consumers.push(name);
  assert.deepEqual(consumers, []);
  owner.send('/on studio take long');
  await owner.waitFor((seen) =>
    seen.find(({ id, text }) => id > told.id && /no.* studio|studio.* not|don't know/i.test(text)),
  );
  assert.equal(existsSync(join(studio.data, 'recordings/000002')), false);
}

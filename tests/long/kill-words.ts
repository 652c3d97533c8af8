/** Kills real bots in the middle of commands and taps that start no run, and audits that each accepted one has one last word and is done at most once. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeLines } from '../../adapters/files/journal-line.ts';
import { createInbox } from '../../src/inbox/inbox.ts';
import { type InboxEvent, inboxEventSchema } from '../../src/inbox/inbox-events.ts';
import { INSTRUCTIONS } from '../../src/memory/vault-part.ts';
import { createFakeJournalStore } from '../fakes/journal.ts';
import { spawnBot } from '../support/bot.ts';
import { until } from '../support/until.ts';
import type { CrashPlace } from './crash-place.ts';
import { untilReady } from './kill-rounds.ts';
import { createRandom } from './random.ts';

export interface WordsReport {
  readonly rounds: number;
  readonly commands: number;
  readonly taps: number;
  /** How many had to be answered or told by a later life. */
  readonly cutOff: number;
  /** Accepted, and neither answered nor told. */
  readonly lost: readonly string[];
  /** With more than one last word, or done twice. */
  readonly repeated: readonly string[];
  readonly broken: readonly string[];
}

const COMMANDS: readonly ((n: number) => string)[] = [
  (n) => `/remember line number ${n} of mine`,
  (n) => `/forget number ${Math.max(1, n - 7)} of`,
  (n) => `/type w${n} `,
  (n) => `/no-such-command ${n}`,
  (n) => (n % 2 === 0 ? '/record off' : '/record on'),
  ...['/screenshot', '/status', '/queue', '/pause', '/resume', '/resume run 7', '/why', '/why raw', '/cost'].map(
    (text) => () => text,
  ),
  ...['/memory', '/forget run 7', '/skills', '/skills off tick', '/skills on tick', '/skills save 7'].map(
    (text) => () => text,
  ),
  ...['/detail quiet', '/detail normal', '/click 500 500', '/key x', '/scroll up', '/get ~/none.txt'].map(
    (text) => () => text,
  ),
  ...['/help', '/start', 'stop', '/stop all'].map((text) => () => text),
];

/** Not those that would start a run. */
const TAPPED = /^(?:Zoom|New picture|Original size|\d+|‹ All skills|More ›|Turn (?:on|off)|count|quick|slow|tick)$/;

/** A message's last word is on the disk in one write with its end, so the inbox itself can be asked. */
export async function killInTheMiddleOfWords(
  place: CrashPlace,
  { rounds, seed, say }: { readonly rounds: number; readonly seed: number; readonly say: (line: string) => void },
): Promise<WordsReport> {
  const random = createRandom(seed);
  const broken: string[] = [];
  /** By update: where and when its last words were written. */
  const lastWords = new Map<string, Set<string>>();
  const accepted = new Map<string, string>();
  const cutOff = new Set<string>();
  const sent: string[] = [];
  let taps = 0;

  const note = (): void => {
    const events = readInbox(place);
    for (const event of events) {
      // Taps on dead buttons are owed nothing.
      if (event.type === 'message.accepted' && (event.content.kind === 'text' || event.act || event.answer))
        accepted.set(event.update, event.content.kind === 'text' ? event.content.text : event.content.kind);
      if (event.type === 'delivery.queued' && event.settles !== null)
        lastWords.set(
          event.settles,
          (lastWords.get(event.settles) ?? new Set()).add(JSON.stringify(event.message.text)),
        );
      if (event.type === 'message.refused' && !lastWords.has(event.update))
        lastWords.set(event.update, new Set([event.why]));
    }
    for (const update of unsettled(events)) cutOff.add(update);
  };

  /** On a button of this life: those of earlier ones are dead. */
  const tapSomething = async (): Promise<void> => {
    const known = new Set(place.owner.received().map(({ id }) => id));
    place.owner.send(random() < 0.5 ? '/skills' : '/screenshot');
    const buttons = await place.owner.waitFor((received) => {
      const fresh = received.filter(({ id }) => !known.has(id));
      const found = fresh.flatMap((message) =>
        message.buttons.flat().map(({ text, data }) => ({ message, text, data })),
      );
      const live = found.filter(({ text, data }) => data !== null && TAPPED.test(text));
      return live.length > 0 && live;
    });
    const button = buttons[Math.floor(random() * buttons.length)];
    if (button === undefined) return;
    place.owner.tap(button.message, button.text);
    taps += 1;
  };

  const sendSomething = (): void => {
    const text = COMMANDS[Math.floor(random() * COMMANDS.length)]?.(sent.length + 1) ?? '/status';
    place.owner.send(text);
    sent.push(text);
  };

  for (let round = 0; round <= rounds; round += 1) {
    const bot = spawnBot({ env: place.env });
    if ((await untilReady(bot)) === null) broken.push(`a bot was not ready: ${bot.stderr().slice(-500)}`);
    if (round > 0) {
      if (random() < 0.4) await tapSomething();
      else for (let count = 1 + Math.floor(random() * 3); count > 0; count -= 1) sendSomething();
      await sleep(random() ** 2 * 400);
    }
    if (bot.child.exitCode !== null) broken.push(`a bot ended by itself: ${bot.stderr().slice(-500)}`);
    await bot.kill();
    note();
    if (round % 10 === 9) say(`round ${round + 1}: ${sent.length} commands, ${taps} taps, ${cutOff.size} cut off`);
  }
  const last = spawnBot({ env: place.env });
  if ((await untilReady(last)) === null) broken.push(`the last bot was not ready: ${last.stderr().slice(-500)}`);
  const isSettled = (): boolean =>
    place.telegram.pendingUpdates().length === 0 && unsettled(readInbox(place)).length === 0;
  await until(() => isSettled() || sleep(100, false), 'every command to be settled').catch(() => undefined);
  note();
  await last.stop();
  note();
  return {
    rounds,
    commands: sent.length,
    taps,
    cutOff: cutOff.size,
    lost: [...accepted].filter(([update]) => !lastWords.has(update)).map((one) => one.join(' ')),
    repeated: [
      ...[...accepted]
        .filter(([update]) => (lastWords.get(update)?.size ?? 0) > 1)
        .map(([update, text]) => `${update} ${text}: ${[...(lastWords.get(update) ?? [])].join(' | ')}`),
      ...findTwice(readIfThere(join(place.data, 'vault', INSTRUCTIONS)), /line number \d+ of mine/g),
      ...findTwice(readIfThere(join(place.home, 'typed.txt')), /\bw\d+ /g),
    ],
    broken,
  };
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function readInbox({ data }: CrashPlace): readonly InboxEvent[] {
  const path = join(data, 'state', 'inbox.jsonl');
  if (!existsSync(path)) return [];
  return decodeLines(readFileSync(path)).lines.map(({ event }) => inboxEventSchema.parse(event));
}

/** What is no run and has no last word yet. */
function unsettled(events: readonly InboxEvent[]): readonly string[] {
  const store = createFakeJournalStore<InboxEvent>();
  const journal = store.open();
  for (const event of events) journal.append(event);
  return createInbox(store.open())
    .unsettled()
    .filter(({ owed }) => owed !== 'run')
    .map(({ command }) => command.update);
}

function findTwice(text: string, shape: RegExp): readonly string[] {
  const all = [...text.matchAll(shape)].map(([found]) => found);
  return all.filter((one, index) => all.indexOf(one) !== index).map((one) => `twice: ${one}`);
}

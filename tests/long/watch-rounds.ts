/** Watches of the real bot on a real desktop: each kind is set from the phone, its change is made, and when it was told is read from the server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openChangingPage } from '../support/changing-page.ts';
import { hasLiveButton, type Phone } from '../support/phone.ts';
import { until } from '../support/until.ts';
import { childrenOf } from './vitals.ts';

export const WATCH_KINDS = ['text', 'gone', 'of 1', 'file', 'answers', 'changes', 'ends', 'screen', 'app'] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

/** Without READING none of these looks at more than the processor and the window system tell. */
export interface WatchBench {
  /** Sets watches of these kinds, waits until they have looked, makes their changes in a random order and waits for each. */
  round(kinds: readonly WatchKind[], n: number, random: () => number): Promise<readonly Told[]>;
  /** Share of one core that the bot and all its processes take in this time. */
  load(seconds: number): Promise<number>;
  setClock(isOn: boolean): Promise<void>;
  /** Sets one and leaves it; resolves with what takes it away again. */
  leave(kind: WatchKind, n: number): Promise<() => Promise<void>>;
  /** Messages that something was found, so far. */
  foundSoFar(): number;
  stop(): Promise<void>;
}

export interface Told {
  readonly kind: WatchKind;
  /** From the change to the message that reaches the chat's server, ms; null: not within a minute, or the watch could not be set. */
  readonly afterMs: number | null;
  /** It was told before there was anything. */
  readonly isFalse: boolean;
}

interface Case {
  readonly kind: WatchKind;
  readonly words: string;
  /** The name that the message uses. */
  readonly named: string;
  readonly act: () => Promise<void> | void;
}

/** The time in which a new watch of the screen learns what ticks. */
const LEARNING_MS = 3500;
const PATIENCE_MS = 60_000;
const NUMBERS_MS = 10_000;
const FOUND = '👀';

export async function openWatchBench(phone: Phone, size: { readonly width: number; readonly height: number }) {
  const page = await openChangingPage(phone.display, join(phone.home, 'browser'), size);
  const folder = join(phone.home, 'Incoming');
  mkdirSync(folder);
  const served = new Map<string, string>();
  const answering = await serve((path) => served.get(path) ?? null);
  const programs = new Set<ChildProcess>();

  const foundCalls = () =>
    phone.telegram
      .calls()
      .flatMap(({ method, fields, at }) =>
        method.startsWith('send') ? [{ text: fields.get('caption') ?? fields.get('text') ?? '', at }] : [],
      )
      .filter(({ text }) => text.includes(FOUND));
  const toldAt = (named: string, since: number): number | null =>
    foundCalls().find(({ text, at }) => at >= since && text.includes(named))?.at ?? null;

  async function prepare(kind: WatchKind, n: number): Promise<Case> {
    const make = (words: string, named: string, act: Case['act']): Case => ({ kind, words, named, act });
    switch (kind) {
      case 'text':
        return make(`text "finished ${n}"`, `finished ${n}`, () =>
          page.change({ id: 'done', text: `All finished ${n}.` }),
        );
      case 'gone':
        await page.change({ id: 'busy', text: `Loading part ${n}` });
        return make(`gone "loading part ${n}"`, `loading part ${n}`, () => page.change({ id: 'busy', text: '-' }));
      case 'of 1':
        return make('change of 1', 'Counter', () => page.change({ id: 'counter', color: `hsl(${n * 47} 80% 50%)` }));
      case 'file':
        return make(`file r${n}-*.txt in ~/Incoming`, `r${n}-*.txt`, () =>
          writeFileSync(join(folder, `r${n}-a.txt`), 'x'),
        );
      case 'answers':
        return make(`url ${answering.url}/up${n} answers`, `/up${n} answers`, () => void served.set(`/up${n}`, 'here'));
      case 'changes':
        served.set(`/page${n}`, 'one');
        return make(
          `url ${answering.url}/page${n} changes`,
          `/page${n} has changed`,
          () => void served.set(`/page${n}`, 'two'),
        );
      case 'ends': {
        const name = `worker${n}`;
        copyFileSync('/bin/sleep', join(phone.home, name));
        const child = spawn(join(phone.home, name), ['3600'], { stdio: 'ignore' });
        programs.add(child);
        return make(`process ${name} ends`, name, () => void child.kill('SIGKILL'));
      }
      case 'screen':
        return make('change', 'The screen has changed', () =>
          page.change({ id: 'block', color: `hsl(${n * 61} 80% 50%)` }),
        );
      case 'app':
        return make('change in Chromium', 'Chromium has changed', () => page.change({ id: 'done', text: `Line ${n}` }));
    }
  }

  /** Sends it and says yes to its card; the number of the order, or null where no picture has a number to watch. */
  async function set(one: Case): Promise<string | null> {
    // Where the machine is too busy to list elements in time, a picture comes without numbers, and is asked for again.
    let isNumbered = one.kind !== 'of 1';
    for (let tries = 0; !isNumbered && tries < 6; tries += 1) {
      phone.say('/screenshot');
      // A picture that was asked for before may come now, with buttons that are no longer live.
      isNumbered = await phone
        .waitFor((message) => message.photo !== null && hasLiveButton(message, '1'), NUMBERS_MS)
        .then(
          () => true,
          () => false,
        );
    }
    if (!isNumbered) return null;
    phone.say(`/watch until ${one.words}`);
    const card = await phone.waitFor((message) => hasLiveButton(message, 'Set it'));
    await phone.tap(card, 'Set it');
    const told = await phone.waitFor(/Order \d+ is set/);
    return /Order (\d+) is set/.exec(told.text)?.[1] ?? '';
  }

  const bench: WatchBench = {
    async round(kinds, n, random) {
      const since = performance.now();
      const cases: Case[] = [];
      for (const kind of kinds) cases.push(await prepare(kind, n));
      const ready: Case[] = [];
      const results: Told[] = [];
      for (const one of cases)
        if ((await set(one)) !== null) ready.push(one);
        else results.push({ kind: one.kind, afterMs: null, isFalse: false });
      await sleep(LEARNING_MS + random() * 1500);
      for (const one of ready.toSorted(() => random() - 0.5)) {
        const isFalse = toldAt(one.named, since) !== null;
        const at = performance.now();
        await one.act();
        await until(() => toldAt(one.named, since) !== null, one.words, PATIENCE_MS).catch(() => undefined);
        const told = toldAt(one.named, since);
        results.push({ kind: one.kind, afterMs: told === null ? null : Math.round(told - at), isFalse });
        await sleep(random() * 800);
      }
      return results;
    },
    async load(seconds) {
      const pid = phone.bot().child.pid ?? 0;
      const [before, at] = [processorTicks(pid), performance.now()];
      await sleep(seconds * 1000);
      // /proc counts in hundredths of a second.
      return ((processorTicks(pid) - before) * 10) / (performance.now() - at);
    },
    setClock: (isOn) => page.change({ clock: isOn }),
    async leave(kind, n) {
      const id = await set(await prepare(kind, n));
      return async () => {
        if (id === null) return;
        phone.say(`/orders delete ${id}`);
        await phone.waitFor(new RegExp(`Order ${id} is deleted`));
      };
    },
    foundSoFar: () => foundCalls().length,
    async stop() {
      for (const child of programs) child.kill('SIGKILL');
      answering.server.close();
      await page.stop();
    },
  };
  return bench;
}

/** Of a process and of all that it started, the ended ones too. */
function processorTicks(pid: number): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return 0;
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0);
  return own + childrenOf(pid).reduce((sum, child) => sum + processorTicks(child), 0);
}

/** What `contentOf` has at a path; 503 where it has nothing. */
async function serve(
  contentOf: (path: string) => string | null,
): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    const content = contentOf(request.url ?? '');
    response.writeHead(content === null ? 503 : 200).end(content ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, url: `http://127.0.0.1:${address.port}` };
}

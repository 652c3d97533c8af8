/** One network fault after the other between a chat and its server: nothing may be lost, and each passes in its time. Shared by all chats. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { openData } from '../../src/bin/parts/open-data.ts';
import type { Chat, OutboundMessage, Thread } from '../../src/ports/chat.ts';
import { createRedactor } from '../../src/safety/secrets/redact.ts';
import { until } from '../support/until.ts';
import { createRandom } from './random.ts';

export interface FaultyServer {
  faultsLeft(): number;
  clearFaults(): void;
  stop(): Promise<void>;
}

export interface Trouble<Server> {
  /** Resolves when the network is back. */
  readonly make: (server: Server, random: () => number) => Promise<void>;
  /** How long after that it may take until all is well again. */
  readonly limitMs: number;
}

export type Troubles<Server> = Readonly<Record<string, Trouble<Server>>>;

export interface RoundOptions<Pacing> {
  readonly faults: number;
  readonly random: () => number;
  readonly pacing: Partial<Pacing>;
  readonly folder: string;
  /** Kinds of trouble to take turns with. */
  readonly kinds: readonly string[];
  readonly say: (line: string) => void;
}

export interface Round {
  /** Longest time from the network's return until a command sent then was accepted and a message arrived, by kind, milliseconds. */
  readonly slowest: ReadonlyMap<string, number>;
  /** Commands that were not accepted, or more than once. */
  readonly lost: number;
  readonly repeated: number;
  /** Messages to the person that never arrived. */
  readonly unsaid: number;
  readonly tooSlow: readonly string[];
}

/** A chat that is not started yet, its server, and somebody who writes. */
export interface Line<Server> {
  readonly server: Server;
  readonly chat: Chat;
  readonly troubles: Troubles<Server>;
  /** Sends this text as the person. */
  readonly write: (text: string) => void;
  /** The thread in which each command is answered while the trouble lasts. */
  readonly thread: Thread;
  /** Whether the time counts that scripted trouble takes to be used up. */
  readonly countsTrouble: boolean;
}

const SETTLED_MS = 200;
const NEVER = new AbortController().signal;
const PLAIN: OutboundMessage = { text: [''], picture: null, pictureAlt: '', buttons: [], kind: 'reply', file: null };

/** Half of the commands are sent while the trouble is on, half when it is over; each of the first is answered. Ends chat and server. */
export async function runRound<Server extends FaultyServer>(
  { server, chat, troubles, write, thread, countsTrouble }: Line<Server>,
  { faults, random, folder, kinds, say }: Omit<RoundOptions<unknown>, 'pacing'>,
): Promise<Round> {
  const data = await openData(folder, createSystemClock(), createRedactor([]), say);
  const accepted = new Map<string, number>();
  await chat.start(async (message) => {
    if (data.inbox.accept(message, { goal: 'x' })) {
      const text = 'text' in message.content ? message.content.text : '';
      accepted.set(text, (accepted.get(text) ?? 0) + 1);
    }
    await data.inbox.sync();
    return { toast: '' };
  });
  const slowest = new Map<string, number>();
  const tooSlow: string[] = [];
  let sent = 0;
  let unsaid = 0;
  const send = (): string => {
    sent += 1;
    write(`/run ${sent}`);
    return `/run ${sent}`;
  };
  for (let fault = 0; fault < faults; fault += 1) {
    const kind = kinds[fault % kinds.length] ?? '';
    const trouble = troubles[kind];
    if (trouble === undefined) throw new Error(`there is no trouble called ${kind}`);
    const { limitMs } = trouble;
    // Trouble comes while the line is up: a poll is under way, a socket open.
    await sleep(SETTLED_MS);
    const coming = trouble.make(server, random);
    const during = send();
    await coming;
    const answering = answer(chat, thread, during);
    // Scripted trouble is over once it is used up.
    const isOver = (): boolean => countsTrouble || server.faultsLeft() === 0;
    await until(isOver, 'the trouble to be over').catch(() => undefined);
    const from = performance.now();
    const after = send();
    const isAccepted = (): boolean => accepted.has(after) && accepted.has(during);
    await until(isAccepted, 'both commands to be accepted', limitMs * 2).catch(() => undefined);
    if (!(await answering)) unsaid += 1;
    const tookMs = performance.now() - from;
    slowest.set(kind, Math.max(slowest.get(kind) ?? 0, tookMs));
    if (tookMs > limitMs) tooSlow.push(`${kind}: ${Math.round(tookMs)} ms`);
    say(`  ${fault + 1}/${faults} ${kind}: ${Math.round(tookMs)} ms`);
    server.clearFaults();
  }
  await chat.stop();
  data.close();
  await server.stop();
  const repeated = [...accepted.values()].filter((times) => times > 1).length;
  return { slowest, lost: sent - accepted.size, repeated, unsaid, tooSlow };
}

/** Posts an answer, and tries again as the outbox does. */
async function answer(chat: Chat, thread: Thread, text: string): Promise<boolean> {
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    const delivery = await chat.post(thread, { ...PLAIN, text: [text] }, NEVER);
    if (delivery.result !== 'later') return delivery.result === 'sent';
    await sleep(delivery.retryAfterMs);
  }
  return false;
}

/** Some rounds with seeds of their own, each told as it goes. What was wrong. */
export async function runRounds<Pacing>(
  rounds: number,
  options: Pick<RoundOptions<Pacing>, 'faults' | 'kinds' | 'say'>,
  troubles: Troubles<never>,
  run: (options: RoundOptions<Pacing>) => Promise<Round>,
): Promise<readonly string[]> {
  const { say } = options;
  const problems: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'deskhand-reach-'));
    say(`round ${round}: ${options.faults} faults`);
    const result = await run({ ...options, random: createRandom(round), pacing: {}, folder });
    rmSync(folder, { recursive: true, force: true });
    for (const [kind, ms] of result.slowest) {
      say(`  slowest ${kind}: ${Math.round(ms)} ms (limit ${troubles[kind]?.limitMs} ms)`);
    }
    const { lost, repeated, unsaid } = result;
    say(`  lost ${lost}, repeated ${repeated}, unsaid ${unsaid}`);
    if (lost + repeated + unsaid > 0) {
      problems.push(`round ${round}: lost ${lost}, repeated ${repeated}, unsaid ${unsaid}`);
    }
    problems.push(...result.tooSlow.map((line) => `round ${round}: ${line}`));
  }
  return problems;
}

export function count(random: () => number, most: number): number {
  return 1 + Math.floor(random() * most);
}

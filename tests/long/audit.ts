/** What became of every command, told from three sides: the machine, the journals, and the person's phone. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunEvent, runEventSchema } from '../../src/journal/events.ts';
import type { SeenMessage } from '../servers/telegram/people.ts';
import { readRun } from '../support/bot.ts';
import type { CrashPlace } from './crash-place.ts';
import type { SentCommand } from './scripted-person.ts';

export interface RunOnDisk {
  readonly runId: string;
  readonly events: readonly RunEvent[];
}

export interface Audit {
  /** Accepted commands that neither ran nor were told about. */
  readonly lost: readonly string[];
  /** Acts done twice, commands with two runs, acts without an intent on the disk. */
  readonly repeated: readonly string[];
  /** Runs whose end, or acts of unknown result, the person was never told. */
  readonly unreported: readonly string[];
  /** What is left on the phone of dead runs: live cards, live status messages. */
  readonly leftOpen: readonly string[];
  /** Ends that came more than once: a kill between a message's sending and its note. */
  readonly toldTwice: readonly string[];
  readonly runs: number;
  readonly interrupted: number;
  readonly unknownActs: number;
}

const TITLE = /^(✅|☑️|❌|⏹|⚠️)/u;

/** Runs as they are on the disk now. */
export function readRuns(data: string): readonly RunOnDisk[] {
  const folder = join(data, 'recordings');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'journal.jsonl')))
    .sort()
    .map((runId) => ({
      runId,
      events: readRun(data, runId).lines.map(({ event }) => runEventSchema.parse(event)),
    }));
}

/** Whether a message is the end of some run. */
export function isEnd({ text }: SeenMessage): boolean {
  return TITLE.test(text);
}

/** The message of a run's end on the phone. */
export function isEndOf(message: SeenMessage, runId: string): boolean {
  return isEnd(message) && new RegExp(`\\brun ${Number(runId)}\\b`).test(message.text);
}

export function auditPlace(place: CrashPlace, sent: readonly SentCommand[]): Audit {
  const runs = readRuns(place.data);
  const messages = place.owner.received();
  const trace = readLines(join(place.home, 'trace.txt'));
  const typed = readLines(join(place.home, 'typed.txt'));
  const lost: string[] = [];
  const repeated: string[] = [];
  const unreported: string[] = [];
  const toldTwice: string[] = [];
  let unknownActs = 0;
  let [fewestKeys, mostKeys] = [0, 0];

  for (const { n, goal, update } of sent) {
    const own = runs.filter(({ events }) =>
      events.some((event) => event.type === 'run.created' && event.command === update),
    );
    if (own.length === 0 && !messages.some((message) => message.text.includes(goal))) lost.push(goal);
    if (own.length > 1) repeated.push(`${goal} ran as ${own.map(({ runId }) => runId).join(' and ')}`);
    const events = own.flatMap((run) => run.events);
    const counts = { a: count(trace, `${n} a`), b: count(typed, new RegExp(`^x*${n} b$`)), c: count(trace, `${n} c`) };
    for (const [letter, times] of Object.entries(counts)) {
      const fate = fateOf(events, letter);
      if (times > 1) repeated.push(`${goal} ${letter} was done ${times} times`);
      if (times > 0 && fate === 'never intended') repeated.push(`${goal} ${letter} was done without an intent`);
      if (times === 0 && fate === 'done') lost.push(`${goal} ${letter} is noted as done and was not`);
    }
    const keys = fateOf(events, 'x');
    fewestKeys += keys === 'done' ? 1 : 0;
    mostKeys += keys === 'never intended' || keys === 'not done' ? 0 : 1;
  }
  const keysPressed = typed.join('').split('x').length - 1;
  if (keysPressed > mostKeys) repeated.push(`x was pressed ${keysPressed} times, intended ${mostKeys} times`);
  if (keysPressed < fewestKeys) lost.push(`x was pressed ${keysPressed} times, noted ${fewestKeys} times`);

  for (const { runId, events } of runs) {
    if (!events.some((event) => event.type === 'run.created')) continue;
    const steps = events.filter((event) => event.type === 'action.intended').map((event) => event.step);
    if (new Set(steps).size < steps.length) repeated.push(`run ${runId} intends a step twice`);
    const ends = messages.filter((message) => isEndOf(message, runId));
    if (ends.length === 0) unreported.push(`run ${runId} has no end on the phone`);
    if (ends.length > 1) toldTwice.push(`run ${runId}: ${ends.length} times`);
    const isUnknown = events.some((event) => event.type === 'action.unknown');
    if (isUnknown) unknownActs += 1;
    if (isUnknown && !ends.some((end) => /may or may not have happened/.test(end.text)))
      unreported.push(`run ${runId}: an act of unknown result is not named`);
    const isInterrupted = events.some((event) => event.type === 'run.recovered');
    if (isInterrupted && !ends.every((end) => /Interrupted/.test(end.text) && hasButton(end, 'Again')))
      unreported.push(`run ${runId} is not told as interrupted, with Again`);
  }
  return {
    lost,
    repeated,
    unreported,
    toldTwice,
    leftOpen: messages
      .filter((message) =>
        ['Approve', 'Run now', 'Stop', 'Pause', 'Resume', 'Retry'].some((label) => hasButton(message, label)),
      )
      .map((message) => `message ${message.id}: ${message.text.slice(0, 80).replaceAll('\n', ' ')}`),
    runs: runs.length,
    interrupted: runs.filter(({ events }) => events.some((event) => event.type === 'run.recovered')).length,
    unknownActs,
  };
}

/** What the journal says about one step of a command. */
function fateOf(events: readonly RunEvent[], letter: string): 'never intended' | 'done' | 'not done' | 'unknown' {
  const intent = events.find(
    (event) =>
      event.type === 'action.intended' &&
      (letter === 'x'
        ? event.action.action === 'key'
        : new RegExp(` ${letter}\\b`).test(JSON.stringify(event.action).replace('trace.txt', ''))),
  );
  if (intent === undefined || intent.type !== 'action.intended') return 'never intended';
  const result = events.find(
    (event) => (event.type === 'action.performed' || event.type === 'action.unknown') && event.step === intent.step,
  );
  if (result?.type === 'action.performed') return result.ok ? 'done' : 'not done';
  return 'unknown';
}

function hasButton(message: SeenMessage, label: string): boolean {
  return message.buttons.flat().some(({ text, data }) => text === label && data !== null);
}

function readLines(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
}

function count(lines: readonly string[], wanted: string | RegExp): number {
  return lines.filter((line) => (typeof wanted === 'string' ? line === wanted : wanted.test(line))).length;
}

/** Random plans whose parts work side by side on the real shell: what each part was told, did and handed on, and what a stop leaves. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLinuxMachine } from '../../adapters/machine/linux.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import type { FakePost } from '../fakes/chat.ts';
import { createFakeMachine, type FakeMachine } from '../fakes/machine.ts';
import type { FakeAnswer } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { assertNoneAtWork, beside, endOf, openTree, part, step, type TreePart, treeModel } from '../support/tree.ts';
import { until } from '../support/until.ts';

type Random = () => number;

const CAPS = { maxIterations: 200, timeLimitMs: 600_000, tokenBudget: 1e8, costLimitUsd: 1000, dayCostLimitUsd: 1e6 };
const MOST_LOOKS = 8;
const PATIENCE_MS = 600_000;
const TOKEN = /T\d+x\d+/g;

/** A shell, files and facts as they are, in a home of its own. */
export function realMachine(home: string): FakeMachine {
  const real = createLinuxMachine({ home, user: 'person', session: () => ({}), isRoot: false });
  return { ...createFakeMachine({ home }), shell: real.shell, files: real.files, facts: real.facts };
}

/** Three to seven parts, some on the desktop, each with needs of its own. */
function randomPlan(random: Random): readonly TreePart[] {
  const size = 3 + Math.floor(random() * 5);
  let desk: number | null = null;
  return Array.from({ length: size }, (_, index) => {
    const number = index + 1;
    const needs = Array.from({ length: index }, (_unused, before) => before + 1).filter(() => random() < 0.25);
    const desktop = random() < 0.2;
    const role = desktop ? 'act' : (['look', 'act', 'verify', 'research'][Math.floor(random() * 4)] ?? 'look');
    const all = desktop && desk !== null && !needs.includes(desk) ? [...needs, desk] : needs;
    if (desktop) desk = number;
    return part(`Work number ${number}.`, { role, desktop, needs: all });
  });
}

const numberOf = (goal: string): number => Number(/number (\d+)/.exec(goal)?.[1] ?? 0);
const tokensIn = (text: string): readonly string[] => [...new Set(text.match(TOKEN) ?? [])];

export interface CrossedRound {
  readonly parts: number;
  readonly asked: number;
}

/** One plan from card to end. Throws when a part knew, did or handed on what is another's. */
export async function crossOnce(run: number, home: string, random: Random): Promise<CrossedRound> {
  const plan = randomPlan(random);
  const tokenOf = (number: number): string => `T${run}x${number}`;
  for (const [index] of plan.entries()) {
    mkdirSync(join(home, `p${index + 1}`), { recursive: true });
    writeFileSync(join(home, `p${index + 1}`, 'token.txt'), `${tokenOf(index + 1)}\n`);
  }
  const faults: string[] = [];
  const acts = (number: number): boolean => plan[number - 1]?.role === 'act';
  const play = async (goal: string, index: number, request: ModelRequest): Promise<FakeAnswer> => {
    const number = numberOf(goal);
    const wanted = plan[number - 1];
    const known = new Set([number, ...(wanted?.needs ?? [])].map(tokenOf));
    for (const token of tokensIn(`${request.system}\n${request.text}`))
      if (!known.has(token)) faults.push(`part ${number} was told ${token}`);
    const missing = (wanted?.needs ?? []).map(tokenOf).filter((token) => !request.text.includes(token));
    if (missing.length > 0) faults.push(`part ${number} was not told ${missing.join()}`);
    await sleep(random() * 8);
    const seen = tokensIn(request.text).find((token) => !(wanted?.needs ?? []).map(tokenOf).includes(token)) ?? 'none';
    const isNoted = request.text.includes(`- token ${seen}`);
    const note = seen === 'none' || isNoted ? null : `token ${seen}`;
    const say = (action: object): FakeAnswer =>
      wanted?.desktop === true ? step(actionOf(action), { note }) : beside(action, note);
    // A busy machine may not have told where the shell is by now: it looks again, as a model would.
    if (seen === 'none' && index < MOST_LOOKS)
      return say({ action: 'shell', text: index % 2 === 0 ? `cd ~/p${number}` : 'cat token.txt' });
    if (!isNoted && acts(number)) return say({ action: 'shell', text: `cat token.txt > out-${number}.txt` });
    if (!isNoted) return say({ action: 'think', text: 'noted' });
    if (wanted?.desktop === true) return step({ action: 'done', summary: `It is ${seen}.` });
    return beside({ action: 'done', text: `It is ${seen}.`, facts: [{ name: 'token', value: seen }] });
  };
  const asks = random() < 0.4;
  const bot = await startTestDeskhand({
    model: treeModel({ plans: [plan], play }),
    machine: realMachine(home),
    settings: { caps: CAPS },
    risk: (action) => (asks && action.action === 'shell' && action.command.includes('>') ? 'high' : 'safe'),
  });
  await openTree(bot);
  // Parts that all work the desktop run one after the other, so their questions need no names.
  const isInTurn = plan.every(({ role, desktop }) => role === 'act' && desktop);
  const asked = await approveAll(bot, !isInTurn, faults);
  const end = await endOf(bot);
  assert.match(end.text, /Done and checked/, `run ${run}: ${end.text}`);
  for (const [runId] of bot.recordings.runs) checkJournal(bot, runId, tokenOf, faults);
  for (const event of bot.events())
    if (event.type === 'part.ended' && tokensIn(JSON.stringify(event.result)).join() !== tokenOf(event.part))
      faults.push(`part ${event.part} handed on ${JSON.stringify(event.result)}`);
  for (const [index] of plan.entries()) {
    const folder = join(home, `p${index + 1}`);
    const files = readdirSync(folder).sort();
    const wanted = acts(index + 1) ? [`out-${index + 1}.txt`, 'token.txt'] : ['token.txt'];
    if (files.join() !== wanted.join()) faults.push(`${folder} holds ${files.join()}`);
    for (const file of files)
      if (readFileSync(join(folder, file), 'utf8').trim() !== tokenOf(index + 1))
        faults.push(`${folder}/${file} is another's`);
  }
  assertNoneAtWork(bot);
  await bot.close();
  assert.deepEqual(faults, [], `run ${run} of ${JSON.stringify(plan)}`);
  return { parts: plan.length, asked };
}

/** The action in the form that a run with a screen takes. */
function actionOf(action: object): object {
  const { text, ...rest } = { text: undefined, ...action };
  return 'action' in action && action.action === 'shell' ? { ...rest, command: text } : action;
}

/** One card is open at a time, and each names its part where `isNamed`. */
async function approveAll(bot: TestDeskhand, isNamed: boolean, faults: string[]): Promise<number> {
  const answered = new Set<string>();
  const isOpen = ({ kind, text, buttons }: FakePost): boolean =>
    kind === 'question' &&
    /May I run/.test(text) &&
    buttons.flat().some(({ label, isLive }) => label === 'Approve' && isLive);
  const answer = async (): Promise<boolean> => {
    const open = bot.chat.seen().filter(isOpen);
    if (open.length > 1) faults.push(`${open.length} questions at a time`);
    for (const card of open) {
      if (answered.has(card.id)) continue;
      answered.add(card.id);
      const named = /Part (\d+) of/.exec(card.text)?.[1];
      const file = /out-(\d+)\.txt/.exec(card.text)?.[1];
      if (isNamed && named !== file) faults.push(`the card of part ${named} shows part ${file}'s command`);
      await bot.chat.tap(card.id, 'Approve');
    }
    return bot.chat.seen().some(({ kind }) => kind === 'end');
  };
  await until(answer, 'the run to end', PATIENCE_MS);
  return answered.size;
}

function checkJournal(bot: TestDeskhand, runId: string, tokenOf: (number: number) => string, faults: string[]): void {
  const events = bot.events(runId);
  const [created] = events;
  const number = created?.type === 'run.created' ? (created.part?.index ?? 0) : 0;
  events.forEach((event, index) => {
    if (event.seq !== index + 1) faults.push(`run ${runId}: event ${index + 1} has number ${event.seq}`);
  });
  if (number === 0) return;
  for (const event of events) {
    if (event.type === 'action.performed')
      for (const token of tokensIn(event.text))
        if (token !== tokenOf(number)) faults.push(`the journal of part ${number} holds ${token}`);
    if (event.type === 'action.intended' && event.action.action === 'shell') {
      const other = /p(\d+)$|out-(\d+)/.exec(event.action.command);
      const named = other?.[1] ?? other?.[2];
      if (named !== undefined && named !== String(number)) faults.push(`part ${number} ran ${event.action.command}`);
    }
  }
}

const PHASES = [
  { action: 'shell', text: 'sleep 5' },
  { action: 'think', text: 'on' },
  { action: 'file_view', path: '~/a.txt' },
  { action: 'wait', seconds: 3 },
  { action: 'shell', text: 'echo asks > b.txt' },
  { action: 'done', text: 'Done.' },
] as const;
const WATCH_MS = 120;

export interface StoppedTree {
  readonly ms: number;
  /** The last event of each part that was at work. */
  readonly phases: readonly string[];
}

/** A stop at a random moment: how long until everything of the plan has an end, and that nothing comes after it. */
export async function stopTreeOnce(home: string, random: Random): Promise<StoppedTree> {
  const plan = [
    part('Work number 1.', { role: 'act' }),
    part('Work number 2.', { role: 'act' }),
    part('Work number 3.', { role: 'act', desktop: true }),
    part('Work number 4.', { needs: [1] }),
  ];
  const seed = Math.floor(random() * PHASES.length);
  let calls = 0;
  const bot = await startTestDeskhand({
    model: treeModel({
      plans: [plan],
      async play(goal, index) {
        calls += 1;
        await sleep(10 + random() * 30);
        const next = PHASES[(index + seed + numberOf(goal)) % PHASES.length] ?? PHASES[0];
        if (numberOf(goal) !== 3) return beside(next);
        return step(
          index % 2 === 0 ? { action: 'hold_key', keys: 'shift', seconds: 1 } : { action: 'wait', seconds: 1 },
        );
      },
      async verify() {
        await sleep(30);
        return { screen: 's', reasons: ['no'], score: 10 };
      },
    }),
    machine: realMachine(home),
    risk: (action) => (action.action === 'shell' && action.command.includes('>') ? 'high' : 'safe'),
    settings: { confirmTimeoutMs: 60_000, caps: CAPS },
  });
  bot.desktop.slowDown(10);
  await openTree(bot);
  await sleep(random() * 500);
  const phases = [...bot.recordings.runs.keys()].map((run) => bot.types(run).at(-1) ?? 'not begun');
  const isOver = (): boolean => [...bot.recordings.runs.keys()].every((run) => bot.types(run).at(-1) === 'run.ended');
  const startedAt = performance.now();
  await bot.chat.sendText(random() < 0.5 ? 'stop' : '/stop all');
  while (!isOver()) await sleep(1);
  const ms = performance.now() - startedAt;
  const after = (): string =>
    JSON.stringify([
      calls,
      bot.desktop.did.length,
      ...[...bot.recordings.runs.keys()].map((run) => bot.types(run).length),
    ]);
  const before = after();
  await sleep(WATCH_MS);
  assert.equal(after(), before, `something came after a stop at ${phases.join(', ')}`);
  await bot.close();
  return { ms, phases };
}

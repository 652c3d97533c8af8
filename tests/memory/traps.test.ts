/** Traps: what journals show of an application, told to the next run there, counted, and dropped when it no longer helps. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { StampedEvent } from '../../src/journal/steps.ts';
import { chooseTraps, findTraps, learnTraps, type Trap, tellTrap, unlearnTraps } from '../../src/memory/traps.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { runOfActs, type ToldAct } from '../support/journal-lines.ts';
import { DONE, scriptedModel, step } from '../support/scripted-model.ts';
import { runToEnd, say } from '../support/scripted-run.ts';
import { until } from '../support/until.ts';

const click = { action: 'click' };
const key = (keys: string) => ({ action: 'key', keys });
const DIALOG: readonly ToldAct[] = [
  { action: click, on: 'Not now', window: 'Tip of day 12' },
  { action: click, on: 'File' },
];
const ENTER: readonly ToldAct[] = [
  { action: { action: 'type', text: 'invoice' }, on: 'Find' },
  { action: click, on: 'Go', effect: 'unchanged' },
  { action: key('enter') },
];
const IDLE: readonly ToldAct[] = [
  { action: click, on: 'Row', effect: 'unchanged' },
  { action: { action: 'click', count: 2 }, on: 'Row' },
];
const PLAIN: readonly ToldAct[] = [{ action: click, on: 'File' }];

const stamped = (run: string, acts: readonly ToldAct[]): readonly StampedEvent[] =>
  runOfActs(run, acts).map((event, index) => ({ ...event, seq: index + 1, at: '2026-11-22T15:05:24.683Z' }));
const met = (acts: readonly ToldAct[]) => findTraps(stamped('000001', acts));

/** Runs one after the other, each told of what is known by then. */
function live(runs: readonly (readonly ToldAct[])[]): {
  readonly known: readonly Trap[];
  readonly told: readonly number[];
} {
  let known: readonly Trap[] = [];
  const told = runs.map((acts, index) => {
    const run = String(index + 1).padStart(6, '0');
    const shown = chooseTraps(known, () => true);
    known = learnTraps(known, run, findTraps(stamped(run, acts)), shown);
    return shown.length;
  });
  return { known, told };
}

describe('traps', () => {
  it('are read from acts: a window nobody asked for, a field that needs Enter, an act that does nothing', () => {
    assert.deepEqual(met(DIALOG).found, [
      { app: 'Editor', kind: 'dialog', what: 'Tip of day #', way: 'clicking button “Not now”' },
    ]);
    assert.deepEqual(met(ENTER).found, [{ app: 'Editor', kind: 'enter', what: 'Find', way: 'pressing enter' }]);
    assert.deepEqual(met(IDLE).found, [
      { app: 'Editor', kind: 'idle', what: 'clicking button “Row”', way: 'double-clicking button “Row”' },
    ]);
    assert.deepEqual(met(PLAIN).found, []);
  });

  it('are no part of the work: a dialog that was worked in, an act elsewhere, a place without a name', () => {
    const worked: readonly ToldAct[] = [
      { action: key('ctrl+s') },
      { action: { action: 'type', text: 'a.txt' }, window: 'Save as' },
      { action: click, on: 'OK', window: 'Save as' },
      { action: click, on: 'File' },
    ];
    assert.deepEqual(met(worked).found, []);
    const elsewhere: readonly ToldAct[] = [
      { action: click, on: 'Row', effect: 'unchanged' },
      { action: click, on: 'Row', app: 'Files', window: 'Home' },
    ];
    assert.deepEqual(met(elsewhere).found, []);
    assert.deepEqual(met([{ action: click, effect: 'unchanged' }, { action: key('enter') }]).found, []);
  });

  it('are told once they were seen in two runs, there and nowhere else', () => {
    const { known, told } = live([DIALOG, DIALOG, DIALOG]);
    assert.deepEqual(told, [0, 0, 1]);
    const [trap] = chooseTraps(known, (app) => app === 'Editor');
    assert.equal(
      tellTrap(trap ?? assert.fail()),
      'Editor: a window “Tip of day #” comes by itself; clicking button “Not now” sent it away (in 3 runs)',
    );
    assert.deepEqual(
      chooseTraps(known, (app) => app === 'Files'),
      [],
    );
  });

  it('that help are counted and stay; those that no longer do are dropped', () => {
    const good: readonly ToldAct[] = [{ action: { action: 'type', text: 'x' }, on: 'Find' }, { action: key('enter') }];
    const helped = live([ENTER, ENTER, good, good, good, good]);
    assert.deepEqual(
      helped.known.map(({ helped: times, toldIn }) => [times, toldIn.length]),
      [[4, 4]],
    );
    const useless = live([ENTER, ENTER, ENTER, ENTER, ENTER, PLAIN]);
    assert.deepEqual(useless.told, [0, 0, 1, 1, 1, 0]);
    assert.deepEqual(useless.known, []);
    const gone = live([DIALOG, DIALOG, ...Array.from({ length: 9 }, () => PLAIN)]);
    assert.deepEqual(gone.told, [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
    const elsewhere: readonly ToldAct[] = [{ action: click, on: 'File', app: 'Files', window: 'Home' }];
    assert.equal(
      live([DIALOG, DIALOG, ...Array.from({ length: 20 }, () => elsewhere)]).known.length,
      1,
      'not tried there',
    );
  });

  it('stay few, and are gone with the runs that taught them', () => {
    let known: readonly Trap[] = [];
    for (let run = 1; run <= 400; run += 1) {
      const acts = IDLE.map((act) => ({ ...act, on: `Row ${'x'.repeat(300)} ${run}`, app: `App ${run % 150}` }));
      known = learnTraps(known, String(run).padStart(6, '0'), findTraps(stamped('000001', acts)), []);
    }
    assert.ok(known.length <= 100 && JSON.stringify(known).length < 60_000, `${JSON.stringify(known).length}`);
    const two = live([DIALOG, DIALOG]).known;
    assert.equal(unlearnTraps(two, '000002')[0]?.seenIn.length, 1);
    assert.deepEqual(unlearnTraps(unlearnTraps(two, '000002'), '000001'), []);
  });
});

test('a trap stands in the prompt of the next run there, fenced, and in the statistics', async () => {
  const model = scriptedModel([
    ...[1, 2].flatMap(() => [step({ action: 'key', keys: 'f5' }), step({ action: 'key', keys: 'ctrl+r' }), DONE]),
    DONE,
  ]);
  const bot = await startTestDeskhand({ model, isAnswered: (entry) => !/f5/i.test(entry) });
  for (const goal of ['reload the page', 'bring the list up to date']) await runToEnd(bot, goal);
  await until(() => bot.state.get('memory.through') === '000002');
  await runToEnd(bot, 'look what is new');
  const system = model.asked.filter(({ purpose }) => purpose === 'step').at(-1)?.system ?? '';
  assert.match(
    system,
    /<untrusted from="earlier runs, learned">[\s\S]*Editor: pressing f5 changes nothing; pressing ctrl\+r worked \(in 2 runs\)/,
  );
  const stats = await say(bot, '/stats');
  assert.match(stats, /Editor · 2 runs[\s\S]*keys 4: 2 worked, 2 changed nothing/);
  assert.match(stats, /Traps I know\n• Editor: pressing f5 changes nothing, pressing ctrl\+r works\. \(seen in 2 runs/);
  assert.match(await say(bot, '/stats editor'), /^\nEditor · 2 runs|^Editor · 2 runs/);
  await say(bot, '/forget run 1');
  await say(bot, '/forget run 2');
  assert.doesNotMatch(await say(bot, '/stats'), /Traps I know/);
  await bot.close();
});

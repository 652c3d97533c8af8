/** A person's models and what their runs taught, through the chat: who begins the next run, told in /why and /cost models. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Model, ModelRequest } from '../../../src/ports/model.ts';
import { startTestDeskhand, type TestDeskhand, type TestDeskhandOptions } from '../../support/deskhand.ts';
import { DONE, scriptedModel } from '../../support/scripted-model.ts';

const IDS = { main: 'usual-id', fast: 'cheap-id', strong: 'dear-id' } as const;
/** USD a call. */
const COSTS: Readonly<Record<string, number>> = { 'usual-id': 0.02, 'cheap-id': 0.001, 'dear-id': 0.05 };

let bot: TestDeskhand;

/** Answers as the id it was asked for, or as the one `said` names. */
function threeModels(
  said: (asked: string) => { readonly model: string; readonly asked?: string } = (model) => ({ model }),
) {
  const scripted = scriptedModel([DONE]);
  const steps: string[] = [];
  const idOf = ({ tier, ids, purpose }: ModelRequest): string => {
    const used = tier ?? (purpose === 'step' ? 'main' : 'fast');
    return ids?.[used] ?? IDS[used];
  };
  const model: Model = {
    name: IDS.main,
    offers: {
      ids: IDS,
      known: [],
      priceOf: (id) => {
        const cost = COSTS[id];
        return cost === undefined ? null : { input: cost * 100, cacheRead: cost * 10, output: cost * 500 };
      },
    },
    async ask(request, signal) {
      const id = idOf(request);
      if (request.purpose === 'step') steps.push(id);
      return { ...(await scripted.ask(request, signal)), ...said(id), costUsd: COSTS[id] ?? null };
    },
  };
  return { model, steps };
}

async function begin(options: TestDeskhandOptions): Promise<void> {
  bot = await startTestDeskhand(options);
}

async function say(text: string, kind: 'end' | 'reply'): Promise<string> {
  const seen = new Set(bot.chat.seen().map(({ id }) => id));
  await bot.chat.sendText(text);
  return (await bot.chat.waitFor((message) => message.kind === kind && !seen.has(message.id), 20_000)).text;
}

async function teach(): Promise<void> {
  await say('/model main cheap-id', 'reply');
  for (let run = 1; run <= 8; run += 1) await say(`/run look at it ${run}`, 'end');
  await say('/model reset', 'reply');
}

describe('What runs taught about a person’s models', () => {
  afterEach(() => bot.close());

  it('a cheaper model of the person’s that got eight goals checked begins the next one, and it is said why', async () => {
    const { model, steps } = threeModels();
    await begin({ model });
    await teach();
    const costs = await say('/cost models', 'reply');
    assert.match(costs, /cheap-id\n\s+simple goals: 8 runs, 8 done and checked, \$0\.002 a run/);
    const why =
      /cheap-id begins: it got 8 of 8 such goals done and checked for \$0\.002 each, and is cheaper than usual-id/;
    assert.match(costs, why);
    assert.match(costs, /goals of several steps: usual-id\n/, 'of another kind nothing was learned');
    const end = await say('/run look once more', 'end');
    assert.equal(steps.at(-1), 'cheap-id');
    assert.match(end, /cheap-id/, 'a run says which it used');
    assert.match(await say('/why', 'reply'), why);
    const events = bot.events([...bot.recordings.runs.keys()].at(-1));
    const started = events.find((event) => event.type === 'run.started');
    assert.deepEqual([started?.learned?.tier, started?.learned?.because], ['fast', 'cheaper']);
    // What the person says goes above all that was learned.
    await say('/model main usual-id', 'reply');
    assert.match(await say('/cost models', 'reply'), /simple goals: usual-id \(your choice\)/);
    await say('/run look yet again', 'end');
    assert.equal(steps.at(-1), 'usual-id');
  });

  it('what was learned outlasts a restart, and what a person took away is not used', async () => {
    const { model, steps } = threeModels();
    await begin({ model });
    await teach();
    const { recordings, inbox, state } = bot;
    await bot.close();
    await begin({ model, after: { recordings, inbox, state } });
    await say('/run look once more', 'end');
    assert.equal(steps.at(-1), 'cheap-id');
    await say('/model fast other-id', 'reply');
    await say('/run look yet again', 'end');
    assert.equal(steps.at(-1), 'usual-id', 'it is none of the models that are allowed now');
  });

  it('a server that names another model than the one asked teaches nothing about either', async () => {
    const { model, steps } = threeModels((asked) =>
      asked === 'usual-id' ? { model: 'cheap-id', asked } : { model: asked },
    );
    await begin({ model });
    for (let run = 1; run <= 8; run += 1) await say(`/run look at it ${run}`, 'end');
    const end = await say('/run look once more', 'end');
    assert.equal(steps.at(-1), 'usual-id');
    assert.match(end, /cheap-id/, 'the person sees who said that it answered');
    assert.match(await say('/cost models', 'reply'), /simple goals: usual-id\n/);
  });

  it('a German reads it in German', async () => {
    const { model } = threeModels();
    await begin({ model, language: 'de' });
    await teach();
    const costs = await say('/cost models', 'reply');
    assert.match(
      costs,
      /Dein nächster Lauf\n\s+einfache Ziele: cheap-id fängt an: Es hat 8 von 8 solchen Zielen geprüft erledigt, für je 0,002 \$, und ist billiger als usual-id/,
    );
    assert.doesNotMatch(costs, /begins|goals/);
  });
});

/** Tokens and price of the same steps at every provider in each mode, counted by the strict servers as the providers' pages say. */
import { parseReply } from '../src/action/reply.ts';
import { PROVIDERS } from '../tests/adapters/model/providers.ts';
import { makeStepRequest } from '../tests/contracts/model.ts';
import { makePicture } from '../tests/fixtures/pictures.ts';
import { PROMPT_STATES } from '../tests/fixtures/prompt/states.ts';
import { makeReply } from '../tests/servers/anthropic/wire-reply.ts';
import type { Figure } from './figure.ts';

const STEPS = 10;
const CACHE_READ = 0.1;
/** A tenth above the dearest that was measured: Gemini's tool in tokens, Anthropic's in money. The first step's prefix is shared among all. */
const MOST_TOKENS = 5000;
const MOST_USD = 0.0057;

export async function measureProviders(): Promise<readonly Figure[]> {
  const picture = await makePicture(1260, 784, null);
  const request = makeStepRequest(PROMPT_STATES.plain, [picture]);
  const done = makeReply({ action: 'done', summary: 'Done.' });
  const figures: Figure[] = [];
  for (const { name, start } of PROVIDERS) {
    const bench = await start(() => done);
    let [tokens, usd, isCorrect, isPriced] = [0, 0, true, true];
    for (let step = 0; step < STEPS; step += 1) {
      const { stop, text, usage, costUsd } = await bench.model.ask(request, new AbortController().signal);
      isCorrect &&= stop === 'complete' && parseReply(text).ok;
      tokens += usage.input + usage.cacheWrite + usage.cacheRead * CACHE_READ;
      isPriced &&= costUsd !== null;
      usd += costUsd ?? 0;
    }
    isCorrect &&= bench.asked().length >= STEPS;
    await bench.close();
    figures.push(bound(`tokens in, a step: ${name}`, 'tokens', Math.round(tokens / STEPS), MOST_TOKENS, isCorrect));
    // A server of one's own has no price, and none is made up for it.
    if (isPriced) {
      const each = Math.round((usd / STEPS) * 1e6) / 1e6;
      figures.push(bound(`price, a step: ${name}`, 'USD', each, MOST_USD, isCorrect && each > 0));
    }
  }
  return figures;
}

function bound(figure: string, unit: string, ours: number, goal: number, correct: boolean): Figure {
  const rest = { better: 'lower', theirs: null, ratio: null, n: STEPS } as const;
  return { figure, unit, ours, goal, ok: ours <= goal, correct, ...rest };
}

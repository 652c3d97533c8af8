/** Tests of a model in setup: a tiny call, a greeting, a picture. Each returns a sentence about the problem; '' when there is none. */
import { homedir } from 'node:os';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { findBlindness } from '../../../adapters/model/check-sight.ts';
import type { Settings } from '../../config/schema.ts';
import type { Model } from '../../ports/model.ts';
import { withLimit } from '../../ports/waits/abort-signals.ts';
import { textOf } from '../../words/said-error.ts';
import { clause, join, say, type Text } from '../../words/say.ts';
import { english } from '../../words/speak.ts';
import { type ChosenModels, chooseModel } from '../choose-model.ts';
import { findDataFolder } from '../data-folder.ts';
import { createLog } from '../log.ts';
import { secretsOf } from '../settings.ts';

export interface Tried {
  /** The problem; '' when the model can be used. */
  readonly why: Text;
  /** The result of the test; '' when the model cannot be used. */
  readonly told: Text;
}

const CALL_MS = 60_000;
/** Time for a local server to load the model. */
const LOAD_MS = 300_000;
const NOT_KEPT = say`Nothing was saved.`;

const ANSWER_SCHEMA = {
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
  additionalProperties: false,
};

/** By one tiny call, whose cost is shown. `limitMs`: longest wait for the answer. */
export async function tryKey(settings: Settings, signal: AbortSignal, limitMs = CALL_MS): Promise<Tried> {
  return await within(limitMs, signal, async (limit) => await ask(open(settings).model, limit));
}

/** Tests a local server: by a call, and by a picture with two colors. */
export async function tryServer(settings: Settings, signal: AbortSignal): Promise<Tried> {
  return await within(LOAD_MS, signal, async (limit) => {
    const { model } = open(settings);
    const answered = await ask(model, limit);
    if (answered.why !== '' || model === null) return answered;
    const blindness = await findBlindness(model, limit);
    if (blindness !== null) return failed(blindness);
    return { why: '', told: say`${model.name} answers, and it sees pictures.` };
  });
}

/** Tests an agent: first its greeting, which costs nothing, then a call. The agent is ended afterwards. */
export async function tryAgent(settings: Settings, signal: AbortSignal): Promise<Tried> {
  return await within(LOAD_MS, signal, async (limit) => {
    const { model, agents } = open(settings);
    try {
      for (const agent of agents) {
        const unfit = await agent.findUnfit(limit);
        if (unfit !== null) return failed(unfit);
      }
      return await ask(model, limit);
    } finally {
      for (const agent of agents) agent.close();
    }
  });
}

function open(settings: Settings): ChosenModels {
  const log = createLog('silent', secretsOf(settings, process.env), false);
  const { DATA_DIR } = settings;
  const around = { home: homedir(), dataFolder: findDataFolder(DATA_DIR), env: process.env };
  return chooseModel(settings, createSystemClock(), log, around);
}

async function ask(model: Model | null, signal: AbortSignal): Promise<Tried> {
  if (model === null) return failed(say`There is no such provider.`);
  const response = await model.ask(
    {
      purpose: 'intent',
      system: 'Answer with JSON.',
      text: 'Answer {"answer":"yes"}.',
      pictures: [],
      schema: ANSWER_SCHEMA,
      maxTokens: 256,
      tier: 'fast',
      effort: 'low',
    },
    signal,
  );
  if (response.stop !== 'complete') return failed(response.detail);
  const cost =
    response.costUsd === null ? say`What it costs is not known.` : say`That cost ${{ usd: response.costUsd }}.`;
  return { why: '', told: join([say`${response.model} answers.`, cost], ' ') };
}

function failed(why: Text): Tried {
  const isAsked = /[!?]$/.test(english(why));
  return { why: join([isAsked ? why : join([clause(why), '.'], ''), NOT_KEPT], ' '), told: '' };
}

/** Rejects only with the signal's reason. */
async function within(
  ms: number,
  signal: AbortSignal,
  attempt: (limit: AbortSignal) => Promise<Tried>,
): Promise<Tried> {
  const limit = withLimit(ms, signal);
  try {
    return await attempt(limit);
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return failed(say`No answer came within ${ms / 1000} seconds.`);
    return failed(textOf(error));
  }
}

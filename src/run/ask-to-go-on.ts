/** Holds a run while an outside cause blocks it: says why, and goes on when the person says so or after a while. */

import { isActing } from '../action/kinds.ts';
import type { RunState } from '../journal/run-state.ts';
import { asWhy } from '../journal/said.ts';
import type { Clock } from '../ports/clock.ts';
import type { Model } from '../ports/model.ts';
import { join, say, type Text } from '../words/say.ts';
import type { Ask } from './ask.ts';
import type { RunControl } from './control.ts';
import { AS_CONFIGURED, type ModelUse, type SecondModel } from './model-of-run.ts';
import type { End } from './outcomes.ts';
import * as outcomes from './outcomes.ts';
import type { RunLog } from './run-log.ts';
import type { RunTerms } from './run-terms.ts';

export interface HeldUp {
  /** "The model cannot be reached." */
  readonly title: Text;
  readonly detail: Text;
  /** Label of the button that goes on. */
  readonly label: Text;
  /** It does not pass by itself: a person must change something on the computer. */
  readonly isLasting?: boolean;
  /** Another way to go on, which the person may choose. */
  readonly other?: OtherWay;
}

export interface OtherWay {
  readonly question: Text;
  readonly choices: readonly { readonly label: Text; readonly value: string }[];
  /** The message after one of the choices was taken. */
  readonly chosen: Text;
}

/** Pause between two tries without a person; most outages are over by then. */
const TRY_AGAIN_AFTER_MS = 60_000;
/** Number of tries without a person, before only a person can go on. */
const TRIES = 10;
/** Interval, ms, at which an order's run checks while it waits whether somebody else wants the computer. */
const WANTED_MS = 1000;

export interface WhetherToGoOn {
  readonly goesOn: boolean;
  /** Name of who chose to stop; null when nobody answered after the last try. */
  readonly stoppedBy: string | null;
  /** Value of the other way that was chosen; null: none was. */
  readonly other: string | null;
}

export interface GoOnQuestions {
  /** Holds the run; `goesOn` is false when the person chose to stop, or when nobody answered after the last try. */
  askToGoOn(heldUp: HeldUp): Promise<WhetherToGoOn>;
  /** The provider cannot be reached: Retry goes on; otherwise how the run ends. */
  askForModel(detail: Text): Promise<End | 'go on'>;
}

/** Counts for one run how often it was held up. The run of an order, which nobody waits for, asks nobody: it tries again by itself, and is put off for later when that takes too long or somebody else wants the computer. */
export function createGoOnQuestions({
  ask,
  record,
  runId,
  state,
  terms,
  control,
  clock,
  model = null,
  modelUse = AS_CONFIGURED,
}: Pick<RunLog, 'record' | 'runId'> & {
  readonly state: () => Pick<RunState, 'performed' | 'performedBefore' | 'intended'>;
  readonly ask: Ask;
  /** null: a person waits for this run. */
  readonly terms: Pick<RunTerms, 'isWanted' | 'putOff'> | null;
  readonly control: Pick<RunControl, 'offTheClock' | 'signal' | 'stop'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly model?: Pick<Model, 'name'> | null;
  readonly modelUse?: Pick<ModelUse, 'second'>;
}): GoOnQuestions {
  let heldUp = 0;

  const hasActed = (): boolean => {
    const { performed, performedBefore, intended } = state();
    return intended !== null || performed.slice(performedBefore).some(({ action }) => isActing(action));
  };

  /** Waits for the next try; ends early when somebody else wants the computer. */
  const waitAMinute = async ({ isWanted }: Pick<RunTerms, 'isWanted'>): Promise<void> => {
    for (let left = TRY_AGAIN_AFTER_MS; left > 0 && !isWanted(); left -= WANTED_MS)
      await clock.sleep(WANTED_MS, control.signal);
  };

  /** Waits for the next try and says whether there is one; rejects when the run is put off. */
  const waitForNextTry = async (
    { title, detail, isLasting = false }: HeldUp,
    terms: Pick<RunTerms, 'isWanted' | 'putOff'>,
  ): Promise<WhetherToGoOn> => {
    if (heldUp < TRIES) await control.offTheClock(() => waitAMinute(terms));
    const goesOn = heldUp < TRIES && !terms.isWanted();
    if (goesOn) record({ type: 'run.resumed', by: 'deskhand' });
    else if (!isLasting && (await terms.putOff({ run: runId, hasActed: hasActed() }))) {
      control.stop({ kind: 'put off', title, detail });
      control.signal.throwIfAborted();
    }
    return { goesOn, stoppedBy: null, other: null };
  };

  const askToGoOn: GoOnQuestions['askToGoOn'] = async (held) => {
    const { title, detail, label, other } = held;
    heldUp += 1;
    const triesAgain = heldUp < TRIES;
    record({ type: 'run.paused', ...asWhy(join([title, detail], ' ')) });
    if (terms !== null) return await waitForNextTry(held, terms);
    const answer = await ask({
      text: [
        { bold: title },
        ' ',
        detail,
        ...(other === undefined ? [] : ['\n', other.question]),
        triesAgain ? say`\nI'll try again in a minute.` : '',
      ],
      choices: [
        ...(other === undefined ? [] : [other.choices.map((choice) => ({ ...choice, style: 'plain' as const }))]),
        [
          { label, value: 'resume', style: 'good' },
          { label: say`Stop`, value: 'stop', style: 'danger' },
        ],
      ],
      ...(triesAgain ? { timeoutMs: TRY_AGAIN_AFTER_MS } : {}),
      closing: (end) => [title, describeEnd(end, other)],
    });
    const chosen = answer.kind === 'choice' ? other?.choices.find(({ value }) => value === answer.value) : undefined;
    const goesOn =
      answer.kind === 'expired'
        ? triesAgain
        : chosen !== undefined || (answer.kind === 'choice' && answer.value === 'resume');
    if (goesOn) record({ type: 'run.resumed', by: answer.kind === 'expired' ? 'deskhand' : answer.by.id });
    return {
      goesOn,
      stoppedBy: goesOn || answer.kind === 'expired' ? null : answer.by.name,
      other: chosen?.value ?? null,
    };
  };

  return {
    askToGoOn,
    async askForModel(detail) {
      const { second } = modelUse;
      // The second model does not answer either, so the next call goes to the first one again.
      second?.leave();
      const title = second === null ? say`I can't reach the model.` : say`${model?.name ?? ''} does not answer.`;
      const other = second === null ? {} : { other: offerSecond(second) };
      const answer = await askToGoOn({ title, detail, label: say`Retry`, ...other });
      if (answer.other !== null) second?.use();
      if (answer.other === 'always') await second?.keep();
      if (answer.goesOn) return 'go on';
      return answer.stoppedBy === null ? outcomes.modelFailed(detail) : outcomes.stoppedBy(answer.stoppedBy);
    },
  };
}

function offerSecond({ name, stepUsd }: SecondModel): OtherWay {
  return {
    question:
      stepUsd === null
        ? say`Use ${name}? Its price is not known.`
        : say`Use ${name}, about ${{ usd: stepUsd }} a step?`,
    choices: [
      { label: say`Use it`, value: 'second' },
      { label: say`Always use it`, value: 'always' },
    ],
    chosen: say` Uses ${name} now.`,
  };
}

function describeEnd(end: Parameters<Parameters<Ask>[0]['closing']>[0], other: OtherWay | undefined): Text {
  if (end.kind === 'stopped' || (end.kind === 'choice' && end.value === 'stop')) return say` Stopped.`;
  const isOther = end.kind === 'choice' && other?.choices.some(({ value }) => value === end.value) === true;
  return isOther ? (other?.chosen ?? '') : say` Tried again.`;
}

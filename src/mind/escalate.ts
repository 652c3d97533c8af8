/** A run that gets nowhere is handed to the stronger model, once, with what went wrong. */
import { describeAction, nameElements } from '../action/describe.ts';
import type { ActiveRun } from '../run/run-ports.ts';
import { shorten } from '../words/amounts.ts';
import { speak } from '../words/speak.ts';
import { strongerMind } from './mind.ts';

const MAX_FAILURE = 600;

/** Whether there is a stronger model to hand it to that has not had its turn. */
export function canEscalate({ model, session }: ActiveRun): boolean {
  return model.needsPicture && session.mind.tier !== 'strong';
}

export function escalateStuck(run: ActiveRun): void {
  const { last } = run.state();
  const act = last === null ? 'the same' : speak(describeAction(last.action, nameElements(last.element)), 'en');
  handOver(run, `it kept doing the same and nothing came of it: ${act}. Find another way.`);
}

export function escalateUnfinished(run: ActiveRun, found: string): void {
  handOver(run, `it said "done" and the check found otherwise, time after time. The last time: ${found}`);
}

function handOver(run: ActiveRun, why: string): void {
  const failure = `Another model worked on this before you and failed: ${shorten(why, MAX_FAILURE)}`;
  run.session.mind = strongerMind(run.session.mind, failure, run.state().performed.length);
}

/**
 * The steps of a run as Slack shows tasks: chunks for a stream, each telling only what changed, and a plan block for a message whose
 * stream is over (https://docs.slack.dev/reference/methods/chat.appendStream, …/block-kit/blocks/plan-block). Pure.
 */

import type { types } from '@slack/bolt';
import type { Progress, ProgressStep } from '../../../src/ports/chat.ts';
import { escapeMrkdwn } from './markup.ts';

/** Slack's documentation says 256 for each field; what a phone shows is far less. */
const MAX_TITLE = 100;
/** Fewer than the 50 blocks of a message: with all their titles they stay below what a message may weigh. */
export const MAX_TASKS = 40;

const STATUSES = { doing: 'in_progress', done: 'complete', failed: 'error' } as const;

/** The chunks that turn the list `told` into `wanted`. A task that is sent again replaces its title and status. */
export function toChunks(told: Progress | null, wanted: Progress): types.AnyChunk[] {
  const known = new Map(told?.steps.map((step) => [step.id, step]));
  const title: types.AnyChunk[] =
    told?.title === wanted.title ? [] : [{ type: 'plan_update', title: cutTitle(wanted.title) }];
  const changed = wanted.steps.filter((step) => !isSame(known.get(step.id), step));
  return [...title, ...changed.map(toTask)];
}

/** The plan block; when there are too many steps it holds the last ones, after an entry that counts the others. */
export function toPlan({ title, steps }: Progress): types.PlanBlock {
  const left = steps.length > MAX_TASKS ? steps.slice(1 - MAX_TASKS) : steps;
  const earlier = steps.length - left.length;
  const first: ProgressStep[] = earlier === 0 ? [] : [{ id: 'earlier', title: `… +${earlier}`, state: 'done' }];
  return {
    type: 'plan',
    title: cutTitle(title),
    tasks: [...first, ...left].map((step) => ({
      type: 'task_card',
      task_id: step.id,
      title: cutTitle(step.title),
      status: STATUSES[step.state],
    })),
  };
}

/** What a notification says. */
export function toStepsFallback({ title }: Progress): string {
  return escapeMrkdwn(cutTitle(title));
}

function toTask({ id, title, state }: ProgressStep): types.AnyChunk {
  return { type: 'task_update', id, title: cutTitle(title), status: STATUSES[state] };
}

function isSame(one: ProgressStep | undefined, other: ProgressStep): boolean {
  return one !== undefined && one.title === other.title && one.state === other.state;
}

function cutTitle(title: string): string {
  // Plain text by its documentation; what would be a mention or a link elsewhere is none here either.
  const line = title
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/<(?=[@#!a-z])/gi, '‹');
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1).toWellFormed()}…` : line === '' ? '…' : line;
}

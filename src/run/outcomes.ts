/** The possible ends of a run, each with what happened and what the person can do. */

import type { Outcome } from '../journal/events.ts';
import { textOf } from '../words/said-error.ts';
import { clause, join, say, type Text } from '../words/say.ts';
import type { RunStopped } from './control.ts';
import type { Verification } from './verify/verify-done.ts';

/** An outcome whose message is not in any language yet. */
export interface End extends Omit<Outcome, 'message'> {
  readonly message: Text;
}

function end(outcome: Outcome['outcome'], reason: Outcome['reason'], message: Text, score: number | null = null): End {
  return { outcome, reason, message, score };
}

export function verified(summary: Text, verification: Verification): End {
  return end('verified', 'checked', join([summary, ...listPassed(verification)], ''), verification.score);
}

export function unverified(summary: Text, verification: Verification): End {
  const { text } = verification;
  const said =
    text === ''
      ? say`I couldn't verify this. Please check.`
      : say`I couldn't verify this (${clause(text)}). Please check.`;
  return end('unverified', 'no-check', join([summary, '\n', said, ...listPassed(verification)], ''));
}

export function notDone(summary: Text, verification: Verification): End {
  const { score, text } = verification;
  const said = say`I reported “${clause(summary)}”, but the check found: ${text}`;
  return end('failed', 'not-done', join([said, ...listPassed(verification)], ''), score);
}

/** A line for each check that passed. */
function listPassed({ seen, checks }: Verification): readonly Text[] {
  const held = checks.filter(({ passed, check }) => passed && check !== '').map(({ check }) => check);
  const lines = [...(seen === '' ? [] : [seen]), ...held];
  return lines.map((line) => join(['\n✓ ', line], ''));
}

export function gaveUp(summary: Text): End {
  return end('failed', 'not-done', summary);
}

export function denied(): End {
  return end('stopped', 'denied', say`You denied a step this needs, so I stopped there.`);
}

/** The person refused the scope of the whole run. */
export function deniedScope(by: string): End {
  return end('stopped', 'denied', say`Denied by ${by}; nothing was done.`);
}

export function expired(): End {
  return end('stopped', 'expired', say`No answer came in time, so I stopped. Tap Again when you're back.`);
}

export function stuck(): End {
  return end(
    'failed',
    'stuck',
    say`I kept trying the same thing without success. Word it differently, or do the hard part yourself and tap Again.`,
  );
}

export function budgetEnded(text: Text, by: 'stop' | 'expired' | 'of order'): End {
  if (by === 'of order') return end('failed', 'budget', say`${text} This order may use no more.`);
  const how = by === 'stop' ? say`You stopped it there.` : say`No answer came, so I stopped there.`;
  return end('stopped', 'budget', join([text, how], ' '));
}

/** `detail`: what the provider said about its last refusal or cut-off reply; '' for replies that made no sense (`reason`). */
export function malformedReplies(reason: Text, detail: Text): End {
  const message =
    detail === ''
      ? say`The model gave three answers in a row that I couldn't use (${reason}). Tap Again to retry.`
      : say`${detail} I asked three times.`;
  return end('failed', 'malformed', message);
}

export function modelFailed(detail: Text): End {
  return end('failed', 'model', detail);
}

export function desktopFailed(detail: Text): End {
  return end('failed', 'desktop', say`I can't reach the screen: ${detail}. Tap Again once it is back.`);
}

export function journalFailed(detail: Text): End {
  return end(
    'failed',
    'journal',
    say`I couldn't keep my record, so I stopped before doing more. ${detail} Tap Again once that is fixed.`,
  );
}

export function broke(error: unknown): End {
  return end(
    'failed',
    'error',
    say`Something went wrong in Deskhand: ${textOf(error)}. The log has the details. Tap Again to retry.`,
  );
}

/** `also`: what else came of the stop; ''. */
export function stoppedBy(name: string, also: Text = ''): End {
  const by = say`Stopped by ${name}.`;
  return end('stopped', 'person', also === '' ? by : join([by, also], ' '));
}

export function cancelled(name: string): End {
  return end('stopped', 'person', say`Cancelled by ${name}; nothing was done.`);
}

export function gaveUpPlanning(): End {
  return end(
    'stopped',
    'person',
    say`We couldn't agree on a plan, so nothing was done. Word it differently and tap Again.`,
  );
}

/** The parts of a plan in order, each with its own end. */
export function planDone(isVerified: boolean, score: number | null, parts: Text): End {
  return isVerified ? end('verified', 'checked', parts, score) : end('unverified', 'no-check', parts);
}

/** The end of the part that could not be finished, as the end of the plan. */
export function partFailed(part: End, parts: Text): End {
  return { ...part, message: join([part.message, parts], '\n') };
}

/** The part used up the steps that its role gives it. */
export function partSpent(steps: number): End {
  return end('failed', 'budget', say`All ${steps} steps of this part are used up.`);
}

/** Only for a run of a standing order. */
function needsAnswer(yes: 'park' | 'skip' | 'fail'): End {
  if (yes === 'park')
    return end(
      'stopped',
      'parked',
      say`I need your answer to go on, so I stopped there and freed the computer. The question stays below.`,
    );
  if (yes === 'skip')
    return end('stopped', 'skipped', say`I needed your answer to go on, so this time was left out, as the order says.`);
  return end('failed', 'needs answer', say`I needed your answer to go on; for this order that counts as failed.`);
}

export function stopped({ why }: RunStopped): End {
  switch (why.kind) {
    case 'person':
      return stoppedBy(why.name, why.also);
    case 'signal':
      return end('interrupted', 'signal', sayStopped(why.detail));
    case 'failsafe':
      return end(
        'stopped',
        'failsafe',
        why.by === 'corner'
          ? say`The mouse was pushed into the top-left corner, so everything stopped.`
          : say`The stop keys were pressed on the computer, so everything stopped.`,
      );
    case 'journal':
      return journalFailed(why.detail);
    case 'question':
      return needsAnswer(why.yes);
    case 'other part':
      return end('stopped', 'other part', say`Part ${why.part} ended the plan, so this part stopped as well.`);
    case 'put off':
      return end('interrupted', 'put off', say`${why.title} ${why.detail} I stopped there and freed the computer.`);
  }
}

/** Who stopped the process, by its signal: Ctrl+C was somebody at the computer; others come from the system or a service. */
function sayStopped(by: string): Text {
  if (by === 'SIGINT') return say`Deskhand was stopped on the computer (Ctrl+C).`;
  return by.startsWith('SIG') ? say`Deskhand was stopped on the computer.` : say`Deskhand had to stop: ${clause(by)}.`;
}

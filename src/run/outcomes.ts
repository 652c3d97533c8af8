/** The ends of a run, each with what happened and what the person can do. */

import type { RunStopped } from './control.ts';
import type { Outcome } from './events.ts';
import type { Verification } from './verify-done.ts';

function end(
  outcome: Outcome['outcome'],
  reason: Outcome['reason'],
  message: string,
  score: number | null = null,
): Outcome {
  return { outcome, reason, message, score };
}

export function verified(summary: string, verification: Verification): Outcome {
  return end('verified', 'checked', `${summary}${listPassed(verification)}`, verification.score);
}

export function unverified(summary: string, verification: Verification): Outcome {
  const { text } = verification;
  const because = text === '' ? '' : ` (${text.replace(/[.\s]+$/, '')})`;
  const passed = listPassed(verification);
  return end('unverified', 'no-check', `${summary}\nI could not check it${because}. Please look yourself.${passed}`);
}

export function notDone(summary: string, verification: Verification): Outcome {
  const { score, text } = verification;
  return end(
    'failed',
    'not-done',
    `It said “${summary}”, but the check found: ${text}${listPassed(verification)}`,
    score,
  );
}

/** A line for everything that was looked at and found good; '' when there is none. */
function listPassed({ seen, checks }: Verification): string {
  const held = checks.filter(({ passed }) => passed).map(({ check }) => check);
  return [...(seen === '' ? [] : [seen]), ...held].map((line) => `\n✓ ${line}`).join('');
}

export function gaveUp(summary: string): Outcome {
  return end('failed', 'not-done', summary);
}

export function denied(): Outcome {
  return end('stopped', 'denied', 'You denied a step that it needs. Nothing was done after that.');
}

export function expired(): Outcome {
  return end('stopped', 'expired', 'Nobody answered in time, and no answer means no. Tap Again when you are back.');
}

export function stuck(): Outcome {
  return end(
    'failed',
    'stuck',
    'It kept doing the same without anything coming of it. Say it differently, or do the hard part by hand and tap Again.',
  );
}

export function budgetEnded(text: string, by: 'stop' | 'expired'): Outcome {
  const how = by === 'stop' ? 'You chose to stop there.' : 'Nobody answered, so I stopped there.';
  return end('stopped', 'budget', `${text} ${how}`);
}

/** `detail`: what the provider said about its last refusal or cut-off reply; '' for replies that made no sense (`reason`). */
export function malformedReplies(reason: string, detail: string): Outcome {
  const message =
    detail === ''
      ? `The model answered three times in a row with something unusable (${reason}). Tap Again to try once more.`
      : `${detail} I asked three times.`;
  return end('failed', 'malformed', message);
}

export function modelFailed(detail: string): Outcome {
  return end('failed', 'model', detail);
}

export function desktopFailed(detail: string): Outcome {
  return end('failed', 'desktop', `I cannot reach the screen: ${detail}. When it is back, tap Again.`);
}

export function journalFailed(detail: string): Outcome {
  return end(
    'failed',
    'journal',
    `I could not write down what I do, so I stopped before doing more. ${detail} Tap Again when that is mended.`,
  );
}

export function broke(error: unknown): Outcome {
  const what = error instanceof Error ? error.message : String(error);
  return end(
    'failed',
    'error',
    `Something went wrong inside Deskhand: ${what}. The log has the details; tap Again to try once more.`,
  );
}

export function stoppedBy(name: string): Outcome {
  return end('stopped', 'person', `Stopped by ${name}.`);
}

export function stopped({ why }: RunStopped): Outcome {
  switch (why.kind) {
    case 'person':
      return stoppedBy(why.name);
    case 'signal':
      return end('interrupted', 'signal', `Deskhand was shut down (${why.detail}).`);
    case 'failsafe':
      return end('stopped', 'failsafe', 'The pointer was pushed into the top-left corner: everything stopped.');
    case 'journal':
      return journalFailed(why.detail);
  }
}

/** The card a person decides on: exactly what will run, how risky it is and why; the model's own words marked as such. */
import { createHash } from 'node:crypto';
import { fullText } from '../../action/describe.ts';
import type { Choice } from '../../outbound/questions.ts';
import type { SpokenSpan } from '../../outbound/spoken.ts';
import type { OutboundMessage } from '../../ports/chat.ts';
import { RISK_NAMES } from '../../safety/risk.ts';
import { shorten } from '../../words/amounts.ts';
import { NO_RUN, sayRun } from '../../words/run-name.ts';
import { clause, join, say, type Text } from '../../words/say.ts';
import { hasLookAlikes, showHiddenIn, showInBlock, showInLine } from '../../words/visible.ts';
import { showValues } from '../outside-values.ts';
import { UNKNOWN_TEXT } from '../typed-text.ts';
import { sayOffer } from './allow-always.ts';
import type { CardFacts } from './card-facts.ts';
import { askFor } from './card-question.ts';

/** A longer text is sent as a file beside the card, since a phone shows no more at once. */
const SHOWN_CHARACTERS = 1500;
const END_CHARACTERS = 300;
const INTENT_CHARACTERS = 120;

export function renderCard(facts: CardFacts): {
  readonly text: readonly SpokenSpan[];
  readonly file: OutboundMessage['file'];
} {
  const { action, judgement } = facts;
  const whole = wholeText(facts);
  const isLong = whole !== null && whole.length > SHOWN_CHARACTERS;
  const text: SpokenSpan[] = [];
  if (facts.again !== '') text.push(say`Asking again: ${facts.again}.\n`);
  if (judgement.risk === 'critical') text.push({ bold: say`Critical.` }, ' ');
  text.push({ bold: askFor(facts) });
  if (whole !== null) text.push('\n', { block: showInBlock(isLong ? showEnds(whole) : whole) });
  if (isLong) {
    const hash = createHash('sha256').update(whole).digest('hex').slice(0, 16);
    text.push(say`\nAll ${whole.length} characters are in the attached file (sha256 ${hash}…).`);
  }
  if (whole !== null && hasLookAlikes(whole)) text.push(say`\n⚠ Some letters look like others; read it closely.`);
  text.push(whole === null ? '\n\n' : '\n', say`${clause(showHiddenIn(judgement.reason))}.`);
  const where = describePlace(facts);
  // With an offer below it, the place goes on the same line, so that a phone shows the whole text above the picture.
  if (where !== '') text.push(facts.offer === null ? '\n' : ' ', where);
  const sent = showValues(facts.values);
  if (sent.length > 0) text.push('\n', ...sent.slice(0, -1));
  // A second card leaves out the model's words, which were on the first, in favour of what has changed.
  if (facts.intent !== '' && facts.again === '' && judgement.risk !== 'critical') {
    text.push('\n', { quiet: say`The model says: ${shorten(showInLine(facts.intent), INTENT_CHARACTERS)}` });
  }
  if (facts.offer !== null) text.push('\n', { quiet: sayOffer(facts.offer) });
  text.push('\n', {
    quiet: join(
      [
        RISK_NAMES[judgement.risk],
        say`${facts.runId === NO_RUN ? say`by hand` : sayRun(facts.runId)}, asked by ${showInLine(facts.askedBy)}`,
        ...sayUntil(facts),
      ],
      ' · ',
    ),
  });
  return { text, file: isLong ? { name: `${action.action}.txt`, bytes: new TextEncoder().encode(whole) } : null };
}

function sayUntil({ countdownS, expiresAt, askedAt }: CardFacts): readonly Text[] {
  if (countdownS !== null) return [say`done ${countdownS} s after this arrives unless you deny; it can be taken back`];
  return expiresAt === null ? [] : [say`open until ${{ clock: expiresAt, said: askedAt }}`];
}

const UNKNOWN_STRETCH = new RegExp(`${UNKNOWN_TEXT}+`, 'g');
/** Stands for text typed by keys whose effect is unknown. */
const SOMETHING = ' ⟨other keys⟩ ';

/** Beginning and end of a long text, since its end runs as well as its beginning. */
function showEnds(whole: string): string {
  const points = Array.from(whole);
  return `${points.slice(0, SHOWN_CHARACTERS - END_CHARACTERS).join('')}\n[…]\n${points.slice(-END_CHARACTERS).join('')}`;
}

/** Everything that takes effect with this action: Enter sends the line that was typed before it. */
function wholeText({ action, typed }: CardFacts): string | null {
  const before = typed.replace(UNKNOWN_STRETCH, SOMETHING);
  if (action.action === 'type') return before + action.text;
  return action.action === 'key' && typed !== '' ? before : fullText(action);
}

/**
 * “Allow for this run” is offered only where repeating the very same kind of act is harmless enough, “Allow always” where a scope could
 * hold it, “Deny…” only where a run goes on: after an act by hand nobody is there who could take a reason.
 */
export function renderChoices(
  { mayGrant, mayAlways, isCut }: { readonly mayGrant: boolean; readonly mayAlways: boolean; readonly isCut: boolean },
  runId: string,
): readonly (readonly Choice[])[] {
  const first: readonly Choice[] = [
    { label: say`Approve`, value: 'approve', style: 'good' },
    { label: say`Deny`, value: 'deny', style: 'danger' },
  ];
  const why: Choice = { label: say`Why?`, value: WHY, style: 'plain' };
  const reason: Choice = { label: say`Deny…`, value: 'deny_reason', style: 'plain' };
  const grant: Choice = { label: say`Allow for this run`, value: 'this_run', style: 'plain' };
  const whole: readonly Choice[] = isCut ? [{ label: say`Whole screen`, value: WHOLE, style: 'plain' }] : [];
  if (runId === NO_RUN) return [first, [why, ...whole]];
  const always: Choice = { label: say`Allow always`, value: 'always', style: 'plain' };
  const further = [...(mayGrant ? [grant] : []), ...(mayAlways ? [always] : [])];
  const last = [why, ...whole, reason];
  return further.length > 0 ? [first, further, last] : [first, last];
}

/** Choices that do not answer the question: the card shows the reasons or the whole screen, and stays open. */
export const WHY = 'why';
export const WHOLE = 'whole';

function describePlace({ action, app, window, cwd }: CardFacts): Text {
  if (action.action === 'shell') return cwd === '~' ? say`In your home folder` : say`In ${showInLine(cwd)}`;
  if (app === '') return '';
  const place = window === '' ? app : `${app} — ${shorten(window, 80)}`;
  return say`In ${showInLine(place)}`;
}

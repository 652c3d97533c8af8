/** The ledger in the prompt: its texts in the cached part, how each wish stands in the step, at most 60 tokens. Pure. */
import type { Claims, KeptWish } from '../../ledger/wish.ts';

/** 60 tokens at 3.5 bytes each. */
const MAX_STATUS_BYTES = 205;

/** For the system prompt; '' without a ledger. The same bytes as long as no wish is added or changed. */
export function renderWishes(wishes: readonly KeptWish[]): string {
  if (wishes.length === 0) return '';
  return [
    'The goal has these wishes; each is checked by itself at the end:',
    ...wishes.map(({ id, text, never }) => `${id}. ${never === true ? '(must hold to the end) ' : ''}${text}`),
    'When one is reached, say so in "note", with what it shows: "wish 2 done: 12 rows". When one cannot be: "wish 2 impossible: why". done only when no wish is open.',
  ].join('\n');
}

/** Before the first step only the check of an earlier run's ledger can have found something. */
function whenFound(step: number): string {
  return step === 0 ? 'checked at the start' : `step ${step}`;
}

/** One line for the step; '' without a ledger. */
export function renderStatus(wishes: readonly KeptWish[], claims: Claims): string {
  if (wishes.length === 0) return '';
  const groups: Record<'done' | 'you said done' | 'impossible' | 'waived' | 'open', string[]> = {
    done: [],
    'you said done': [],
    impossible: [],
    waived: [],
    open: [],
  };
  for (const { id, status } of wishes) {
    const claim = claims[id];
    if (status.name === 'waived') groups.waived.push(`${id}`);
    else if (status.name === 'done')
      groups.done.push(`${id} (${status.isOld === true ? 'look again' : whenFound(status.step)})`);
    else if (status.against === '' && claim !== undefined)
      groups[claim.impossible === null ? 'you said done' : 'impossible'].push(`${id} (step ${claim.step})`);
    else groups.open.push(`${id}`);
  }
  const say = (bare: boolean): string =>
    `Wishes: ${Object.entries(groups)
      .filter(([, ids]) => ids.length > 0)
      .map(([name, ids]) => `${name} ${(bare ? ids.map((id) => id.replace(/ \(.*/, '')) : ids).join(', ')}`)
      .join('; ')}.`;
  const whole = say(false);
  return Buffer.byteLength(whole) <= MAX_STATUS_BYTES ? whole : say(true);
}

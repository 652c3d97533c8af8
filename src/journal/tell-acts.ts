/** Acts of a part before it failed or was interrupted, in one line of English, for the model that continues it: data. Pure. */
import { describeAction, nameElements } from '../action/describe.ts';
import { isActing } from '../action/kinds.ts';
import { oneLine, shorten } from '../words/amounts.ts';
import { speak } from '../words/speak.ts';
import type { RunState } from './run-state.ts';

const MOST_ACTS = 8;
const MAX_ACT = 80;

type Told = Pick<RunState['performed'][number], 'action' | 'element'>;

export function tellActs({
  performed,
  intended,
}: Pick<RunState, 'performed'> & { readonly intended: Told | null }): string {
  const say = ({ action, element }: Told): string =>
    shorten(oneLine(speak(describeAction(action, nameElements(element)), 'en')), MAX_ACT);
  const done = performed.filter(({ ok, action }) => ok && isActing(action)).slice(-MOST_ACTS);
  const told =
    done.length === 0 ? 'Nothing is known to have been changed by it.' : `It did: ${done.map(say).join('; ')}.`;
  return intended === null ? told : `${told} Whether this happened is unknown: ${say(intended)}.`;
}

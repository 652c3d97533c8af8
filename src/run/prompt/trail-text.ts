/** The trail in a step's prompt: one line an act, the same acts in a row as one, at most 150 tokens. Names and reasons came from the screen: fenced. */
import { describeAction, nameElements } from '../../action/describe.ts';
import { isSeenOnScreen } from '../../action/kinds.ts';
import type { Trace } from '../../journal/trail.ts';
import { oneLine, shortenWords } from '../../words/amounts.ts';
import { english } from '../../words/speak.ts';
import { fence } from '../../words/untrusted.ts';

const MOST_LINES = 8;
const MAX_ACT = 40;
const MAX_WHY = 24;
/** 150 tokens with head and fence, at 3.5 bytes a token. */
const MAX_BYTES = 450;
const HEAD = 'Before that, by step:';

/** Lines about the acts before the last one; none when there are none. Pure. */
export function renderTrail(trail: readonly Trace[]): readonly string[] {
  const lines: string[] = [];
  let bytes = 0;
  for (const line of joinRepeats(trail.slice(0, -1)).slice(-MOST_LINES).reverse()) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > MAX_BYTES) break;
    lines.unshift(line);
  }
  return lines.length === 0 ? [] : [HEAD, fence('trail', lines.join('\n'))];
}

function joinRepeats(traces: readonly Trace[]): readonly string[] {
  const runs: { readonly from: number; to: number; readonly said: string; times: number }[] = [];
  for (const trace of traces) {
    const said = `${sayDone(trace)}: ${sayCame(trace)}`;
    const before = runs.at(-1);
    if (before?.said !== said) runs.push({ from: trace.step, to: trace.step, said, times: 1 });
    else {
      before.to = trace.step;
      before.times += 1;
    }
  }
  return runs.map(({ from, to, said, times }) => {
    const steps = from === to ? `${from}` : `${from}-${to}`;
    return `${steps} ${said}${times === 1 ? '' : ` (${times} times)`}`;
  });
}

function sayDone({ action, element }: Trace): string {
  if (action.action === 'done') return 'said done';
  // Text typed into a password field is never repeated.
  if (action.action === 'type' && /password/i.test(element?.role ?? '')) return 'typing a password';
  const said = english(describeAction(action, nameElements(element))).replace(/[“”]/g, '"');
  return shortenWords(oneLine(said), MAX_ACT);
}

function sayCame({ action, came, why }: Trace): string {
  switch (came) {
    case 'changed':
      return 'changed';
    case 'unchanged':
      return isSeenOnScreen(action) ? 'no change' : 'done';
    case 'done':
      return 'done';
    case 'failed': {
      const reason = oneLine(english(why));
      return reason === '' ? 'failed' : `failed, ${shortenWords(reason, MAX_WHY)}`;
    }
    case 'unknown':
      return 'may not have happened';
    case 'refused':
      return 'denied';
    case 'not so':
      return 'check says no';
  }
}

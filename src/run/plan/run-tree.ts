/** Works on the parts of a plan, side by side where they do not need each other, until all are settled or the plan is over. */
import { type AgreedPart, type LeftPlan, type PartResult, RESULT_LIMITS } from '../../journal/plan-events.ts';
import { isGood } from '../../journal/plan-state.ts';
import type { RunState } from '../../journal/run-state.ts';
import { asNotDone } from '../../journal/said.ts';
import { tellActs } from '../../journal/tell-acts.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { join, type Text } from '../../words/say.ts';
import { english } from '../../words/speak.ts';
import type { Ask } from '../ask.ts';
import type { PartControl, RunControl } from '../control.ts';
import type { End } from '../outcomes.ts';
import * as outcomes from '../outcomes.ts';
import type { RunLog } from '../run-log.ts';
import type { SaidWords } from '../said-words.ts';
import { askWhatNow, mayBeRepeated, sayStatus } from './after-failure.ts';
import { tellResult } from './part-result.ts';
import type { PlanSoFar } from './plan.ts';
import { choosePartsToBegin, type PartStatus } from './schedule.ts';

export interface PartRequest {
  readonly part: AgreedPart;
  /** Number of all parts, including those planned anew. */
  readonly total: number;
  /** From 1. */
  readonly attempt: number;
  /** What this part needs of earlier parts' results, and the result of its own earlier try; ''. */
  readonly context: string;
  /** The part's own stop and wait. */
  readonly control: PartControl;
  /** Called once it has a journal of its own. */
  readonly begun: (run: string) => void;
}

export interface PartEnd {
  /** The part's own run; '' where it never had one. */
  readonly run: string;
  readonly end: End;
  readonly state: RunState;
  readonly result: PartResult;
}

/** A part as it stands when the plan is over. */
export interface Settled {
  readonly part: AgreedPart;
  readonly status: PartStatus;
  /** The last try; null where this run made none. */
  readonly ended: PartEnd | null;
  /** null: it was never done. */
  readonly result: PartResult | null;
  readonly isChecked: boolean;
}

export interface TreeNeeds extends Pick<RunLog, 'record' | 'sync' | 'state'> {
  readonly ask: Ask;
  readonly said: Pick<SaidWords, 'note'>;
  readonly control: Pick<RunControl, 'signal' | 'part' | 'whenResumed'>;
  readonly runPart: (request: PartRequest) => Promise<PartEnd>;
  /** Plans the remaining parts anew; null: the model has no other plan. */
  readonly planAnew: (soFar: PlanSoFar) => Promise<readonly AgreedPart[] | null>;
  /** A part is good. */
  readonly noteDone: (part: AgreedPart, ended: PartEnd) => void;
  readonly noteSkipped: (part: AgreedPart, by: string) => void;
}

interface Node {
  readonly part: AgreedPart;
  status: PartStatus;
  attempt: number;
  learnt: string;
  ended: PartEnd | null;
  result: PartResult | null;
  isChecked: boolean;
}

/** `end`: end of the plan before all its parts have ended; null when they have. Rejects with a part's error, once no part is at work. */
export async function runTree(
  agreed: readonly AgreedPart[],
  before: Pick<LeftPlan, 'done' | 'cut'>,
  run: TreeNeeds,
): Promise<{ readonly end: End | null; readonly settled: readonly Settled[] }> {
  let nodes: readonly Node[] = agreed.map((part) => takeUp(part, before));
  const under = new Map<Node, { readonly control: PartControl; readonly ended: Promise<Node> }>();
  let hasPlannedAnew = false;

  const scheduled = () => nodes.map(({ part, status }) => ({ ...part, desktop: part.desktop !== false, status }));
  const contextOf = ({ part, learnt }: Node): string =>
    [
      ...part.needs.flatMap((need) => {
        const needed = nodes.find((one) => one.part.number === need);
        if (needed === undefined) return [];
        if (needed.status === 'skipped') return [`Part ${need} was left out.`];
        return needed.result === null ? [] : [tellResult(need, needed.part.goal, needed.result)];
      }),
      ...(learnt === '' ? [] : [learnt]),
    ].join('\n');

  const work = async (node: Node, control: PartControl): Promise<Node> => {
    const { part, attempt } = node;
    try {
      await control.whenResumed();
      const begun = (own: string): void => {
        run.record({ type: 'part.begun', part: part.number, attempt, run: own });
      };
      const context = contextOf(node);
      const ended = await run.runPart({ part, total: nodes.length, attempt, context, control, begun });
      node.ended = ended;
      const { outcome } = ended.end;
      const { result } = ended;
      const { message } = ended.end;
      // The summary cuts a longer one, and is told instead.
      const why = !result.done && english(message).length <= RESULT_LIMITS.summary ? asNotDone(message) : {};
      run.record({ type: 'part.ended', part: part.number, attempt, run: ended.run, outcome, result, ...why });
      await run.sync();
      return node;
    } finally {
      control.leave();
    }
  };
  const begin = (number: number): void => {
    const node = nodes.find(({ part }) => part.number === number);
    if (node === undefined) return;
    node.status = 'under way';
    const control = run.control.part();
    under.set(node, { control, ended: work(node, control) });
  };
  const endOthers = async (number: number): Promise<void> => {
    for (const { control } of under.values()) control.end({ kind: 'other part', part: number });
    const ended = await Promise.allSettled([...under.values()].map(({ ended }) => ended));
    under.clear();
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed !== undefined && !run.control.signal.aborted) throw failed.reason;
  };

  /** null: the plan goes on. */
  const settle = (node: Node): End | null => {
    const { ended, part, attempt } = node;
    if (ended === null) return null;
    const { end, result } = ended;
    node.status = isGood(end.outcome) ? 'done' : 'failed';
    if (node.status === 'done') {
      node.result = result;
      node.isChecked = end.outcome === 'verified';
      run.noteDone(part, ended);
      return null;
    }
    if (!mayBeRepeated(end)) return end;
    node.learnt = learnFrom(ended);
    if (attempt === 1) Object.assign(node, { status: 'waiting', attempt: 2 });
    return null;
  };

  /** Called when no part is at work and this one failed twice. null: the plan goes on. */
  const goOnAfter = async (node: Node): Promise<End | null> => {
    const why = node.ended?.end ?? outcomes.stuck();
    if (!hasPlannedAnew) {
      hasPlannedAnew = true;
      const first = Math.max(...nodes.map(({ part }) => part.number)) + 1;
      const anew = await run.planAnew({
        done: nodes.flatMap(({ part, result }) =>
          result === null ? [] : [{ number: part.number, line: tellResult(part.number, part.goal, result) }],
        ),
        failed: `Part ${node.part.number} (${node.part.goal}): ${english(why.message)}`,
        first,
      });
      if (anew !== null) {
        const kept = nodes.filter(({ status }) => status === 'done' || status === 'skipped');
        nodes = [...kept, ...anew.map((part) => takeUp(part, { done: [], cut: [] }))];
        run.record({ type: 'plan.agreed', parts: nodes.map(({ part }) => part), by: 'deskhand' });
        return null;
      }
    }
    const { number, goal } = node.part;
    const answer = await askWhatNow(number, goal, why.message, run.ask);
    if (answer.kind === 'expired') return outcomes.expired();
    if (answer.kind === 'stop') return outcomes.stoppedBy(answer.by);
    if (answer.kind === 'skip') {
      node.status = 'skipped';
      run.record({ type: 'part.skipped', part: number, by: answer.by });
      run.noteSkipped(node.part, answer.by);
      return null;
    }
    if (answer.words !== '') {
      run.said.note(answer.words);
      run.record({ type: 'hint.received', by: answer.by, text: answer.words });
      node.learnt = `${node.learnt}\nThe person says about it: ${answer.words}`;
    }
    Object.assign(node, { status: 'waiting', attempt: node.attempt + 1 });
    return null;
  };

  const over = (end: End | null) => ({ end, settled: nodes.map(({ part, ...node }) => ({ part, ...node })) });
  try {
    for (;;) {
      const failed = nodes.find(({ status }) => status === 'failed');
      if (failed === undefined) for (const number of choosePartsToBegin(scheduled())) begin(number);
      if (under.size === 0) {
        run.control.signal.throwIfAborted();
        if (failed === undefined) return over(null);
        const end = await goOnAfter(failed);
        if (end !== null) return over(end);
        continue;
      }
      const node = await Promise.race([...under.values()].map(({ ended }) => ended));
      under.delete(node);
      const end = settle(node);
      if (end === null) continue;
      await endOthers(node.part.number);
      return over(end);
    }
  } finally {
    // After any end no part may go on in the background.
    if (under.size > 0) await endOthers(0).catch(() => undefined);
  }
}

function takeUp(part: AgreedPart, { done, cut }: Pick<LeftPlan, 'done' | 'cut'>): Node {
  const before = done.find((one) => one.part === part.number);
  const did = cut.find((one) => one.part === part.number)?.did;
  return {
    part,
    status: before === undefined ? 'waiting' : 'done',
    attempt: 1,
    learnt:
      did === undefined ? '' : `An earlier try of this part was cut off. ${did} Look before doing any of it again.`,
    ended: null,
    result: before?.result ?? null,
    isChecked: before?.checked ?? false,
  };
}

function learnFrom({ end, state }: PartEnd): string {
  return `A first try of this part was not good: ${shorten(oneLine(english(end.message)), 300)}. ${tellActs(state)} Look before doing any of it again.`;
}

/** Every part with how far it came. */
export function listParts(settled: readonly Settled[]): Text {
  return join(
    settled.map(({ part, status }) =>
      join([`${part.number}. ${shorten(oneLine(part.goal), 100)} – `, sayStatus(status)], ''),
    ),
    '\n',
  );
}

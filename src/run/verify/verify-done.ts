/** Checks a claimed "done": the fast model judges a fresh look, and Deskhand carries out typed checks of the skill, the model and the ledger. */

import { answerOf, type CheckingPorts, checkPorts, prepareChecks } from '../../checks/check-ports.ts';
import { type Comparison, formatShare } from '../../checks/compare.ts';
import type { FolderChanges } from '../../checks/compare-folders.ts';
import { type CheckPorts, runChecks } from '../../checks/expect.ts';
import { chooseSafe, type Limits } from '../../checks/proposed-checks.ts';
import { checkUntouched, fenceChanges } from '../../checks/untouched.ts';
import type { CheckResult } from '../../journal/acted.ts';
import type { Recordings } from '../../journal/recordings.ts';
import { asText, noteCheck } from '../../journal/said.ts';
import type { Check } from '../../ledger/check.ts';
import { type Claims, type KeptWish, stillWanted } from '../../ledger/wish.ts';
import type { Model, Usage } from '../../ports/model.ts';
import type { Observation } from '../../screen/observe.ts';
import { isUnseen } from '../../screen/unusable.ts';
import type { SkillMatch } from '../../skills/match-skill.ts';
import { clause, join, say, type Text } from '../../words/say.ts';
import { english } from '../../words/speak.ts';
import type { RunControl } from '../control.ts';
import type { DecidedBy } from '../decide/decider.ts';
import type { Budget } from '../limits/budget.ts';
import { fillParams } from '../outside-values.ts';
import type { RunLog } from '../run-log.ts';
import type { SaidWords } from '../said-words.ts';
import { fillChecks, withoutDoubles } from './choose-checks.ts';
import type { FirstLook } from './first-look.ts';
import { guessFrom } from './heuristic.ts';
import type { ScopeWatch } from './scope-watch.ts';
import {
  parseVerdict,
  renderVerifyText,
  VERIFY_SCHEMA,
  VERIFY_SYSTEM,
  VERIFY_WISHES_SCHEMA,
  VERIFY_WISHES_SYSTEM,
  type WishVerdict,
} from './verify-prompt.ts';
import { gatherChecks, listWishes, tellOpen, weighWishes } from './weigh-wishes.ts';
import { isJudgedByModel, isOthers } from './who-judges.ts';
import { readWishPictures, type WishPictures } from './wish-pictures.ts';

/** A score from here on passes (design, section 1). */
export const PASS_SCORE = 70;
const MAX_TOKENS = 2048;
const NO_PICTURES: WishPictures = { jpegs: [], of: [] };

export interface VerifyNeeds extends RunLog, CheckingPorts {
  /** null: there is no model to look at the screen. */
  readonly model: Model | null;
  readonly skill: Pick<SkillMatch, 'skill' | 'params'> | null;
  readonly budget: Pick<Budget, 'reachedForCall'>;
  readonly firstLook: Pick<FirstLook, 'compareWith' | 'title'>;
  readonly scopeWatch: Pick<ScopeWatch, 'compareFolders'>;
  readonly said: Pick<SaidWords, 'own'>;
  readonly recordings: Pick<Recordings, 'saveFrame' | 'readFrame'>;
  /** The ledger, as far as this run has to prove it; empty without one. */
  readonly wishes: () => readonly KeptWish[];
  readonly claims: () => Claims;
  readonly control: Pick<RunControl, 'signal'>;
  /** Actions of a part without a screen; null when the run has one. */
  readonly beside: readonly string[] | null;
}

export interface Verification {
  /** null: there was nothing to check with, or the checker could not be reached. */
  readonly passed: boolean | null;
  readonly score: number | null;
  /** The findings, for the person and the next iteration. */
  readonly text: Text;
  /** What the picture showed when it passed; ''. */
  readonly seen: string;
  readonly checks: readonly CheckResult[];
  /** Whether everything open cannot be done, according to the working model; then the run does not go on. */
  readonly isHopeless: boolean;
  /** All would be good, but of some wish nothing shows whether it is done. */
  readonly isUnshown: boolean;
}

/** A claim that the goal is reached, and its decider. */
export interface Claim {
  readonly summary: Text;
  readonly by: DecidedBy;
}

/** Records verification.done. Keeps the picture that was judged, to be shown beside the run's first. */
export async function verifyDone(claim: Claim, observation: Observation, run: VerifyNeeds): Promise<Verification> {
  const comparison = run.firstLook.compareWith(observation);
  const wishes = stillWanted(run.wishes());
  const changes = wishes.length === 0 ? [] : await run.scopeWatch.compareFolders(run.control.signal);
  const visual = await judgeByModel(claim, observation, { comparison, wishes, changes }, run);
  const look = {
    ...checkPorts(run, observation),
    answer: answerOf(run.state().last),
    firstTitle: run.firstLook.title(),
  };
  const expected =
    run.skill === null ? [] : fillChecks(run.skill.skill, fillParams(run.skill.params, run.state().values));
  await prepareChecks([...expected, ...visual.proposed], run, run.control.signal);
  const wanted = [...expected, ...chooseSafe(visual.proposed, look)];
  const checks = await runChecks(withoutDoubles(wanted), look, run.control.signal);
  const weighed = await weigh({ wishes, changes }, visual, look, run);
  const failed = checks.filter((check) => !check.passed && check.isUntold !== true);
  const untold = checks.filter((check) => check.isUntold === true);
  // A verdict without wishes answers for all of them together.
  const isWhole = visual.kind === 'judged' && visual.wishes.length === 0;
  const isUnshown = !isWhole && weighed.some(({ isMet }) => isMet === null);
  const open = tellOpen(isWhole ? weighed.filter(({ isMet }) => isMet !== null) : weighed);
  const hasSeen = visual.kind === 'judged' && visual.score >= PASS_SCORE;
  const found = visual.kind === 'none' ? [] : [visual.text];
  const parts = [open, ...[...failed, ...untold].map((check) => check.text), ...found].filter((part) => part !== '');
  const text = parts.length === 0 ? '' : join(parts, '; ');
  const isOpen = failed.length > 0 || weighed.some(({ isMet }) => isMet === false);
  const decided = isOpen ? false : decidePass(visual, checks.length > untold.length && !isOthers(run.skill));
  // A pass does not count while some wish has no evidence.
  const passed = decided === true && isUnshown ? null : decided;
  const score = visual.kind === 'judged' ? visual.score : null;
  const number = run.state().verifications + 1;
  const { jpeg } = observation.frame;
  const frame = jpeg.length === 0 ? null : await run.recordings.saveFrame(run.runId, `check-${number}.jpg`, jpeg);
  run.record({
    type: 'verification.done',
    score,
    passed: passed === true,
    ...asText(visual.kind === 'guessed' ? join([text, visual.basis], '; ') : text),
    checks: checks.map(noteCheck),
    ...(frame === null ? {} : { frame }),
    ...(wishes.length === 0 ? {} : { open: weighed.filter(({ isMet }) => isMet === false).length }),
    ...(comparison === null ? {} : { changed: Math.round(comparison.picture * 1000) / 1000 }),
    ...(visual.model === null ? {} : { model: visual.model }),
    usage: visual.usage,
    cost_usd: visual.costUsd,
  });
  for (const { wish, isMet, text: why, step } of weighed)
    if (isMet !== null && !isSameFinding(wish, isMet, why))
      run.record({ type: 'wish.evidenced', wish: wish.id, found: isMet ? 'done' : 'open', step, ...asText(why) });
  const isHopeless =
    weighed.some(({ wish, isMet }) => isMet === false && run.claims()[wish.id]?.impossible != null) &&
    weighed.every(({ wish, isMet }) => isMet !== false || run.claims()[wish.id]?.impossible != null);
  return {
    passed,
    score,
    text,
    seen: hasSeen ? visual.text : '',
    checks,
    isHopeless,
    isUnshown: decided === true && isUnshown,
  };
}

function isSameFinding({ status }: KeptWish, isMet: boolean, why: Text): boolean {
  if (isMet) return status.name === 'done' && status.isOld !== true;
  return status.name === 'open' && english(status.against) === english(why);
}

/** Runs the typed checks of the wishes, and takes the verdict for those without. */
async function weigh(
  { wishes, changes }: Pick<Known, 'wishes' | 'changes'>,
  visual: Visual,
  look: CheckPorts & Limits,
  run: VerifyNeeds,
) {
  const { signal } = run.control;
  await prepareChecks(
    wishes.flatMap(({ checks = [] }) => checks),
    run,
    signal,
  );
  const due = gatherChecks(wishes, (check) => chooseSafe([check], look).length > 0);
  const results = await runChecks(
    due.map(({ check }) => check),
    look,
    signal,
  );
  const untouched = wishes.flatMap((wish) => {
    const result = checkUntouched(wish, changes, run.said.own());
    return result === null ? [] : [{ result, id: wish.id }];
  });
  const looked = results.map((result, index) => ({ result, id: due[index]?.id ?? 0 }));
  const checked = Map.groupBy([...looked, ...untouched], ({ id }) => id);
  return weighWishes(wishes, {
    checked: new Map([...checked].map(([id, list]) => [id, list.map(({ result }) => result)])),
    verdicts: visual.wishes,
    claims: run.claims(),
    iteration: run.state().iteration,
  });
}

/** Without a look typed checks decide; the heuristic proves nothing by itself. */
function decidePass(visual: Visual, hasChecks: boolean): boolean | null {
  if (visual.kind === 'judged') return visual.score >= PASS_SCORE;
  if (!hasChecks) return null;
  return visual.kind === 'none' || visual.guess >= PASS_SCORE ? true : null;
}

interface Call {
  readonly proposed: readonly Check[];
  readonly wishes: readonly WishVerdict[];
  readonly usage: Usage;
  readonly costUsd: number | null;
  /** Model that was asked; null when none was. */
  readonly model: string | null;
}

type Visual = Call &
  (
    | { readonly kind: 'judged'; readonly score: number; readonly text: string }
    /** No model could be asked, with the reason; `basis`: how the heuristic score came about, for debugging. */
    | { readonly kind: 'guessed'; readonly guess: number; readonly text: Text; readonly basis: Text }
    /** The end of a playbook is judged by its checks alone. */
    | { readonly kind: 'none' }
  );

const NO_CALL: Call = {
  proposed: [],
  wishes: [],
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  costUsd: 0,
  model: null,
};

/** Evidence beside the picture. */
interface Known {
  readonly comparison: Comparison | null;
  readonly wishes: readonly KeptWish[];
  /** In the folders that were watched. */
  readonly changes: readonly FolderChanges[];
}

async function judgeByModel(
  { summary, by }: Claim,
  observation: Observation,
  { comparison, wishes, changes }: Known,
  run: VerifyNeeds,
): Promise<Visual> {
  if (!isJudgedByModel(by, run) || run.model === null) return { ...NO_CALL, kind: 'none' };
  const guess = (why: Text, call: Call): Visual => {
    const { score, text } = guessFrom(observation, comparison, run.state());
    return { ...call, kind: 'guessed', guess: score, text: clause(why), basis: text };
  };
  const reached = run.budget.reachedForCall();
  if (reached !== null) return guess(reached.text, NO_CALL);
  const { front, frame } = observation;
  const isSeen = !isUnseen(observation);
  const { goal: asked, values, part, last, trail } = run.state();
  const goal = part === null || part.check === '' ? asked : `${asked}\nIt is done when: ${part.check}`;
  const changed = comparison === null ? '' : formatShare(comparison.picture);
  const hasLedger = wishes.length > 0;
  const earlier = isSeen ? await readWishPictures(wishes, run.claims(), run.recordings) : NO_PICTURES;
  const about = hasLedger ? { wishes: [...listWishes(wishes, earlier), ...fenceChanges(changes)] } : {};
  const response = await run.model.ask(
    {
      purpose: 'verify',
      system: hasLedger ? VERIFY_WISHES_SYSTEM : VERIFY_SYSTEM,
      text: renderVerifyText({
        goal,
        values,
        summary: english(summary),
        front,
        last,
        changed,
        isSeen,
        ...about,
        ...(run.beside === null ? {} : { trail }),
      }),
      pictures: isSeen ? [frame.jpeg, ...earlier.jpegs] : [],
      schema: hasLedger ? VERIFY_WISHES_SCHEMA : VERIFY_SCHEMA,
      maxTokens: MAX_TOKENS,
    },
    run.control.signal,
  );
  run.control.signal.throwIfAborted();
  const call: Call = { ...NO_CALL, usage: response.usage, costUsd: response.costUsd, model: response.model };
  if (response.stop !== 'complete') return guess(response.detail, call);
  const verdict = parseVerdict(response.text);
  if (!verdict.ok) return guess(say`the answer made no sense: ${verdict.reason}`, call);
  return {
    ...call,
    kind: 'judged',
    score: verdict.score,
    text: verdict.text,
    proposed: verdict.checks,
    wishes: verdict.wishes,
  };
}

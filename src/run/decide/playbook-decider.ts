/** A playbook decides: a skill's steps, one an iteration, without any provider. */
import { z } from 'zod';
import { isBesideScreen, traitsOf } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { LastAction } from '../../journal/acted.ts';
import type { HealedStep } from '../../journal/healed.ts';
import { isSeenCheck } from '../../ledger/check.ts';
import { hostOf } from '../../safety/places/same-site.ts';
import { tellOutput } from '../../skills/answer.ts';
import type { SkillMatch } from '../../skills/match-skill.ts';
import { type PlaybookStep, PRINTED, type ResolvedStep, resolveStep } from '../../skills/playbook.ts';
import { isOwn } from '../../skills/skill.ts';
import { withParts } from '../../words/fill.ts';
import { firstLine, sayFailure, sayNotes, sayOutput } from '../../words/printed.ts';
import { capital, join, mapNames, say, type Text } from '../../words/say.ts';
import { english } from '../../words/speak.ts';
import type { StepState } from '../prompt/step-state.ts';
import type { Decider, Decision, Spent } from './decider.ts';
import { findPageError } from './page-error.ts';

const FREE: Spent = {
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  costUsd: 0,
  model: 'playbook',
};
/** Waits for an element that may still appear, in seconds: one for each look. */
const WAITS_S = [0.3, 0.7, 1.5, 3];
/** A target must be missing from this many looks before an element of another name may replace it, since a late element is no change. */
const HEALS_AFTER = 3;
const MAX_REASON = 4000;
/** Characters of the last command's output that the person is told. */
const MAX_ANSWER = 1500;

/** Outcome of choosing one step; `gives up`: the playbook cannot be followed any further, and why. */
export type PlaybookChoice =
  | ({ readonly kind: 'acts' } & PlaybookAct)
  | { readonly kind: 'gives up'; readonly why: Text };

/** An action with what it is for, and, where it ends the run, what it says. */
export interface PlaybookAct {
  readonly action: Action;
  readonly intent: Text;
  readonly summary?: Text;
  /** The skill's step together with its present target; left out when they are the same. */
  readonly healed?: HealedStep;
}

export interface Playbook {
  /** `address`: of the document in front; left out when there is none or it is unknown. */
  choose(state: StepState, address?: string): PlaybookChoice;
  /** Steps that were done, in order. */
  done(): readonly Action[];
  /** Steps that are left, in order. */
  left(): readonly PlaybookStep[];
  /** Whether the steps left, or the check of the end, need the screen. */
  needsScreen(): boolean;
}

export interface PlaybookRequest {
  /** The skill must have a playbook. */
  readonly followed: Pick<SkillMatch, 'skill' | 'params'>;
  /** Actions of the earlier run that this one continues. */
  readonly before: readonly Action[];
}

/** A playbook alone: where it cannot be followed, the run fails with the reason. */
export function createPlaybookDecider(request: PlaybookRequest): Decider {
  const playbook = followPlaybook(request, false);
  return {
    name: 'playbook',
    by: 'playbook',
    get needsScreen() {
      return playbook.needsScreen();
    },
    async decide({ state, observation }, signal) {
      signal.throwIfAborted();
      const choice = playbook.choose(state, observation.address);
      return choice.kind === 'acts' ? decided(choice, state) : decided(fail(choice.why), state);
    },
  };
}

/** A choice as a decision of the loop. */
export function decided({ action, intent, summary = '', healed }: PlaybookAct, { front }: StepState): Decision {
  const screen = `${front.app || 'The desktop'} is in front.`;
  // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is never a function
  const reply = { screen, intent: english(intent), action, then: [], note: null };
  const noted = healed === undefined ? {} : { healed };
  return { kind: 'reply', by: 'playbook', reply, words: { intent, summary }, ...noted, ...FREE };
}

/**
 * Follows a playbook for one run. Each step is checked first: application and window in front, element by role and name.
 * `hasModel`: a model takes over when the playbook gives up, so it gives up sooner.
 */
export function followPlaybook({ followed: { skill, params }, before }: PlaybookRequest, hasModel: boolean): Playbook {
  const steps = skill.playbook ?? [];
  const done: Action[] = findDone(steps, before);
  const opensPage = steps.some(isPage);
  const mayHeal = isOwn(skill);
  /** The step that the last choice returned, with the number of actions the run had performed by then; null when it returned none. */
  let asked: { readonly action: Action; readonly performed: number } | null = null;
  let waits = 0;

  const left = (): readonly PlaybookStep[] => steps.slice(done.length);
  const needsScreen = (): boolean =>
    skill.expect.some(isSeenCheck) ||
    opensPage ||
    left().some((step) => step.front !== undefined || step.window !== undefined || !isBesideScreen(step));
  return { choose, done: () => done, left, needsScreen };

  function choose(state: StepState, address?: string): PlaybookChoice {
    const isTaken = asked !== null && state.performed.length > asked.performed;
    if (isTaken && asked !== null && state.last?.result.ok === true) done.push(asked.action);
    const place = done.length + 1;
    if (state.said.some(({ kind }) => kind === 'denial'))
      return {
        kind: 'acts',
        ...fail(say`You denied ${sayPlace(place)}, and the skill “${skill.name}” has no other way.`),
      };
    if (isTaken && asked !== null && state.last?.result.ok === false)
      return giveUp(
        // For a single-step skill (waits aside) the failed command's own words answer the person; a model that takes over needs to know which step
        // failed.
        !hasModel && (steps.filter(({ action }) => action !== 'wait').length === 1 || isTold(state.last.action))
          ? sayFailed(state.last)
          : say`${capital(sayPlace(place))} didn't work: ${hasModel ? state.last.result.text : failureOf(state.last)}`,
      );
    asked = null;
    const remarks = state.said.filter(({ kind }) => kind !== 'answer').map(({ text }) => text);
    if (hasModel && remarks.length > 0) return giveUp(remarks.join(' '));
    const step = steps[done.length];
    if (step === undefined) {
      const page = done.findLast(isPage);
      const error = page === undefined ? null : findPageError(page.url, state);
      return error === null ? { kind: 'acts', ...finish(state) } : giveUp(error);
    }
    const found = check(step, state, address);
    const isLastResort = WAITS_S[waits] === undefined && !hasModel;
    const resolved: ResolvedStep =
      found.ok && found.isGuess && !isLastResort
        ? { ok: false, isMissingElement: true, reason: say`the elements of the screen cannot be read` }
        : found.ok && found.isOneOfMany && hasModel
          ? { ok: false, isMissingElement: true, reason: say`several things on the screen have the name it looks for` }
          : found;
    if (!resolved.ok) {
      const seconds = resolved.isMissingElement ? WAITS_S[waits] : undefined;
      waits += 1;
      return seconds === undefined
        ? giveUp(say`${capital(sayPlace(place))} can't be done here: ${resolved.reason}.`)
        : { kind: 'acts', action: { action: 'wait', seconds }, intent: say`Wait until ${sayPlace(place)} can be done` };
    }
    waits = 0;
    asked = { action: resolved.action, performed: state.performed.length };
    const intent = say`${capital(sayPlace(place))} of “${skill.name}”`;
    const healed =
      resolved.healed.length === 0 ? {} : { healed: { step: done.length + 1, targets: [...resolved.healed] } };
    return { kind: 'acts', action: resolved.action, intent, ...healed };
  }

  function check(step: PlaybookStep, state: StepState, address: string | undefined): ResolvedStep {
    const { front, window, site, ...action } = step;
    if (front !== undefined && !isSameApp(front, state.front.app)) {
      const inFront = state.front.app === '' ? say`nothing` : state.front.app;
      return { ok: false, isMissingElement: true, reason: say`${front} should be in front, and ${inFront} is` };
    }
    if (window !== undefined && !state.front.title.toLowerCase().includes(window.toLowerCase()))
      return { ok: false, isMissingElement: true, reason: say`the window “${window}” is not in front` };
    const host = address === undefined ? null : hostOf(address);
    if (site !== undefined && host !== null && host !== site)
      return {
        ok: false,
        isMissingElement: true,
        reason: say`a page of ${site} should be in front, and one of ${host} is`,
      };
    // Another target is accepted only in the expected window and page, with a complete list of elements.
    const isKnownPlace = front !== undefined && host === (site ?? null) && state.elementsNote === '';
    const heals = mayHeal && isKnownPlace && waits >= HEALS_AFTER;
    const known = 'path' in action ? { ...params, ...printedBy(state) } : params;
    return resolveStep(action, known, state, heals ? { others: namesOfOthers(step) } : null);
  }

  function namesOfOthers(step: PlaybookStep): readonly string[] {
    return steps.filter((other) => other !== step).flatMap(namesIn);
  }

  function sayPlace(step: number): Text {
    return say`step ${step} of ${steps.length}`;
  }

  /** The end of the playbook; its answer is the output of the last command, if there is one. */
  function finish({ last }: StepState): PlaybookAct {
    if (last === null || traitsOf(last.action).answers !== true)
      return end('done', say`All steps finished.`, say`Finish`);
    const { text, command } = last.result;
    const answer =
      tellOutput(skill.answer, command === undefined ? text : sayOutput(command.output, command.leftOut)) ??
      sayEmpty(last.action);
    const notes = sayNotes(command?.notes ?? []);
    const told = notes.length === 0 ? answer : join([answer, ...notes], '\n');
    return end('done', cutParts(told, MAX_ANSWER), say`Finish`);
  }

  /** Whether the skill's author wrote what a failure of the command means. */
  function isTold(action: Action): boolean {
    return skill.answer?.failed !== undefined && traitsOf(action).answers === true;
  }

  function sayFailed(last: LastAction): Text {
    if (skill.answer?.failed === undefined || !isTold(last.action)) return failureOf(last);
    const { text, command } = last.result;
    const printed = command?.output ?? text;
    const isSentence = command === undefined && typeof printed !== 'string';
    const why = isSentence ? printed : firstLine(printed).replace(/^bash: line \d+: /, '');
    const reason = why === '' ? [] : [(typeof why === 'string' ? sayMissing(why) : null) ?? why];
    const told = join([withParts(skill.answer.failed, {}), ...reason], ' ');
    return join([told, ...sayNotes(command?.notes ?? [])], '\n');
  }
}

/** For a person. What is no command, or came from a journal of before, says it in one text. */
function failureOf({ result: { text, command } }: LastAction): Text {
  const failure = command === undefined ? '' : sayFailure(command);
  return failure === '' ? text : failure;
}

/** What a shell says of a program that nobody has, in words for who has to install it. */
function sayMissing(why: string): Text | null {
  const program = /^(?:\S+: )?([\w.+-]+): (?:command )?not found$/.exec(why)?.[1];
  return program === undefined ? null : say`${program} isn't installed on this computer.`;
}

/** Names of the elements that a step points at. */
function namesIn(step: PlaybookStep): readonly string[] {
  return Object.values(step).flatMap((value) => namedSchema.safeParse(value).data?.name ?? []);
}

const namedSchema = z.object({ name: z.string() });

/** A draft of a mail is no page. */
function isPage<A extends { readonly action: string }>(
  step: A,
): step is A & { readonly action: 'open_url'; readonly url: string } {
  return step.action === 'open_url' && 'url' in step && typeof step.url === 'string' && /^https?:/i.test(step.url);
}

/** No output of a search means that nothing was found; for other commands its meaning is unknown. */
function sayEmpty(action: Action): Text {
  const isSearch = action.action === 'shell' && /^\s*(?:find|grep|rg|fd|locate|mdfind)\s/.test(action.command);
  return isSearch ? say`I found nothing.` : say`It printed nothing.`;
}

/** First line printed by the step before, as a value for this step's path. */
function printedBy({ last }: StepState): Readonly<Record<string, string>> {
  if (last?.result.ok !== true) return {};
  return { [PRINTED]: firstLine(last.result.command?.output ?? last.result.text) };
}

/** The first steps that an earlier run of this playbook has done already; waits do not count. */
function findDone(steps: readonly { readonly action: string }[], before: readonly Action[]): Action[] {
  const done: Action[] = [];
  for (const action of before) if (steps[done.length]?.action === action.action) done.push(action);
  return done;
}

function giveUp(why: Text): PlaybookChoice {
  return { kind: 'gives up', why: cutParts(why, MAX_REASON) };
}

function fail(summary: Text): PlaybookAct {
  return end('fail', summary, say`Give up`);
}

function end(action: 'done' | 'fail', summary: Text, intent: Text): PlaybookAct {
  return { action: { action, summary: english(summary) }, intent, summary };
}

/** Cuts each value in a text, such as a command's output; the sentence around it stays whole. */
function cutParts(text: Text, limit: number): Text {
  return mapNames(text, (part) => part.slice(0, limit));
}

/** `Mousepad` and `mousepad`, `Terminal` and `Terminal.app`. */
function isSameApp(one: string, other: string): boolean {
  return squeeze(one) === squeeze(other);
}

function squeeze(app: string): string {
  return app
    .toLowerCase()
    .replace(/\.app$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

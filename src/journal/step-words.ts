/** Wording of steps and events, shared by the timeline, the report and the recording. Pure. */
import { describeAction, nameElements } from '../action/describe.ts';
import { sayScope } from '../safety/scope/say-scope.ts';
import { join, say, type Text } from '../words/say.ts';
import { showHiddenIn } from '../words/visible.ts';
import { describeEffort } from './describe-effort.ts';
import { readResult, saidOr } from './said.ts';
import type { Act, Happening, Of } from './steps.ts';

/** Each outcome in two or three words. */
export const OUTCOME_TITLES = {
  verified: say`✅ Done and checked`,
  unverified: say`☑️ Done, not checked`,
  failed: say`❌ Failed`,
  stopped: say`⏹ Stopped`,
  interrupted: say`⚠️ Interrupted`,
} as const;

export interface Said {
  readonly title: Text;
  /** What was found, written or answered, in its own words; '' for nothing. */
  readonly detail: Text;
}

/** "clicking button “Send”". */
export function sayAct({ action, element }: Pick<Act, 'action' | 'element'>): Text {
  return showHiddenIn(describeAction(action, nameElements(element)));
}

/** Reason of the risk. */
export function sayWhy(event: Of<'risk.judged'>): Text {
  return saidOr(event, event.reason);
}

/** The person's decision about an act; null when nobody was asked. */
export function sayDecision({ asked }: Act): Text | null {
  if (asked === null) return null;
  const { answer } = asked;
  if (answer === null) return say`You were asked.`;
  if (answer.type === 'confirmation.expired') return say`No answer came in time: no.`;
  const { by, text } = answer;
  switch (answer.answer) {
    case 'approve':
      return say`Approved by ${by}.`;
    case 'this_run':
      return say`Approved by ${by} for this run.`;
    case 'countdown':
      return say`Nobody objected in time: done.`;
    case 'always':
      return say`Approved by ${by}, always.`;
    case 'deny':
    case 'explain':
      return text === '' ? say`Denied by ${by}.` : say`Denied by ${by}: “${text}”`;
    case 'stop':
      return say`The run was stopped.`;
    case 'changed':
      return say`The screen had changed, so it did not count.`;
    case 'restart':
      return say`Deskhand was restarted, so this counts as No.`;
  }
}

/** What came of an act; null when it was never begun, or the journal ends there. */
export function sayResult({ result, ok, effect }: Act): Said | null {
  if (result === null) return null;
  if (result.type === 'action.unknown')
    return { title: say`Whether it happened is not known: ${saidOr(result, result.why)}`, detail: '' };
  const { text } = readResult(result);
  const detail = typeof text === 'string' ? text.trim() : text;
  if (ok !== true) return { title: say`It did not work.`, detail };
  if (effect === 'changed') return { title: say`Done; the screen changed.`, detail };
  return { title: effect === 'unchanged' ? say`Done. Nothing changed on the screen.` : say`Done.`, detail };
}

export function sayActCheck(event: Of<'action.checked'>): Said {
  const { passed } = event;
  const title =
    passed === null
      ? say`Whether it worked could not be checked.`
      : passed
        ? say`Checked: it worked.`
        : say`Checked: it did not work.`;
  return { title, detail: saidOr(event, event.text) };
}

/** Words for an event between the acts. */
export function sayHappening(event: Happening): Said {
  switch (event.type) {
    case 'reply.received':
      return { title: say`Decided:`, detail: saidOr(event, event.intent) };
    case 'reply.malformed':
      return { title: say`The model gave an answer I couldn't use.`, detail: saidOr(event, event.reason) };
    case 'plan.made':
      return {
        title: say`Planned:`,
        detail: join(
          event.parts.map(({ goal }, index) => `${index + 1}. ${goal}`),
          '\n',
        ),
      };
    case 'part.begun':
      return {
        title:
          event.attempt === 1
            ? say`Part ${event.part} began.`
            : say`Part ${event.part} began again (try ${event.attempt}).`,
        detail: '',
      };
    case 'part.ended':
      return {
        title: event.result.done ? say`Part ${event.part} is done:` : say`Part ${event.part} was not done:`,
        detail: saidOr(event, event.result.summary),
      };
    case 'part.skipped':
      return { title: say`${event.by} went on without part ${event.part}.`, detail: '' };
    case 'scope.asked':
      return { title: say`Asked to do this without asking at each step:`, detail: sayScope(event.scope) };
    case 'scope.granted':
      return {
        title: titleOfGrant(event.by),
        detail: sayScope(event.scope),
      };
    case 'scope.revoked':
      return { title: say`${event.by} revoked what was allowed.`, detail: '' };
    case 'wish.noted':
      return { title: say`Wish ${event.wish}:`, detail: event.text };
    case 'wish.evidenced':
      return {
        title: event.found === 'open' ? say`Wish ${event.wish} is not done:` : say`Wish ${event.wish} is done:`,
        detail: saidOr(event, event.text),
      };
    case 'wish.waived':
      return { title: say`Wish ${event.wish} was waived by ${event.by}.`, detail: '' };
    case 'hint.received':
      return { title: say`${event.by} wrote:`, detail: event.text };
    case 'answer.received':
      return { title: say`${event.by} answered:`, detail: event.text };
    case 'run.paused':
      return { title: say`Paused ${saidOr(event, event.why)}.`, detail: '' };
    case 'person.acted':
      return { title: sayPersonAct(event), detail: '' };
    case 'run.resumed':
      return { title: say`Continuing.`, detail: '' };
    case 'mind.changed':
      return {
        title: say`${{ capital: describeEffort({ ...event, complexity: event.intent ?? null, by: null, learned: null }, null) }}.`,
        detail: '',
      };
    case 'budget.reached':
      return {
        title:
          event.answer === 'extend'
            ? say`A limit was reached and extended: ${capTitle(event.cap)}`
            : say`A limit was reached: ${capTitle(event.cap)}`,
        detail: '',
      };
    case 'verification.done': {
      const found = event.passed ? say`Checked: it is done` : say`Checked: it is not done`;
      return {
        title: event.score === null ? found : say`${found} (${Math.round(event.score)}/100)`,
        detail: saidOr(event, event.text),
      };
    }
    case 'run.ended':
    case 'run.recovered':
      return { title: OUTCOME_TITLES[event.outcome], detail: saidOr(event, event.message) };
  }
}

const CAP_TITLES: Readonly<Record<string, Text>> = {
  iterations: say`steps`,
  time: say`time`,
  tokens: say`tokens`,
  cost: say`cost`,
  'day-cost': say`cost of the day`,
  'together-cost': say`cost of all computers today`,
};

function capTitle(cap: string): Text {
  return CAP_TITLES[cap] ?? cap;
}

/** What a person did at the computer itself. */
function sayPersonAct({ did, app, element }: Extract<Happening, { readonly type: 'person.acted' }>): Text {
  if (did === 'keys') return say`At the computer you typed in ${app}.`;
  if (did === 'window') return say`At the computer you went to ${app}.`;
  return element === undefined
    ? say`At the computer you clicked in ${app}.`
    : say`At the computer you clicked ${nameElements({ number: 0, ...element })(0)} in ${app}.`;
}

/** `rule`, `order 3`, or who granted it. */
function titleOfGrant(by: string): Text {
  const [, order] = /^order (\d+)$/.exec(by) ?? [];
  if (order !== undefined) return say`Allowed by order ${order}:`;
  return by === 'rule' ? say`Allowed by the goal’s own words:` : say`${by} allowed for this run:`;
}

/** Counts the results of acts by application and action, from the journals, one line at a time. */
import { z } from 'zod';
import { isBesideScreen, traitsOf } from '../action/kinds.ts';
import { effect } from './event-fields.ts';
import type { RunEvent } from './events.ts';

/** Acts of one kind in one application. */
export interface ActCounts {
  /** All decided acts, including denied and failed ones. */
  readonly tried: number;
  readonly worked: number;
  /** Acts after which nothing on the screen changed. */
  readonly idle: number;
  readonly failed: number;
  /** The person was asked. */
  readonly asked: number;
  /** Acts that the person denied or did not answer. */
  readonly denied: number;
  /** Duration of all acts carried out, ms in total. */
  readonly ms: number;
}

/** Application → action → counts; '' for acts that use none: commands, files, fetched pages. */
export type AppCounts = ReadonlyMap<string, ReadonlyMap<string, ActCounts>>;

const NONE: ActCounts = { tried: 0, worked: 0, idle: 0, failed: 0, asked: 0, denied: 0, ms: 0 };

/** Only the action's name is needed; long parameters are stored beside the journal. */
const action = z.looseObject({ action: z.string() });

/** Events that are counted. */
const lineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('observation.taken'), app: z.string(), answered_late: z.boolean().optional() }),
  z.object({ type: z.literal('risk.judged'), step: z.string(), action }),
  z.object({ type: z.literal('confirmation.asked'), step: z.string(), confirmation: z.string() }),
  z.object({ type: z.literal('confirmation.answered'), confirmation: z.string(), answer: z.string() }),
  z.object({ type: z.literal('confirmation.expired'), confirmation: z.string() }),
  z.object({
    type: z.literal('action.intended'),
    step: z.string(),
    action,
    app: z.string().optional(),
    by: z.enum(['model', 'person']),
  }),
  z.object({ type: z.literal('action.performed'), step: z.string(), ok: z.boolean(), effect, ms: z.number() }),
]);

export const COUNTED: ReadonlySet<RunEvent['type']> = new Set([
  'observation.taken',
  'risk.judged',
  'confirmation.asked',
  'confirmation.answered',
  'confirmation.expired',
  'action.intended',
  'action.performed',
]);

interface CountedAct {
  readonly action: { readonly action: string };
  app: string;
  isByPerson: boolean;
  isAsked: boolean;
  isDenied: boolean;
  result: { readonly ok: boolean; isIdle: boolean; readonly ms: number } | null;
}

/** Counts one run; events that cannot be read are left out. */
export async function countRun(lines: AsyncIterable<unknown>): Promise<AppCounts> {
  const acts: CountedAct[] = [];
  const byStep = new Map<string, CountedAct>();
  const byQuestion = new Map<string, CountedAct>();
  let front = '';
  let last: CountedAct | null = null;
  const begin = (step: string, action: CountedAct['action']): CountedAct => {
    const act: CountedAct = { action, app: front, isByPerson: false, isAsked: false, isDenied: false, result: null };
    byStep.set(step, act);
    acts.push(act);
    return act;
  };
  for await (const line of lines) {
    const read = lineSchema.safeParse(line);
    if (!read.success) continue;
    const event = read.data;
    switch (event.type) {
      case 'observation.taken':
        front = event.app;
        if (event.answered_late === true && last?.result != null) last.result.isIdle = false;
        break;
      case 'risk.judged': {
        const act = byStep.get(event.step);
        if (act === undefined || act.result !== null) begin(event.step, event.action);
        break;
      }
      case 'confirmation.asked': {
        const act = byStep.get(event.step);
        if (act === undefined) break;
        act.isAsked = true;
        byQuestion.set(event.confirmation, act);
        break;
      }
      case 'confirmation.answered':
      case 'confirmation.expired': {
        const act = byQuestion.get(event.confirmation);
        const isNo = event.type === 'confirmation.expired' || ['deny', 'explain'].includes(event.answer);
        if (act !== undefined && isNo) act.isDenied = true;
        break;
      }
      case 'action.intended': {
        const judged = byStep.get(event.step);
        const act = judged === undefined || judged.result !== null ? begin(event.step, event.action) : judged;
        act.app = event.app ?? front;
        act.isByPerson = event.by === 'person';
        break;
      }
      case 'action.performed': {
        const act = byStep.get(event.step);
        if (act === undefined || act.result !== null) break;
        const isIdle = event.ok && event.effect === 'unchanged' && isSeen(act.action);
        act.result = { ok: event.ok, isIdle, ms: event.ms };
        last = act;
        break;
      }
    }
  }
  const counts = new Map<string, Map<string, ActCounts>>();
  for (const act of acts) if (!act.isByPerson && traitsOf(act.action).kind === 'act') addAct(counts, act);
  return counts;
}

/** Whether the effect shows on the screen; it does not for commands and files. */
function isSeen(act: CountedAct['action']): boolean {
  const { input, opensWindow } = traitsOf(act);
  return input !== undefined || opensWindow === true;
}

function addAct(counts: Map<string, Map<string, ActCounts>>, { action: did, app, ...act }: CountedAct): void {
  const place = isBesideScreen(did) ? '' : app;
  const ofApp = counts.get(place) ?? new Map<string, ActCounts>();
  const { result } = act;
  const one: ActCounts = {
    tried: 1,
    worked: result?.ok === true && !result.isIdle ? 1 : 0,
    idle: result?.isIdle === true ? 1 : 0,
    failed: result?.ok === false ? 1 : 0,
    asked: act.isAsked ? 1 : 0,
    denied: act.isDenied ? 1 : 0,
    ms: result?.ms ?? 0,
  };
  ofApp.set(did.action, addCounts(ofApp.get(did.action) ?? NONE, one));
  counts.set(place, ofApp);
}

export function addCounts(one: ActCounts, other: ActCounts): ActCounts {
  return {
    tried: one.tried + other.tried,
    worked: one.worked + other.worked,
    idle: one.idle + other.idle,
    failed: one.failed + other.failed,
    asked: one.asked + other.asked,
    denied: one.denied + other.denied,
    ms: one.ms + other.ms,
  };
}

/** The sum over all acts of an application. */
export function sumCounts(counts: Iterable<ActCounts>): ActCounts {
  return [...counts].reduce(addCounts, NONE);
}

/** Traps found in journals, by application: a recurring dialog, an act without effect, and what works instead. Pure. */
import { z } from 'zod';
import { isActing, isInput, isTextEntry } from '../action/kinds.ts';
import { type Act, listActs, readSteps, type StampedEvent } from '../journal/steps.ts';
import { bareTitle } from '../screen/surprise.ts';
import { oneLine, shorten } from '../words/amounts.ts';
import { nameAct } from './run-digest.ts';

/**
 * `dialog`: `what` is the title of a window that opened by itself. `enter`: a field that takes its text only with Enter. `idle`: an act without
 * effect. `way`: what worked instead.
 */
const foundTrapSchema = z.object({
  app: z.string(),
  kind: z.enum(['dialog', 'enter', 'idle']),
  what: z.string(),
  way: z.string(),
});
export type FoundTrap = z.infer<typeof foundTrapSchema>;

const trapSchema = foundTrapSchema.extend({
  /** Runs that it was met in, newest last. */
  seenIn: z.array(z.string()),
  /** Runs that were told of it and worked in that application, newest last. */
  toldIn: z.array(z.string()),
  /** Number of told runs that avoided it. */
  helped: z.number(),
  /** Told runs in a row that it did not help and in which it did not occur. */
  useless: z.number(),
  unmet: z.number(),
});
export type Trap = z.infer<typeof trapSchema>;
export const trapsSchema = z.array(trapSchema);

const MOST_TRAPS = 100;
const MOST_RUNS = 10;
/** Number of runs required, as a single one may be chance. */
const LEAST_RUNS = 2;
/** After this many useless tellings in a row a trap is dropped. */
const MOST_USELESS = 3;
const MOST_UNMET = 8;
const SHOWN = 4;
const LENGTH = 100;

/** A button that only sends a dialog away. */
const DISMISSES =
  /(?<!\p{L})(?:ok(?:ay)?|close|cancel|not now|(?:maybe |remind me )?later|skip|no,? thanks|no|dismiss|got it|continue|ignore|schlie(?:ß|ss)en|abbrechen|nicht jetzt|(?:vielleicht )?später|überspringen|nein(?:,? danke)?|verstanden|weiter|ignorieren)(?!\p{L})/iu;

export interface MetTraps {
  /** Fallen into: acts were lost. */
  readonly found: readonly FoundTrap[];
  /** Applications in which something was done. */
  readonly apps: ReadonlySet<string>;
  /** Whether this trap was avoided at once; null when it did not occur. */
  readonly passed: (trap: FoundTrap) => boolean | null;
}

/** Traps in one run, including its parts. */
export function findTraps(events: readonly StampedEvent[]): MetTraps {
  const acts = listActs(readSteps(events)).filter(
    ({ action, by, result }) => by === 'model' && result !== null && isActing(action),
  );
  const found = [...findDialogs(acts), ...findIdle(acts)];
  return {
    found: found.filter((one, index) => found.findIndex((other) => isSame(one, other)) === index),
    apps: new Set(acts.map(({ app }) => app).filter((app) => app !== '')),
    passed(trap) {
      if (trap.kind === 'dialog') return acts.some(({ window }) => windowName(window) === trap.what) ? true : null;
      const here = acts.filter(({ app }) => app === trap.app);
      if (trap.kind === 'enter') return isEntered(here, trap.what);
      if (here.some((act) => sayTried(act) === trap.what && isIdle(act))) return false;
      return here.some((act) => lineOf(nameAct(act)) === trap.way && act.ok === true) ? true : null;
    },
  };
}

/** Windows that were only closed, with the earlier window in front again afterwards. */
function findDialogs(acts: readonly Act[]): readonly FoundTrap[] {
  return acts.flatMap((act, index) => {
    const [before, after] = [acts[index - 1], acts[index + 1]];
    const isBetween = before === undefined || before.window !== act.window;
    if (!isBetween || act.ok !== true || act.effect !== 'changed' || !isDismissal(act)) return [];
    const what = windowName(act.window);
    if (what === '' || after === undefined || after.window === act.window) return [];
    // A window before the application's first one is its start screen.
    if (before !== undefined && before.window !== after.window && before.app === act.app) return [];
    return [{ app: after.app, kind: 'dialog' as const, what, way: lineOf(nameAct(act)) }];
  });
}

function isDismissal({ action, element }: Act): boolean {
  if (action.action === 'key') return /^(?:esc(?:ape)?|alt\+f4)$/i.test(action.keys);
  return action.action === 'click' && element !== undefined && element.name.length < 40 && DISMISSES.test(element.name);
}

/** Acts without effect, each followed by an act at the same place that had one. */
function findIdle(acts: readonly Act[]): readonly FoundTrap[] {
  return acts.flatMap((act, index): readonly FoundTrap[] => {
    const next = acts[index + 1];
    if (next === undefined || !isIdle(act) || next.ok !== true || next.effect !== 'changed') return [];
    if (next.app !== act.app || windowName(next.window) !== windowName(act.window) || act.app === '') return [];
    const way = lineOf(nameAct(next));
    const field = fieldOf(acts[index - 1]);
    if (field !== null && isEnter(next) && acts[index - 1]?.app === act.app)
      return [{ app: act.app, kind: 'enter', what: field, way }];
    const what = sayTried(act);
    return !isNamed(act) || !isNamed(next) || what === way ? [] : [{ app: act.app, kind: 'idle', what, way }];
  });
}

/** The named field that was typed into; null otherwise. */
function fieldOf(act: Act | undefined): string | null {
  const isTyped = act !== undefined && isTextEntry(act.action);
  return isTyped && act.element !== undefined && act.element.name !== '' ? lineOf(act.element.name) : null;
}

function isEnter({ action }: Act): boolean {
  return action.action === 'key' && /^(?:enter|return)$/i.test(action.keys);
}

/** Whether Enter followed at once where something was typed into that field; null: nothing was. */
function isEntered(acts: readonly Act[], field: string): boolean | null {
  const index = acts.findIndex((act) => fieldOf(act) === field);
  const [typed, next] = acts.slice(index);
  if (index < 0 || typed === undefined) return null;
  const { action } = typed;
  return (action.action === 'type' && action.text.endsWith('\n')) || (next !== undefined && isEnter(next));
}

function isIdle({ action, ok, effect, checked }: Act): boolean {
  return isInput(action) && ok === true && (effect === 'unchanged' || checked?.passed === false);
}

/** Whether another run can recognise the act: by an element's name, or by keys. Typed text differs each time. */
function isNamed({ action, element }: Act): boolean {
  return action.action === 'key' || (element !== undefined && element.name !== '' && action.action !== 'type');
}

function sayTried(act: Act): string {
  return lineOf(nameAct(act));
}

/** Numbers in titles count something. */
function windowName(title: string): string {
  return lineOf(bareTitle(title).replace(/\d+/g, '#'));
}

function lineOf(text: string): string {
  return shorten(oneLine(text), LENGTH);
}

function isSame(one: FoundTrap, other: FoundTrap): boolean {
  return one.app === other.app && one.kind === other.kind && one.what === other.what;
}

/** Updates the traps after a run: counts those that occurred, and drops those that no longer help. `told`: the traps in its prompt. */
export function learnTraps(
  known: readonly Trap[],
  runId: string,
  met: MetTraps,
  told: readonly FoundTrap[],
): readonly Trap[] {
  const weighed = known.flatMap((trap) => {
    const isTold = told.some((one) => isSame(one, trap)) && met.apps.has(trap.app);
    const after = isTold ? weigh(trap, runId, met) : trap;
    return after.useless >= MOST_USELESS || after.unmet >= MOST_UNMET ? [] : [after];
  });
  const dropped = known.filter((trap) => !weighed.some((left) => isSame(left, trap)));
  const fresh = met.found.filter((one) => !dropped.some((gone) => isSame(gone, one)));
  return fresh.reduce<readonly Trap[]>((traps, one) => noteSeen(traps, one, runId), weighed).slice(-MOST_TRAPS);
}

function weigh(trap: Trap, runId: string, met: MetTraps): Trap {
  const toldIn = [...trap.toldIn, runId].slice(-MOST_RUNS);
  const isPassed = met.passed(trap);
  if (isPassed === true) return { ...trap, toldIn, helped: trap.helped + 1, useless: 0, unmet: 0 };
  if (isPassed === false) return { ...trap, toldIn, useless: trap.useless + 1, unmet: 0 };
  return { ...trap, toldIn, unmet: trap.unmet + 1 };
}

function noteSeen(traps: readonly Trap[], found: FoundTrap, runId: string): readonly Trap[] {
  const before = traps.find((trap) => isSame(trap, found));
  const seenIn = [...new Set([...(before?.seenIn ?? []), runId])].slice(-MOST_RUNS);
  const now: Trap = { ...(before ?? { toldIn: [], helped: 0, useless: 0, unmet: 0 }), ...found, seenIn };
  return [...traps.filter((trap) => trap !== before), now];
}

/** Traps to tell a run in these applications, the most reliable first. */
export function chooseTraps(known: readonly Trap[], isHere: (app: string) => boolean): readonly Trap[] {
  return known
    .filter(({ app, seenIn }) => seenIn.length >= LEAST_RUNS && isHere(app))
    .toSorted((one, other) => other.seenIn.length - one.seenIn.length)
    .slice(0, SHOWN);
}

/** One line of English for the prompt. */
export function tellTrap({ app, kind, what, way, seenIn }: Trap): string {
  const often = `(in ${seenIn.length} runs)`;
  if (kind === 'dialog') return `${app}: a window “${what}” comes by itself; ${way} sent it away ${often}`;
  if (kind === 'enter') return `${app}: the field “${what}” takes its text with Enter ${often}`;
  return `${app}: ${what} changes nothing; ${way} worked ${often}`;
}

/** Without everything that this run taught. */
export function unlearnTraps(known: readonly Trap[], runId: string): readonly Trap[] {
  return known.flatMap((trap) => {
    const seenIn = trap.seenIn.filter((run) => run !== runId);
    if (seenIn.length === 0) return [];
    return [{ ...trap, seenIn, toldIn: trap.toldIn.filter((run) => run !== runId) }];
  });
}

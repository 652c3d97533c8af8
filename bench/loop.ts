/** How long the bot's event loop is ever held during a run, and during a plan with three parts at work: a stop must get through at any moment. Through the real bot and its servers. */
import { evaluate, INSPECTED } from '../tests/support/inspector.ts';
import {
  hasLiveButton,
  NO_SCOPE,
  type Phone,
  type PhoneOptions,
  type Step,
  startPhone,
} from '../tests/support/phone.ts';
import type { Figure } from './figure.ts';

const STEPS = 25;
const PARTS = ['a', 'b', 'c'] as const;
const STEPS_A_PART = 12;
const MAX_MS = 50;
/** The resolution of the monitor, short against the delays looked for; it is subtracted, since it is no delay. */
const BEAT_MS = 2;
const START = `globalThis.held = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: ${BEAT_MS} }); held.enable(); 1`;
const read = (percentile: number): string => `({ ms: held.percentile(${percentile}) / 1e6, beats: held.count })`;

export async function measureLoop(): Promise<readonly Figure[]> {
  return [await measureRun(), await measureParts()];
}

/** Three parts side by side, each with commands; their confined places, journals and cards are included. */
async function measureParts(): Promise<Figure> {
  const part = (letter: string) => ({
    ...{ goal: `Count ${letter}`, check: `${letter} is counted`, needs: [], role: 'act', desktop: false },
  });
  const options = {
    settings: { NODE_OPTIONS: INSPECTED, MAX_ITERATIONS: '100' },
    plan: { parts: PARTS.map(part), scope: NO_SCOPE },
  };
  return await withPhone(options, async (phone) => {
    const runPlan = async (stepsAPart: number): Promise<string> => {
      const done = new Map<string, number>();
      const play: Step = ({ text }) => {
        const [, goal = ''] = /^Goal: (.*)$/m.exec(text) ?? [];
        const step = done.get(goal) ?? 0;
        done.set(goal, step + 1);
        const say = (action: object) => ({ intent: 'Go on', ...action, note: null });
        if (step < stepsAPart) return say({ action: 'shell', text: `echo ${step}` });
        return say({ action: 'done', text: 'Counted.', facts: [], files: [] });
      };
      const steps = Array.from({ length: PARTS.length * (stepsAPart + 1) }, () => play);
      phone.run('1. count a\n2. count b\n3. count c\n4. say it', { steps });
      await phone.tap(await phone.waitFor((message) => hasLiveButton(message, 'Go')), 'Go');
      return (await phone.end(120_000)).text;
    };
    await runPlan(2);
    await evaluate(phone.bot().stderr(), START);
    const end = await runPlan(STEPS_A_PART);
    const held = await readHeld(phone, 99);
    return { ...held, figure: 'event loop held while three parts are at work', correct: /Done and checked/.test(end) };
  });
}

async function measureRun(): Promise<Figure> {
  return await withPhone({ width: 1440, height: 900, settings: { NODE_OPTIONS: INSPECTED } }, async (phone) => {
    const steps = Array.from({ length: STEPS }, (_, index) => ({
      screen: 'A desktop.',
      intent: 'Go around',
      action: { action: 'move', target: { x: 100 + 30 * index, y: 200 + 25 * index } },
      note: null,
    }));
    // Modules are loaded with their first use.
    phone.run('warm up', { steps: steps.slice(0, 2) });
    await phone.end();
    await evaluate(phone.bot().stderr(), START);
    phone.run('go around', { steps });
    const end = await phone.end(60_000);
    const held = await readHeld(phone, 99.9);
    const performed = phone.events().filter(({ type }) => type === 'action.performed').length;
    const isWhole = /Done and checked/.test(end.text) && performed >= STEPS;
    return { ...held, figure: 'event loop held during a run', correct: isWhole };
  });
}

/** The figure's values without its name and correctness. */
async function readHeld(phone: Phone, percentile: number): Promise<Omit<Figure, 'figure' | 'correct'>> {
  const told = await evaluate(phone.bot().stderr(), read(percentile));
  const { ms, beats } = isReading(told) ? told : { ms: Number.NaN, beats: 0 };
  const ours = Math.max(0, Math.round((ms - BEAT_MS) * 10) / 10);
  const unit = `ms p${percentile}`;
  return { unit, better: 'lower', ours, theirs: null, ratio: null, goal: MAX_MS, ok: ours <= MAX_MS, n: beats };
}

async function withPhone(options: PhoneOptions, measure: (phone: Phone) => Promise<Figure>): Promise<Figure> {
  const cleanups: (() => void)[] = [];
  const phone = await startPhone({ after: (act) => cleanups.push(act) }, options);
  try {
    return await measure(phone);
  } finally {
    await phone.close();
    for (const clean of cleanups) clean();
  }
}

function isReading(value: unknown): value is { readonly ms: number; readonly beats: number } {
  return typeof value === 'object' && value !== null && 'ms' in value && 'beats' in value;
}

/** Input tokens of the same goal in 10, 30 and 100 steps, on the wire of the real bot, against conversation loops that keep their pictures. */
import type { SeenRequest } from '../tests/servers/anthropic/request-rules.ts';
import { textTokens } from '../tests/servers/anthropic/usage.ts';
import { act, type Phone, purposeOf, startPhone } from '../tests/support/phone.ts';
import type { Figure } from './figure.ts';

const LENGTHS = [10, 30, 100] as const;
/** How many pictures a conversation loop keeps. */
const KEPT = [
  ['all', Number.POSITIVE_INFINITY],
  ['the last 3', 3],
] as const;
const GOALS: Readonly<Record<(typeof LENGTHS)[number], number>> = { 10: 1.7, 30: 3, 100: 3 };
/** The largest ratio of a step in the longest run to one in the shortest: what a run remembers must not grow with its length. */
const MOST_GROWTH = 1.15;
/** The price of a cached token, as a share of a fresh one. */
export const CACHE_READ = 0.1;

export async function measureTokens(): Promise<readonly Figure[]> {
  const afters: (() => void)[] = [];
  const phone = await startPhone(
    { after: (end) => afters.push(end) },
    {
      width: 1440,
      height: 900,
      settings: {
        MAX_ITERATIONS: '110',
        RUN_TOKEN_BUDGET: '3000000',
        RUN_COST_LIMIT_USD: '50',
        DAY_COST_LIMIT_USD: '100',
      },
    },
  );
  try {
    phone.display.open('/usr/bin/xterm', ['-geometry', '100x30+40+60']);
    const figures: Figure[] = [];
    const perStep: number[] = [];
    for (const length of LENGTHS) {
      const run = await measureRun(length, phone);
      figures.push(...run);
      perStep.push((run[0]?.ours ?? 0) / length);
    }
    await phone.close();
    return [
      ...figures,
      growth(
        perStep,
        figures.every(({ correct }) => correct),
      ),
    ];
  } finally {
    for (const end of afters) end();
  }
}

function growth(perStep: readonly number[], correct: boolean): Figure {
  const [shortest = 0, longest = 0] = [perStep[0], perStep.at(-1)];
  const ours = Math.round((longest / shortest) * 1000) / 1000;
  return {
    figure: 'input tokens a step, in 100 steps against in 10',
    unit: 'times',
    better: 'lower',
    ours,
    theirs: null,
    ratio: null,
    goal: MOST_GROWTH,
    ok: ours <= MOST_GROWTH,
    correct,
    n: perStep.length,
  };
}

/** One run of so many steps: its tokens, those from the cache counted at their price, and whether it was done. */
export async function countOurs(
  length: number,
  phone: Phone,
): Promise<{ readonly tokens: number; readonly correct: boolean; readonly calls: number }> {
  const before = phone.anthropic.exchanges.length;
  phone.run(`say ${length - 1} words, then leave it`, { steps: makeSteps(length) });
  const end = await phone.end(600_000);
  const exchanges = phone.anthropic.exchanges.slice(before);
  // The check of the result is counted too, though the peers make no such call.
  const tokens = exchanges.reduce((sum, { usage }) => {
    if (usage === null) return sum;
    return sum + usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens * CACHE_READ;
  }, 0);
  const isWhole = phone.asked('step').length === length;
  return {
    tokens,
    correct: isWhole && /Done and checked/.test(end.text) && phone.anthropic.faults.length === 0,
    calls: exchanges.filter(({ request }) => request !== null && purposeOf(request) !== 'risk').length,
  };
}

async function measureRun(length: (typeof LENGTHS)[number], phone: Phone): Promise<readonly Figure[]> {
  const { tokens: ours, correct, calls } = await countOurs(length, phone);
  const steps = phone.asked('step');
  return KEPT.map(([name, kept]) => {
    const theirs = countConversation(steps, kept);
    const ratio = Math.round((theirs / ours) * 100) / 100;
    return {
      figure: `input tokens, ${length} steps, against a conversation with ${name} of its pictures`,
      unit: 'tokens',
      better: 'lower',
      ours: Math.round(ours),
      theirs: Math.round(theirs),
      ratio,
      goal: GOALS[length],
      ok: ratio >= GOALS[length],
      correct,
      n: calls,
    };
  });
}

/** Words typed and sent, with a click now and then; the last step says done. */
export function makeSteps(length: number) {
  return Array.from({ length }, (_, index) => {
    if (index === length - 1) return act({ action: 'done', summary: 'All words are said.' });
    if (index % 5 === 4) return act({ action: 'click', target: { x: 150 + index, y: 250 } }, `clicked ${index}`);
    return act({ action: 'type', text: `word${index} ` }, `typed word ${index}`);
  });
}

/**
 * The same steps as one conversation with the same prompt and pictures of the whole screen: every call sends all turns before it, of each the
 * result in 20 tokens and the reply in full, and as many pictures as it keeps. Its system part is cached as ours is.
 */
function countConversation(steps: readonly SeenRequest[], kept: number): number {
  let sum = 0;
  let turns = 0;
  // The first step always sees the whole screen.
  const wholeScreen = steps[0] === undefined ? 0 : countPictures(steps[0]);
  for (const [index, step] of steps.entries()) {
    const prefix = textTokens(`${step.system}${JSON.stringify(step.schema)}`);
    const pictures = Math.min(index + 1, kept) * wholeScreen;
    turns += RESULT_TOKENS;
    sum += prefix * (index === 0 ? 1 : CACHE_READ) + turns + pictures;
    turns += REPLY_TOKENS;
  }
  return sum;
}

const RESULT_TOKENS = 20;
const REPLY_TOKENS = textTokens(
  JSON.stringify({
    screen: 'A desktop.',
    intent: 'Scripted step',
    action: 'type',
    text: 'word10 ',
    note: 'typed word 10',
  }),
);

function countPictures({ pictures }: SeenRequest): number {
  return pictures.reduce((sum, { width, height }) => sum + Math.ceil(width / 28) * Math.ceil(height / 28), 0);
}

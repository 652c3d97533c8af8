/** Whole runs through the real bot with a model that knows nothing but the pictures it is sent: what it asks of the screen must happen. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findColor, type Rgb } from '../servers/anthropic/pixels.ts';
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import { makeReply } from '../servers/anthropic/wire-reply.ts';
import type { SeenMessage } from '../servers/telegram/people.ts';
import { chromiumWindow } from '../support/chromium-window.ts';
import { hasButton, hasLiveButton, type Phone, startPhone } from '../support/phone.ts';
import { COLORS, type Stage, type StagePage, startStagePage } from '../support/stage-page.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { createRandom } from './random.ts';

export interface Replay {
  readonly runs: number;
  /** Runs that did all that was asked, with no mistake, and were told as verified. */
  readonly good: number;
  /** Model calls for steps and checks. */
  readonly calls: number;
  /** Pictures that showed only the front window. */
  readonly cropped: number;
  /** Steps that were sent no picture. */
  readonly pictureless: number;
  /** Decisions on a screen that had changed by then. */
  readonly movedAway: number;
  /** What went wrong, a line each. */
  readonly faults: readonly string[];
}

const SCREEN = { width: 1280, height: 800 } as const;
/** Small enough that the window alone is worth showing. */
const RUN_MS = 40_000;
const WINDOW = { x: 260, y: 130, width: 620, height: 460 } as const;

export async function replayRuns(
  t: { after(act: () => void): void },
  runs: number,
  seed: number,
  say: (line: string) => void = () => undefined,
): Promise<Replay> {
  const random = createRandom(seed);
  const page = await startStagePage();
  const phone = await startPhone(t, { ...SCREEN, settings: { MAX_ITERATIONS: '60' } });
  const seen = { cropped: 0, pictureless: 0, movedAway: 0 };
  const faults: string[] = [];
  let good = 0;
  try {
    openWindow(page, phone, makeTempFolder(t));
    await page.shown;
    for (let index = 0; index < runs; index += 1) {
      const stages = makeStages(random);
      page.begin(stages);
      // The page draws what it is told within a moment.
      await sleep(300);
      const policy = createPolicy(page, random, { rushes: index % 5 === 0, moves: index % 3 === 1 }, seen);
      phone.run(`press what is pink and write ${wordOf(stages)} into what is blue`, {
        steps: Array.from({ length: 60 }, () => policy.step),
        verdicts: [policy.check],
      });
      const end = await approveUntilEnd(phone);
      const wrong = [
        ...page.mistakes,
        ...(page.reached() === stages.length ? [] : [`it came to stage ${page.reached()} of ${stages.length}`]),
        ...(/Done and checked/.test(end.text) ? [] : [`it ended with ${end.text.split('\n', 2).join(' ')}`]),
      ];
      if (wrong.length === 0) good += 1;
      faults.push(...wrong.map((line) => `run ${index + 1}: ${line}`));
      say(
        `run ${index + 1}: ${stages.map(({ kind }) => kind).join(' ')} – ${wrong.length === 0 ? 'good' : wrong.join('; ')}`,
      );
    }
    faults.push(...phone.anthropic.faults);
    return { runs, good, calls: phone.anthropic.requests.length, ...seen, faults };
  } finally {
    await phone.close();
    await page.stop();
  }
}

/** Approves every Enter until the run's end. */
async function approveUntilEnd(phone: Phone): Promise<SeenMessage> {
  for (;;) {
    const next = await phone.waitFor(
      (message) => hasLiveButton(message, 'Approve') || hasButton(message, 'Again'),
      RUN_MS,
    );
    if (hasButton(next, 'Again')) return next;
    await phone.tap(next, 'Approve');
  }
}

function openWindow(page: StagePage, phone: Phone, folder: string): void {
  const [program, args] = chromiumWindow(page.url, join(folder, 'browser'), WINDOW.width, WINDOW.height);
  const windowed = args.filter((arg) => !/fullscreen|kiosk|window-position/.test(arg));
  phone.display.open(program, [...windowed, `--window-position=${WINDOW.x},${WINDOW.y}`]);
}

/** One to four squares and fields, at places that leave room for themselves. */
function makeStages(random: () => number): readonly Stage[] {
  const text = `w${Math.floor(random() * 9000 + 1000)}`;
  return Array.from({ length: 1 + Math.floor(random() * 4) }, (): Stage => {
    const place = { x: 0.2 + random() * 0.6, y: 0.2 + random() * 0.6 };
    return random() < 0.6 ? { kind: 'press', ...place } : { kind: 'write', ...place, text };
  });
}

function wordOf(stages: readonly Stage[]): string {
  return stages.flatMap((stage) => (stage.kind === 'write' ? [stage.text] : []))[0] ?? 'nothing';
}

interface Moods {
  /** Whether it says done before it has looked. */
  readonly rushes: boolean;
  /** Whether the first target moves while it decides. */
  readonly moves: boolean;
}

function createPolicy(
  page: StagePage,
  random: () => number,
  { rushes, moves }: Moods,
  seen: { cropped: number; pictureless: number; movedAway: number },
) {
  let hasRushed = !rushes;
  let hasMoved = !moves;
  return {
    async step(request: SeenRequest): Promise<Decision> {
      if (!hasRushed) {
        hasRushed = true;
        return makeReply({ action: 'done', summary: 'Surely done.' });
      }
      if (request.pictures.length === 0) {
        seen.pictureless += 1;
        return makeReply({ action: 'screenshot' });
      }
      if (readView(request.text) !== null) seen.cropped += 1;
      const pink = await find(request, COLORS.press);
      const blue = await find(request, COLORS.write);
      const asked = pink ?? blue;
      if (asked !== null && !hasMoved) {
        hasMoved = true;
        seen.movedAway += 1;
        page.move(asked.x < 445 ? 0.8 : 0.2, 0.2 + random() * 0.6);
        await sleep(500);
      }
      if (pink !== null) return makeReply({ action: 'click', target: pink });
      if (blue !== null) {
        const word = /write (w\d+) /.exec(request.text)?.[1] ?? '';
        const followUps = [
          { action: 'type', text: word },
          { action: 'key', keys: 'enter' },
        ];
        return makeReply({ action: 'click', target: blue }, { followUps });
      }
      const green = await find(request, COLORS.done);
      if (green !== null) return makeReply({ action: 'done', summary: 'The page is green.' });
      return makeReply({ action: 'wait', seconds: 0.3 });
    },
    async check(request: SeenRequest): Promise<Decision> {
      const isDone = (await find(request, COLORS.done)) !== null && (await find(request, COLORS.press)) === null;
      return isDone
        ? { screen: 'A green page.', reasons: ['It is green'], score: 95 }
        : { screen: 'A page.', errors: ['Something is still asked for'], reasons: [], score: 10 };
    },
  };
}

/** Where this color is, on the whole screen, 0–1000. */
async function find(request: SeenRequest, color: Rgb): Promise<{ readonly x: number; readonly y: number } | null> {
  const [picture] = request.pictures;
  const found = picture === undefined ? null : await findColor(picture.jpeg, color);
  const view = readView(request.text);
  if (found === null || view === null) return found;
  const [left, right, top, bottom] = view;
  return { x: left + (found.x / 1000) * (right - left), y: top + (found.y / 1000) * (bottom - top) };
}

/** Left, right, top and bottom of what the picture shows, as the prompt says; null when it shows everything. */
function readView(text: string): readonly [number, number, number, number] | null {
  const said = /only the window in front: x ([\d.]+) to ([\d.]+), y ([\d.]+) to ([\d.]+) /.exec(text);
  return said === null ? null : [Number(said[1]), Number(said[2]), Number(said[3]), Number(said[4])];
}

/** What of a Mac's screen no picture may show: windows of applications that keep secrets, and password fields wherever they can be seen. */
import { z } from 'zod';
import type { Box, Display } from '../../../src/ports/desktop.ts';
import { isCoveredApp, kindOfApp } from '../../../src/safety/apps/app-names.ts';
import { type Cover, subtractBoxes } from '../cover.ts';
import type { AxHelper } from './ax-helper.ts';
import { findFront, type MacWindow } from './native/windows.ts';

export interface CoverParts {
  readonly windows: () => readonly MacWindow[];
  readonly helper: Pick<AxHelper, 'ask'>;
  /** Whether some password field has the keyboard; macOS says that of the whole session. */
  readonly isPasswordTyped: () => boolean;
  readonly privateApps: readonly string[];
}

/** The time limits: the application in front gets more than those behind it. */
const FRONT_MS = 900;
const BEHIND_MS = 250;
const MOST_BEHIND = 5;
/** Longer than a walk: the child may have to be started. */
const ANSWER_MS = 1500;

const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const answerSchema = z.object({ is: z.literal('fields'), fields: z.array(boxSchema), isWhole: z.boolean() });
type Fields = z.infer<typeof answerSchema>;

/** Rejects with the signal's reason when it aborts; what could not be looked through is said in the facts. */
export async function findMacCover(display: Display, parts: CoverParts, signal: AbortSignal): Promise<Cover> {
  const seen = parts.windows().filter(({ alpha, box }) => alpha > 0 && box.width > 1 && box.height > 1);
  const isPrivate = (window: MacWindow): boolean => isCoveredApp(window, parts.privateApps);
  const front = findFront(seen);
  const open = seen.filter(
    (window, index) => window.layer === 0 && !isPrivate(window) && isInSight(window, seen.slice(0, index)),
  );
  const pids = [...new Set(open.map(({ pid }) => pid))].slice(0, MOST_BEHIND + 1);
  const found = await Promise.all(
    pids.map((pid) => askFields(pid, pid === front?.pid ? FRONT_MS : BEHIND_MS, parts, signal)),
  );
  const kept = seen.flatMap((window, index) =>
    isPrivate(window)
      ? subtractBoxes(
          window.box,
          seen
            .slice(0, index)
            .filter((above) => above.alpha >= 1 && !isPrivate(above))
            .map(({ box }) => box),
        )
      : [],
  );
  const fields = found.flatMap((answer) => answer?.fields ?? []);
  const isMissed = parts.isPasswordTyped() && fields.length === 0;
  const unsure = open.filter((window) => {
    const answer = found[pids.indexOf(window.pid)] ?? null;
    const isFront = window.pid === front?.pid;
    // A terminal is left out: its password prompt shows nothing, whatever is typed.
    return kindOfApp(window, []) !== 'terminal' && (isFront ? isMissed || answer?.isWhole !== true : answer === null);
  });
  return {
    boxes: [...kept, ...fields].map((box) => toPixels(box, display)),
    facts: { covered: named(seen.filter(isPrivate)), unsure: named(unsure) },
  };
}

async function askFields(pid: number, ms: number, { helper }: CoverParts, signal: AbortSignal): Promise<Fields | null> {
  const asked = await helper.ask({ do: 'fields', pid, ms }, ANSWER_MS + ms, signal);
  return answerSchema.safeParse(asked).data ?? null;
}

function isInSight({ box }: MacWindow, above: readonly MacWindow[]): boolean {
  return (
    subtractBoxes(
      box,
      above.filter(({ alpha }) => alpha >= 1).map((other) => other.box),
    ).length > 0
  );
}

function toPixels({ x, y, width, height }: Box, { density, originX, originY }: Display): Box {
  const [left, top] = [Math.floor(x * density), Math.floor(y * density)];
  return {
    x: left - originX,
    y: top - originY,
    width: Math.ceil((x + width) * density) - left,
    height: Math.ceil((y + height) * density) - top,
  };
}

function named(windows: readonly MacWindow[]): readonly string[] {
  return [...new Set(windows.map(({ app }) => app))];
}

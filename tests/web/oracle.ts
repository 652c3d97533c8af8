/** A model that knows the answers: it does what a task's own solution says, and repeats only what it was told was not done. */

import type { Box } from '../../src/ports/desktop.ts';
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import { makeReply } from '../servers/anthropic/wire-reply.ts';
import type { PageServer } from './page-server.ts';
import type { Act, Decided, Spot, WebTask } from './task.ts';

export interface OracleParts {
  readonly task: Pick<WebTask, 'solve'>;
  readonly page: Pick<PageServer, 'where' | 'read'>;
  readonly screen: { readonly width: number; readonly height: number };
  readonly files: string;
  /** Whether nothing tells what is in the window: named targets are then found only by what was read there. */
  readonly isUntold?: boolean;
  /** Whether the application tells an element of this name there; left out: everything counts as told. */
  readonly isInTree?: (name: string, box: Box) => Promise<boolean>;
  /** Acts that were carried out so far, in order, and whether each worked. */
  readonly performed: () => readonly { readonly ok: boolean }[];
}

export interface Oracle {
  readonly decide: (request: SeenRequest) => Promise<Decision>;
  /** The number of decisions in the solution, `done` included. */
  readonly count: () => number;
  /** Why it gave up; '' when it did not. */
  readonly gaveUp: () => string;
  readonly listed: () => Listed;
}

/**
 * Targets in sight by how they are told: listed by their name; missing from the list although the application tells them; told by nothing.
 */
export interface Listed {
  readonly found: number;
  readonly missing: readonly string[];
  readonly untold: readonly string[];
}

/** An act that is refused more often than this will always be. */
const MOST_REFUSALS = 2;
/** Looks to wait for a late list, or a place that is just being painted. */
const MOST_LOOKS = 3;

export function createOracle({
  task,
  page,
  screen,
  files,
  performed,
  isInTree,
  isUntold = false,
}: OracleParts): Oracle {
  const eye = {
    sees: async (at: string) => (await page.where(at)) !== null,
    read: page.read,
  };
  const solution = solve(task, eye, files);
  let count = 0;
  let gaveUp = '';
  let batch: readonly Act[] = [];
  /** The number of performed acts that are accounted for. */
  let before = 0;
  /** Whether the last decision was only to look again. */
  let isLooking = false;
  let [refusals, looks] = [0, 0];
  let isOver = false;
  const listed = { found: 0, missing: [] as string[], untold: [] as string[] };
  const noteMissing = async ({ role, name = '' }: Spot, box: Box): Promise<void> => {
    const isTold = isInTree === undefined || (await isInTree(name, box));
    (isTold ? listed.missing : listed.untold).push(`${role ?? ''} “${name}”`);
  };

  /** The acts of the batch that are not known to be done. */
  const leftOver = (): readonly Act[] => {
    const since = performed().slice(before);
    before += since.length;
    if (isLooking) return batch;
    const done = since.filter(({ ok }) => ok).length;
    if (done < since.length) refusals += 1;
    return batch.slice(done);
  };

  const spotIn = async (spot: Spot, request: SeenRequest): Promise<Readonly<Record<string, number>> | null> => {
    const box = await page.where(spot.at);
    const isNamed = spot.name !== undefined && (isUntold || refusals === 0);
    const element = !isNamed
      ? null
      : isUntold
        ? findRead(request.text, spot, box, screen)
        : findTold(request.text, spot, box, screen);
    if (element !== null) {
      listed.found += 1;
      return { element };
    }
    // An element that is not on the page yet, or is scrolled out of sight, cannot be listed.
    if (box === null) return null;
    if (isNamed) await noteMissing(spot, box);
    if (isUntold && spot.name !== undefined) return null;
    const at = (start: number, size: number, share: number, whole: number): number =>
      Math.round(((start + size * share) / whole) * 1e5) / 100;
    return {
      x: at(box.x, box.width, spot.dx ?? 0.5, screen.width),
      y: at(box.y, box.height, spot.dy ?? 0.5, screen.height),
    };
  };

  const write = async (act: Act, request: SeenRequest): Promise<Record<string, unknown> | null> => {
    const written: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(act)) {
      if (!isSpot(value)) {
        written[name] = value;
        continue;
      }
      const place = await spotIn(value, request);
      if (place === null) return null;
      if (name !== 'element') written[name] = place;
      else if (isUntold) return { action: 'click', target: place };
      else if ('element' in place) written[name] = place.element;
      else return null;
    }
    return written;
  };

  return {
    count: () => count,
    gaveUp: () => gaveUp,
    listed: () => listed,
    async decide(request) {
      const left = leftOver();
      isLooking = false;
      if (left.length > 0 && refusals > MOST_REFUSALS) {
        gaveUp = `refused: ${JSON.stringify(left[0])}`;
        return makeReply({ action: 'fail', summary: gaveUp });
      }
      if (left.length > 0) batch = left;
      else {
        refusals = 0;
        const next = isOver ? undefined : await solution.next();
        isOver = next === undefined || next.done === true;
        if (next === undefined || next.done === true) {
          batch = [];
          if (next !== undefined) count += 1;
          return makeReply({ action: 'done', summary: 'It is done.' });
        }
        count += 1;
        batch = next.value;
      }
      const written: Record<string, unknown>[] = [];
      for (const act of batch) {
        const one = await write(act, request);
        // What comes into sight by the acts before it is decided on then.
        if (one === null) break;
        written.push(one);
      }
      const [first, ...followUps] = written;
      if (first === undefined) {
        looks += 1;
        isLooking = true;
        if (looks <= MOST_LOOKS) return makeReply({ action: 'wait', seconds: 0.5 });
        gaveUp = `not in sight: ${JSON.stringify(batch[0])}`;
        return makeReply({ action: 'fail', summary: gaveUp });
      }
      looks = 0;
      return makeReply(first, { followUps });
    },
  };
}

/** The decisions of a task's own solution, one after the other. */
export async function* solve(
  { solve }: Pick<WebTask, 'solve'>,
  eye: Parameters<Exclude<WebTask['solve'], readonly Decided[]>>[0],
  files: string,
): AsyncGenerator<Decided> {
  if (typeof solve === 'function') yield* solve(eye, { files });
  else yield* solve;
}

export function isSpot(value: Act[string]): value is Spot {
  return typeof value === 'object' && 'at' in value && typeof value.at === 'string';
}

interface Line {
  readonly number: number;
  readonly role: string;
  readonly name: string;
  /** In pixels. */
  readonly x: number;
  readonly y: number;
}

function readLines(text: string, screen: OracleParts['screen']): readonly Line[] {
  return [...text.matchAll(/^(\d+) ([a-z -]+) ("(?:[^"\\]|\\.)*").* @(\d+),(\d+)/gm)].map(
    ([, number, role = '', name = '""', x, y]) => ({
      number: Number(number),
      role,
      name: String(JSON.parse(name)),
      x: (Number(x) / 1000) * screen.width,
      y: (Number(y) / 1000) * screen.height,
    }),
  );
}

function insideOf(lines: readonly Line[], box: Box, screen: OracleParts['screen']): readonly Line[] {
  // Slack for rounding, since places are given in thousandths.
  const [slackX, slackY] = [screen.width / 1000, screen.height / 1000];
  return lines.filter(
    ({ x, y }) =>
      x >= box.x - slackX && x <= box.x + box.width + slackX && y >= box.y - slackY && y <= box.y + box.height + slackY,
  );
}

/** The number in this turn's list: what has its name and stands in its box, else the only one of its name and role. */
function findTold(
  text: string,
  { role, name, ...spot }: Spot,
  box: Box | null,
  screen: OracleParts['screen'],
): number | null {
  const same = readLines(text, screen).filter((line) => line.name === name);
  const own = same.filter((line) => role === undefined || line.role === role);
  const isInBox = box !== null && !isOutside(spot);
  const inside = isInBox ? insideOf(same, box, screen) : [];
  const found = inside.find((line) => own.includes(line)) ?? inside[0];
  return found?.number ?? (!isInBox && own.length === 1 ? (own[0]?.number ?? null) : null);
}

/** A list that opened lies outside the box it belongs to. */
function isOutside({ dx = 0.5, dy = 0.5 }: Pick<Spot, 'dx' | 'dy'>): boolean {
  return [dx, dy].some((share) => share < 0 || share > 1);
}

/** What was read in its box, or the words that are its name; null when there is neither. Capitals of some letters look like small ones. */
function findRead(text: string, spot: Spot, box: Box | null, screen: OracleParts['screen']): number | null {
  const lines = readLines(text, screen);
  const wanted = spot.name?.toLowerCase() ?? '';
  // A circle to choose by is read as a letter before its words.
  const named = lines.filter(({ name }) =>
    [wanted, ...['o', 'ö', '0'].map((ring) => `${ring} ${wanted}`)].includes(name.toLowerCase()),
  );
  if (box === null) return named.length === 1 ? (named[0]?.number ?? null) : null;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const far = (one: { readonly x: number; readonly y: number }): number =>
    Math.hypot(one.x - middle.x, one.y - middle.y);
  const inside = insideOf(lines, box, screen);
  return (
    [...(inside.length > 0 && !isOutside(spot) ? inside : named)].sort((one, other) => far(one) - far(other))[0]
      ?.number ?? null
  );
}

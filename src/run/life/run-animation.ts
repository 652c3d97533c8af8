/** The run as an animated picture: replaces the picture of the end once it is made; nothing waits for it. */
import { END_FRAME, type Recordings } from '../../journal/recordings.ts';
import type { Pictures } from '../../ports/pictures.ts';

/** Name in the run's folder. */
const ANIMATION = 'run.gif';

const MOST_BYTES = 1_500_000;
/** With `LAST_MS` five seconds in all: it plays once, and is short enough not to annoy. */
const MOST_FRAMES = 10;
const FRAME_MS = 400;
const LAST_MS = 1400;
const WIDTH = 640;
/** A run with fewer steps keeps its picture of before and after. */
const STEPS_WORTH_IT = 4;
const PATIENCE_MS = 30_000;

export interface RunAnimation {
  readonly gif: Uint8Array;
  /** Its name in the run's folder. */
  readonly name: string;
}

export interface AnimatedRun {
  readonly runId: string;
  readonly recordings: Pick<Recordings, 'read' | 'readFrame' | 'saveFrame'>;
  readonly pictures: Pick<Pictures, 'animate'>;
}

/** Only one is made at a time, since each holds its frames in memory. */
let isBusy = false;

/**
 * Made from the pictures that the run kept, in which secrets are covered. null: too few steps or pictures, too large, or another one is being made.
 * Never rejects.
 */
export async function animateRun(
  steps: number,
  { runId, recordings, pictures }: AnimatedRun,
): Promise<RunAnimation | null> {
  if (steps < STEPS_WORTH_IT || isBusy) return null;
  isBusy = true;
  try {
    const events = (await recordings.read(runId)) ?? [];
    const names = events.flatMap((event) => (event.type === 'observation.taken' ? (event.frame ?? []) : []));
    const jpegs = await readFrames(spread([...new Set([...names, END_FRAME])], MOST_FRAMES), runId, recordings);
    if (jpegs.length < 3) return null;
    const request = { width: WIDTH, frameMs: FRAME_MS, lastMs: LAST_MS, mostBytes: MOST_BYTES };
    const gif = await pictures.animate(jpegs, request, AbortSignal.timeout(PATIENCE_MS));
    return gif === null ? null : { gif, name: await recordings.saveFrame(runId, ANIMATION, gif) };
  } catch {
    return null;
  } finally {
    isBusy = false;
  }
}

/** Frames that exist, without those equal to the one before. */
async function readFrames(
  names: readonly string[],
  runId: string,
  recordings: Pick<Recordings, 'readFrame'>,
): Promise<readonly Uint8Array[]> {
  const jpegs: Uint8Array[] = [];
  for (const name of names) {
    const jpeg = await recordings.readFrame(runId, name);
    const before = jpegs.at(-1);
    if (jpeg !== null && (before === undefined || Buffer.compare(before, jpeg) !== 0)) jpegs.push(jpeg);
  }
  return jpegs;
}

/** The first, the last, and evenly spread ones between them. */
function spread(names: readonly string[], most: number): readonly string[] {
  if (names.length <= most) return names;
  const step = (names.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => names[Math.round(index * step)] ?? '');
}

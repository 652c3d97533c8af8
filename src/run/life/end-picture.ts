/** The picture below the end of a run: the screen before it and after it, one below the other; only the one after where there is no other, or nothing changed. */
import { END_FRAME, type Recordings } from '../../journal/recordings.ts';
import type { Outgoing } from '../../outbound/outgoing.ts';
import type { Desktop } from '../../ports/desktop.ts';
import type { Pictures } from '../../ports/pictures.ts';
import { observe } from '../../screen/observe.ts';
import { isUnseen } from '../../screen/unusable.ts';
import { say } from '../../words/say.ts';
import type { LookMarks } from '../perform/look-marks.ts';
import type { RunLog } from '../run-log.ts';
import type { FirstLook } from '../verify/first-look.ts';

/** File name of the picture with both screens. */
const PAIR_FRAME = 'before-after.jpg';

const END_PICTURE_MS = 1500;

export interface EndPicture {
  readonly picture: Outgoing['picture'];
  /** True when the picture shows the screen before and after, one below the other. */
  readonly isPair: boolean;
}

export interface EndPictureNeeds extends Pick<RunLog, 'runId' | 'state'> {
  readonly displayIndex: number;
  readonly marks: Pick<LookMarks, 'ring'>;
  readonly firstLook: Pick<FirstLook, 'compareWith'>;
  readonly desktop: Desktop;
  readonly recordings: Pick<Recordings, 'saveFrame'>;
  readonly pictures: Pick<Pictures, 'stack'>;
}

const NOTHING: EndPicture = { picture: null, isPair: false };

/** `before`: the first look of the run; null when there was none. Never rejects: an end without a picture is an end. */
export async function takeEndPicture(before: Uint8Array | null, run: EndPictureNeeds): Promise<EndPicture> {
  try {
    const signal = AbortSignal.timeout(END_PICTURE_MS);
    const request = { displayIndex: run.displayIndex, ring: run.marks.ring(), zoom: null };
    const seen = await observe(request, run.desktop, signal);
    if (isUnseen(seen)) return NOTHING;
    const { frame } = seen;
    const end = await run.recordings.saveFrame(run.runId, END_FRAME, frame.jpeg);
    const isSame = run.state().performed.length === 0 || run.firstLook.compareWith(seen)?.picture === 0;
    if (before === null || isSame) return single(frame.jpeg, run.runId, end);
    const jpeg = await run.pictures.stack([before, frame.jpeg], signal);
    const name = await run.recordings.saveFrame(run.runId, PAIR_FRAME, jpeg);
    return pair(jpeg, run.runId, name);
  } catch {
    return NOTHING;
  }
}

/** The end picture from the run's folder, for a run that an earlier process worked. */
export async function readEndPicture(
  runId: string,
  { recordings }: { readonly recordings: Pick<Recordings, 'readFrame'> },
): Promise<EndPicture> {
  const read = (name: string): Promise<Uint8Array | null> => recordings.readFrame(runId, name).catch(() => null);
  const both = await read(PAIR_FRAME);
  if (both !== null) return pair(both, runId, PAIR_FRAME);
  const end = await read(END_FRAME);
  return end === null ? NOTHING : single(end, runId, END_FRAME);
}

function single(jpeg: Uint8Array, run: string, name: string): EndPicture {
  return { picture: { jpeg, alt: say`The screen at the end of the run.`, stored: { run, name } }, isPair: false };
}

function pair(jpeg: Uint8Array, run: string, name: string): EndPicture {
  const alt = say`Above, the screen before the run; below, the screen at its end.`;
  return { picture: { jpeg, alt, stored: { run, name } }, isPair: true };
}

/** The picture on a card: what the act is about, with its surroundings, as large as a phone can show it; and the whole screen beside it. */
import { isInput } from '../../action/kinds.ts';
import type { Box, Desktop, Frame, UiElement } from '../../ports/desktop.ts';
import type { Pictures } from '../../ports/pictures.ts';
import { changedTiles } from '../../screen/fingerprints.ts';
import { observe } from '../../screen/observe.ts';
import type { RunControl } from '../control.ts';
import type { LookMarks } from '../perform/look-marks.ts';
import type { ConfirmRequest } from './confirm-request.ts';
import { frameAround } from './frame-around.ts';

export interface CardPicture {
  readonly jpeg: Uint8Array;
  /** The whole screen with the same mark; null where `jpeg` shows it already. */
  readonly whole: Uint8Array | null;
}

export interface CardPictureNeeds {
  readonly pictures: Pictures;
  readonly desktop: Desktop;
  readonly control: Pick<RunControl, 'signal'>;
  readonly marks: Pick<LookMarks, 'ring'>;
}

type Shown = Pick<ConfirmRequest, 'action' | 'observation' | 'place' | 'element'>;

/** Wider pictures take longer to arrive and show no more on a phone. */
const CUT_WIDTH = 1000;
/** A cut that leaves out less than this is the whole screen. */
const WORTH = 0.85;

/** Rejects when the run is stopped. An action without a place on the screen gets a picture of the whole screen. */
export async function drawCardPicture(request: Shown, run: CardPictureNeeds): Promise<CardPicture> {
  const { action, observation, place } = request;
  if (place === null && !isInput(action)) return { jpeg: observation.frame.jpeg, whole: null };
  const frame = await withoutLastRing(observation.frame, run);
  const { display } = frame;
  const element = request.element ?? (place === null ? focusedOf(request) : null);
  const target = element?.box ?? (place === null ? null : { x: place.x, y: place.y, width: 1, height: 1 });
  if (target === null && observation.front.box == null) return { jpeg: frame.jpeg, whole: null };
  const around = frameAround({
    target,
    container: element?.container ?? null,
    window: observation.front.box ?? null,
    display,
  });
  const scale = { x: frame.width / display.width, y: frame.height / display.height };
  const inFrame = (box: Box): Box => ({
    x: box.x * scale.x,
    y: box.y * scale.y,
    width: box.width * scale.x,
    height: box.height * scale.y,
  });
  const mark =
    target === null
      ? {}
      : element === null
        ? { ring: { x: Math.round(target.x * scale.x), y: Math.round(target.y * scale.y) } }
        : { outline: inFrame(target) };
  const draw = (box: Box, width: number): Promise<Uint8Array> =>
    run.pictures.cut(frame.jpeg, { box: inFrame(box), width, ...mark }, run.control.signal);
  const all = { x: 0, y: 0, width: display.width, height: display.height };
  const whole = await draw(all, frame.width);
  const isWorth = around.width * around.height < WORTH * display.width * display.height;
  return isWorth ? { jpeg: await draw(around, CUT_WIDTH), whole } : { jpeg: whole, whole: null };
}

/** The element that has the keyboard focus, as far as the application tells. */
function focusedOf({ observation }: Shown): UiElement | null {
  return observation.elements.find(({ isFocused }) => isFocused) ?? null;
}

/**
 * The frame without the ring of the act before, which would confuse beside the card's own mark; the frame unchanged when the screen has changed
 * since.
 */
async function withoutLastRing(frame: Frame, { desktop, control, marks }: CardPictureNeeds): Promise<Frame> {
  if (marks.ring() === null) return frame;
  const look = await observe({ displayIndex: frame.display.index, ring: null, zoom: null }, desktop, control.signal);
  const isSame = changedTiles(frame.fingerprint, look.frame.fingerprint).length === 0;
  return isSame && look.frame.display.index === frame.display.index ? look.frame : frame;
}

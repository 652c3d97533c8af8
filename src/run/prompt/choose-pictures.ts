/** Chooses the pictures for a step's decision: the whole screen; a part when the rest is unchanged; none when the elements say enough. */
import { isInputBy, isSeenOnScreen, traitsOf } from '../../action/kinds.ts';
import type { Fingerprint, FrontWindow } from '../../ports/desktop.ts';
import type { ModelTier, ScreenPart } from '../../ports/model.ts';
import type { Pictures } from '../../ports/pictures.ts';
import { changedTiles, tilesOf } from '../../screen/fingerprints.ts';
import type { Observation } from '../../screen/observe.ts';
import type { ScreenMemory } from '../../screen/screen-memory.ts';
import { isUnseen } from '../../screen/unusable.ts';
import { describeView, partOf, shownBox, type View, viewOf } from '../../screen/window-view.ts';
import type { StepState } from './step-state.ts';

export interface ChosenPictures {
  /** JPEG. */
  readonly pictures: readonly Uint8Array[];
  /** For the prompt, when less than the whole screen is shown; ''. */
  readonly note: string;
  /** Part of the screen that the first picture shows; null: all of it. */
  readonly part: ScreenPart | null;
}

/** A shorter list of elements tells too little without a picture. */
const ENOUGH_ELEMENTS = 3;
const LEFT_OUT =
  'The screen has not changed since the picture before, so none is sent now: go by the elements, or use screenshot to see it.';

/** The screen as a model was shown it. */
export interface ShownPicture {
  readonly fingerprint: Fingerprint;
  readonly front: FrontWindow;
  readonly tier: ModelTier;
}

export interface PictureRequest {
  readonly state: Pick<StepState, 'last' | 'said' | 'malformed'>;
  readonly observation: Observation;
  /** The last picture shown; null before the first one. */
  readonly shown: ShownPicture | null;
  /** Tier of the model that decides now. */
  readonly tier: ModelTier;
}

export async function choosePictures(
  request: PictureRequest,
  { pictures, screen }: { readonly pictures: Pick<Pictures, 'cut'>; readonly screen: ScreenMemory },
  signal: AbortSignal,
): Promise<ChosenPictures> {
  const { frame, zoomed, brought = [] } = request.observation;
  // A part without a screen is shown the pictures of tools and nothing else.
  if (isUnseen(request.observation)) return { pictures: brought, note: '', part: null };
  // The screen comes first: points refer to the first picture.
  if (zoomed !== null || brought.length > 0)
    return {
      pictures: [frame.jpeg, ...(zoomed === null ? [] : [zoomed.jpeg]), ...brought],
      note: '',
      part: null,
    };
  const less = showLess(request, screen);
  if (less === 'nothing') return { pictures: [], note: LEFT_OUT, part: null };
  if (less === 'everything') return { pictures: [frame.jpeg], note: '', part: null };
  const { box } = less;
  const cut = await pictures.cut(frame.jpeg, { box, width: box.width }, signal);
  return { pictures: [cut], note: describeView(less), part: partOf(less) };
}

/** Shows less only when the model that decides has seen the rest as it still is, and every act since succeeded. */
function showLess(
  { state, observation, shown, tier }: PictureRequest,
  screen: ScreenMemory,
): 'everything' | 'nothing' | View {
  const { last, said, malformed } = state;
  const { frame, front, elements, elementsNote, isAllRead = false } = observation;
  if (shown === null || shown.tier !== tier || last === null || malformed !== '' || said.length > 0)
    return 'everything';
  const { action, result } = last;
  if (!result.ok || traitsOf(action).wantsPicture === true) return 'everything';
  const isSeen = isSeenOnScreen(action);
  const hasList = (elementsNote === '' || isAllRead) && elements.length >= ENOUGH_ELEMENTS;
  const changed = changedTiles(shown.fingerprint, frame.fingerprint).filter(
    (tile) => screen.habits.get(tile)?.looks.has(frame.fingerprint.tiles[tile] ?? 0) !== true,
  );
  if (!isSeen && hasList && changed.length === 0) return 'nothing';
  if (isSeen && result.effect !== 'changed') return 'everything';
  // A run that goes on typing need not point at anything.
  if (!hasList && !isInputBy(action, 'keys')) return 'everything';
  const view = isSameWindow(shown.front, front) ? viewOf(front.box, frame) : null;
  if (view === null) return 'everything';
  const inView = tilesOf(shownBox(view, frame.display), frame.fingerprint);
  return changed.every((tile) => inView.has(tile)) ? view : 'everything';
}

/** The same window at the same place; its title may have changed with what was done. */
function isSameWindow(one: FrontWindow, other: FrontWindow): boolean {
  return one.app === other.app && one.pid === other.pid && JSON.stringify(one.box) === JSON.stringify(other.box);
}

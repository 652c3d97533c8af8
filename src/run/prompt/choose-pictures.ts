/** Which pictures a step is decided on: the screen as it is; less of it where the rest is as it was, and none where its elements say enough. */
import { isSeenOnScreen } from '../../action/kinds.ts';
import type { FrontWindow } from '../../ports/desktop.ts';
import { changedTiles, tilesOf } from '../../screen/fingerprints.ts';
import type { Observation } from '../../screen/observe.ts';
import { describeView, shownBox, type View, viewOf } from '../../screen/window-view.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';

export interface ChosenPictures {
  /** JPEG. */
  readonly pictures: readonly Uint8Array[];
  /** For the prompt, when less than the whole screen is shown; ''. */
  readonly note: string;
}

/** With fewer there is little to go by. */
const ENOUGH_ELEMENTS = 3;
const LEFT_OUT =
  'The screen has not changed since the picture before, so none is sent now: go by the elements, or use screenshot to see it.';
/** After these the model wants to see: it asked to, or waited for something. */
const LOOKING = [
  'screenshot',
  'zoom',
  'wait',
  'wait_until',
  'ui_elements',
  'web_elements',
  'cursor_position',
  'ask_user',
];
/** Who types goes on typing: nothing needs to be pointed at. */
const TYPING = ['type', 'key', 'hold_key'];

export async function choosePictures(
  observation: Observation,
  run: ActiveRun,
  { pictures }: Pick<RunPorts, 'pictures'>,
): Promise<ChosenPictures> {
  const { frame, zoomed } = observation;
  if (!run.model.needsPicture) return { pictures: [], note: '' };
  if (zoomed !== null) return { pictures: [frame.jpeg, zoomed.jpeg], note: '' };
  const less = showLess(observation, run);
  if (less === 'nothing') return { pictures: [], note: LEFT_OUT };
  if (less === 'everything') return { pictures: [frame.jpeg], note: '' };
  const { box } = less;
  const cut = await pictures.cut(frame.jpeg, { box, width: box.width }, run.control.signal);
  return { pictures: [cut], note: describeView(less) };
}

/** Less than everything only when the model that decides was shown the rest as it still is, and all went well since. */
function showLess(observation: Observation, { session, state }: ActiveRun): 'everything' | 'nothing' | View {
  const { sent, mind, screen } = session;
  const { last, said, malformed } = state();
  const { frame, front, elements, elementsNote } = observation;
  if (sent === null || sent.tier !== mind.tier || last === null || malformed !== '' || said.length > 0)
    return 'everything';
  const { action, result } = { action: last.action.action, result: last.result };
  if (!result.ok || LOOKING.includes(action)) return 'everything';
  const isSeen = isSeenOnScreen(last.action);
  const hasList = elementsNote === '' && elements.length >= ENOUGH_ELEMENTS;
  const changed = changedTiles(sent.fingerprint, frame.fingerprint).filter(
    (tile) => screen.habits.get(tile)?.looks.has(frame.fingerprint.tiles[tile] ?? 0) !== true,
  );
  if (!isSeen && hasList && changed.length === 0) return 'nothing';
  if (isSeen && result.effect !== 'changed') return 'everything';
  if (!hasList && !TYPING.includes(action)) return 'everything';
  const view = isSameWindow(sent.front, front) ? viewOf(front.box, frame) : null;
  if (view === null) return 'everything';
  const shown = tilesOf(shownBox(view, frame.display), frame.fingerprint);
  return changed.every((tile) => shown.has(tile)) ? view : 'everything';
}

/** In the same place; its title may tell of what was done. */
function isSameWindow(one: FrontWindow, other: FrontWindow): boolean {
  return one.app === other.app && one.pid === other.pid && JSON.stringify(one.box) === JSON.stringify(other.box);
}

/** Which pictures a step is decided on: the screen as it is, unless it has not changed and its elements say enough. */
import { isSeenOnScreen } from '../action/kinds.ts';
import type { Fingerprint } from '../ports/desktop.ts';
import type { ModelTier } from '../ports/model.ts';
import { changedTiles } from '../screen/fingerprints.ts';
import type { Observation } from '../screen/observe.ts';
import type { ActiveRun } from './run-ports.ts';

/** The screen as a model was shown it last. */
export interface SentPicture {
  readonly fingerprint: Fingerprint;
  readonly tier: ModelTier;
}

export interface ChosenPictures {
  /** JPEG. */
  readonly pictures: readonly Uint8Array[];
  /** For the prompt, when the picture is left out; ''. */
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

/** Pure. */
export function choosePictures(observation: Observation, run: ActiveRun): ChosenPictures {
  const { frame, zoomed } = observation;
  if (!run.model.needsPicture) return { pictures: [], note: '' };
  if (zoomed !== null) return { pictures: [frame.jpeg, zoomed.jpeg], note: '' };
  return isKnown(observation, run) ? { pictures: [], note: LEFT_OUT } : { pictures: [frame.jpeg], note: '' };
}

/** The model that decides was shown this very screen, did something that does not show there, and has a whole list to point at. */
function isKnown({ frame, elements, elementsNote }: Observation, { session, state }: ActiveRun): boolean {
  const { sent, mind, screen } = session;
  const { last, said, malformed } = state();
  if (sent === null || sent.tier !== mind.tier || last === null || malformed !== '' || said.length > 0) return false;
  const { action } = last.action;
  if (!last.result.ok || isSeenOnScreen(last.action) || LOOKING.includes(action)) return false;
  if (elementsNote !== '' || elements.length < ENOUGH_ELEMENTS) return false;
  return changedTiles(sent.fingerprint, frame.fingerprint).every(
    (tile) => screen.habits.get(tile)?.looks.has(frame.fingerprint.tiles[tile] ?? 0) === true,
  );
}

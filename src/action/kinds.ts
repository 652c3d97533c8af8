/** Properties of an action, from the table: whether it acts, how it reaches the window in front, and what follows from that. */
import { ACTIONS, type Action, type ActionEntry, type ActionOf, entryNamed } from './schema.ts';
import type { Traits } from './table/define.ts';

type Input = NonNullable<Traits['input']>;
type EntryBy<Way extends Input> = Extract<ActionEntry, { readonly traits: { readonly input: Way } }>;

/** Actions that go to the window in front, in this way. */
export type InputAction<Way extends Input = Input> = ActionOf<EntryBy<Way>['name']>;

type EntryWith<Trait extends keyof Traits> = Extract<
  ActionEntry,
  { readonly traits: { readonly [Name in Trait]: true } }
>;
/** Presses the keys that it names. */
export type KeyPress = ActionOf<EntryWith<'pressesNamed'>['name']>;
/** Puts a text where it can be read and sent. */
export type TextEntry = ActionOf<EntryWith<'entersText'>['name']>;

/** An action that may follow another one without another call. */
export type FollowUp = ActionOf<EntryWith<'followsUp'>['name']>;

/** Never null for an action that was parsed; the least trusted traits for anything else. */
export function traitsOf({ action }: { readonly action: string }): Traits {
  return entryNamed(action)?.traits ?? { kind: 'act', grant: 'never', permission: 'front' };
}

/** True for an action that only looks, waits or asks. */
export function isLooking(action: Action): boolean {
  return traitsOf(action).kind === 'look';
}

/** Everything but looking, thinking, asking and ending. */
export function isActing(action: Action): boolean {
  return traitsOf(action).kind === 'act';
}

/** True for input to the window in front. */
export function isInput(action: Action): action is InputAction {
  return traitsOf(action).input !== undefined;
}

export function isInputBy<Way extends Input>(action: Action, way: Way): action is InputAction<Way> {
  return traitsOf(action).input === way;
}

/** Held down, a key types and pastes as one that is pressed. */
export function isKeyPress(action: Action): action is KeyPress {
  return traitsOf(action).pressesNamed === true;
}

export function isTextEntry(action: Action): action is TextEntry {
  return traitsOf(action).entersText === true;
}

/** Input that may do something there: not moving the pointer, nor scrolling. */
export function isTouching(action: Action): boolean {
  return isInput(action) && traitsOf(action).permission === 'front';
}

/** True for pointer input without a place, which goes where the pointer is. */
export function goesToPointer(action: Action): boolean {
  return isInputBy(action, 'pointer') && !('to' in action) && action.target === undefined;
}

/** Whether the effect shows on the screen; it does not for files and commands. */
export function isSeenOnScreen(action: Action): boolean {
  return isInput(action) || traitsOf(action).opensWindow === true;
}

/** Text that is typed shows up as itself; a click, a key, or text with Enter or Tab in it may be followed by more. */
export function isAnsweredByItsText(action: Action): boolean {
  return isInput(action) && 'text' in action && !/[\n\t]/.test(action.text);
}

const BESIDE_SCREEN: readonly Traits['permission'][] = [
  'shell',
  'files',
  'vault',
  'clipboard',
  'apps',
  'network',
  'url',
  null,
];

/** Neither looks at the screen nor works it: commands, scripts, files, the clipboard. */
export function isBesideScreen(action: { readonly action: string }): boolean {
  const { input, opensWindow, wantsPicture, permission } = traitsOf(action);
  return input === undefined && opensWindow !== true && wantsPicture !== true && BESIDE_SCREEN.includes(permission);
}

/** Whether the action presses keys, or starts something that may press them. */
export function pressesKeys(action: Action): boolean {
  const { input, pressesKeys: lets } = traitsOf(action);
  return input === 'keys' || lets === true;
}

export const FOLLOW_UPS: readonly string[] = ACTIONS.map(
  (entry): { readonly name: string; readonly traits: Traits } => entry,
)
  .filter(({ traits }) => traits.followsUp === true)
  .map(({ name }) => name);

export function isFollowUp(action: Action): action is FollowUp {
  return traitsOf(action).followsUp === true;
}

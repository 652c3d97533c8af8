/** A small task on a page: what the person asks for, the page itself, how somebody who knows the page does it, and when it is done. */

/**
 * A place on the page. With a name it is looked for in the list of elements first; `at` says where the page itself has it: a CSS
 * selector, ` >> ` leads into a shadow root or a frame of the same origin.
 */
export interface Spot {
  readonly at: string;
  readonly role?: string;
  readonly name?: string;
  /** Shares of the element's box, 0–1; the middle by default. */
  readonly dx?: number;
  readonly dy?: number;
}

type Value = string | number | boolean | readonly string[] | Spot | undefined;

/** An action of the contract, with spots for places and elements. */
export interface Act {
  readonly action: string;
  readonly [parameter: string]: Value;
}

/** One decision: an action and its follow-ups. */
export type Decided = readonly [Act, ...Act[]];

/** Somebody who looks at the page while the task is under way. */
export interface Eye {
  /** Whether this place is in sight now. */
  sees(at: string): Promise<boolean>;
  /** What the page says this expression is. */
  read(expression: string): Promise<string>;
}

/** What the page said, oldest first. */
export interface Said {
  readonly what: string;
  readonly value: string;
}

export interface Judged {
  readonly said: readonly Said[];
  /** The last value of this; undefined when it was never said. */
  last(what: string): string | undefined;
  /** All values of this, in order. */
  all(what: string): readonly string[];
  /** The text of a file that was downloaded; null when it is not there. */
  download(name: string): string | null;
}

/** Zoom levels in per cent, larger and smaller than usual. */
export const ZOOMS = [67, 80, 110, 125, 150, 200] as const;
export type Zoom = (typeof ZOOMS)[number];

export interface WebTask {
  readonly name: string;
  readonly goal: string;
  /** The body of the page. Its scripts call `say(what, value)`. */
  readonly html: string;
  /** Further pages by their name; `./NAME` leads there. */
  readonly parts?: Readonly<Record<string, string>>;
  /** The page's zoom in per cent; 100 by default. */
  readonly zoom?: Zoom;
  readonly direction?: 'rtl';
  /** One decision after the other; a generator where they depend on what is to be seen. `files` holds what can be uploaded. */
  readonly solve:
    | readonly Decided[]
    | ((eye: Eye, places: { readonly files: string }) => Generator<Decided> | AsyncGenerator<Decided>);
  readonly isDone: (judged: Judged) => boolean;
  /** Questions a careful gate asks on the way; none unless given. */
  readonly cards?: number;
}

/** A spot by name where the list has it. */
export function named(at: string, role: string, name: string): Spot {
  return { at, role, name };
}

/** A spot by pixels alone. */
export function pixel(at: string, dx = 0.5, dy = 0.5): Spot {
  return { at, dx, dy };
}

type Place = Spot | string;

const spotOf = (place: Place): Spot => (typeof place === 'string' ? { at: place } : place);

export const click = (place: Place, more: Readonly<Record<string, Value>> = {}): Act => ({
  action: 'click',
  target: spotOf(place),
  ...more,
});
export const hover = (place: Place): Act => ({ action: 'move', target: spotOf(place) });
export const press = (place: Place): Act => ({ action: 'mouse_down', target: spotOf(place) });
export const release = (place: Place): Act => ({ action: 'mouse_up', target: spotOf(place) });
export const drag = (from: Place, to: Place, more: Readonly<Record<string, Value>> = {}): Act => ({
  action: 'drag',
  from: spotOf(from),
  to: spotOf(to),
  ...more,
});
export const scroll = (place: Place, direction: 'up' | 'down' | 'left' | 'right', amount: number): Act => ({
  action: 'scroll',
  target: spotOf(place),
  direction,
  amount,
});
export const type = (text: string): Act => ({ action: 'type', text });
export const key = (keys: string, repeat = 1): Act => ({ action: 'key', keys, ...(repeat === 1 ? {} : { repeat }) });
export const wait = (seconds: number): Act => ({ action: 'wait', seconds });
export const waitUntil = (text: string, seconds = 30): Act => ({ action: 'wait_until', text, seconds });

/** A list of decisions of one action each. */
export const oneByOne = (...acts: readonly Act[]): readonly Decided[] => acts.map((act) => [act]);

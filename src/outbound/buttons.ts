/** The meaning of each button. A button itself carries only a random id; its meaning is kept here. */
import { randomBytes } from 'node:crypto';
import type { Mend } from '../doctor/finding.ts';
import type { RunButton } from '../inbox/inbox-events.ts';
import type { Thread } from '../ports/chat.ts';
import type { Grade } from '../ports/tools.ts';
import type { Area } from '../screen/zoom-area.ts';
import type { Detail } from './detail.ts';

export type ButtonMeaning =
  | { readonly kind: 'choice'; readonly question: string; readonly value: string }
  | { readonly kind: 'stop' | 'pause' | 'resume'; readonly run: string }
  | { readonly kind: 'take over'; readonly run: string }
  /** Revokes the run's scope. */
  | { readonly kind: 'revoke'; readonly run: string }
  /** Removes always-allowed scopes, by their ids. */
  | { readonly kind: 'disallow'; readonly ids: readonly string[]; readonly of: string }
  /** Repairs what the doctor found. */
  | { readonly kind: 'mend'; readonly what: Mend }
  | { readonly kind: 'screen' }
  /** Sets how much the tapping person is told during a run. */
  | { readonly kind: 'detail'; readonly level: Detail }
  /** The screen in its own size, as a file. */
  | { readonly kind: 'original'; readonly display: number }
  /** The screen with the secrets that were read and covered, for the owner alone. */
  | { readonly kind: 'uncovered'; readonly display: number }
  /** A button below a picture of the screen; `look`: the one it belongs to. */
  | { readonly kind: 'look'; readonly look: string; readonly press: LookPress }
  /** Text of a voice note, to be confirmed or rejected by the speaker. */
  | { readonly kind: 'heard'; readonly text: string; readonly of: string }
  | QueuePress
  | { readonly kind: 'unheard'; readonly of: string }
  /** Leaves out files that wait for the next goal. */
  | { readonly kind: 'leave out'; readonly thread: Thread; readonly of: string }
  | { readonly kind: 'orders'; readonly press: OrderPress }
  /** `continues`: the interrupted run to continue. */
  | { readonly kind: 'again' | 'run'; readonly goal: string; readonly continues?: string }
  | { readonly kind: 'skills'; readonly tap: SkillsTap }
  | { readonly kind: 'tools'; readonly tap: ToolsTap }
  | RunButton;

export type LookPress =
  | { readonly do: 'number'; readonly number: number }
  /** `point`: the place that the tap names on the picture. */
  | { readonly do: 'middle' | 'more' | 'fresh' | 'point' }
  | { readonly do: 'key'; readonly keys: string }
  | { readonly do: 'scroll'; readonly direction: 'up' | 'down' }
  | { readonly do: 'zoom'; readonly area: Area };

export interface QueuePress {
  readonly kind: 'queue';
  readonly act: 'up' | 'cancel';
  readonly update: string;
}

/** A button on a message about standing orders: shows one of them, or acts on it. `panel` null: a message of its own. */
export interface OrderPress {
  readonly panel: number | null;
  readonly order: string | null;
  readonly act: 'show' | 'run' | 'pause' | 'resume' | 'edit' | 'delete';
}

/** Request of a button on a message about skills. */
export interface SkillsTap {
  readonly panel: number;
  readonly turnTo:
    | { readonly kind: 'list'; readonly page: number }
    | { readonly kind: 'skill'; readonly name: string; readonly isEnabled: boolean | null };
}

/** On a message about tool servers. `hash`: the tool as it was shown. */
export interface ToolsTap {
  readonly panel: number;
  readonly turnTo:
    | { readonly kind: 'list' }
    | { readonly kind: 'server'; readonly server: string }
    | { readonly kind: 'sign in'; readonly server: string }
    | { readonly kind: 'turn'; readonly server: string; readonly isOn: boolean }
    | { readonly kind: 'tool'; readonly server: string; readonly tool: string }
    | {
        readonly kind: 'grade';
        readonly server: string;
        readonly tool: string;
        readonly hash: string;
        readonly grade: Grade;
      };
}

export interface Buttons {
  /** An unguessable id of 22 characters that stands for `meaning`. */
  register(meaning: ButtonMeaning): string;
  /** Restores an id from an earlier process, shown in this thread. */
  restore(id: string, meaning: ButtonMeaning, thread: Thread): void;
  find(id: string): ButtonMeaning | null;
  /** Notes a thread that shows the button. */
  place(id: string, thread: Thread): void;
  /** Threads that show the button; a tap from another chat does not count. */
  placesOf(id: string): readonly Thread[];
  /** Makes ids dead; unknown ones are ignored. */
  forget(ids: readonly string[]): void;
}

/** Old messages keep their buttons for ever; only this many meanings are remembered. */
const REMEMBERED = 5000;

export function createButtons(): Buttons {
  const buttons = new Map<string, { readonly meaning: ButtonMeaning; readonly places: Thread[] }>();
  const remember = (id: string, meaning: ButtonMeaning, ...places: Thread[]): void => {
    buttons.set(id, { meaning, places });
    const oldest = buttons.keys().next();
    if (buttons.size > REMEMBERED && !oldest.done) buttons.delete(oldest.value);
  };
  return {
    register(meaning) {
      const id = randomBytes(16).toString('base64url');
      remember(id, meaning);
      return id;
    },
    restore: remember,
    find: (id) => buttons.get(id)?.meaning ?? null,
    place(id, thread) {
      const places = buttons.get(id)?.places;
      if (places?.some((known) => known.platform === thread.platform && known.key === thread.key) === false)
        places.push(thread);
    },
    placesOf: (id) => buttons.get(id)?.places ?? [],
    forget(ids) {
      for (const id of ids) buttons.delete(id);
    },
  };
}

/** Taint of a run: texts it has read from elsewhere, and whether an action is about to send a part of one. */
import type { Action } from '../action/schema.ts';
import type { FrontWindow } from '../ports/desktop.ts';
import { cite, name } from '../safety/levels.ts';
import { createTaintIndex } from '../safety/taint-index.ts';
import { say, type Text } from '../words/say.ts';

type Window = Pick<FrontWindow, 'app' | 'pid' | 'window'>;

export interface Taint {
  /** Text that an act brought in, as it was told to the model. */
  note(action: Action, text: string): void;
  /** Text that was written: into this window, or onto the clipboard. */
  wrote(action: Action, window: Window): void;
  /** Source of text in this action that is not the person's own words; null when there is none. */
  find(action: Action, moment: TaintMoment): Text | null;
}

export interface TaintMoment {
  readonly window: Window;
  /** What stands in the line that Enter ends; ''. */
  readonly typed: string;
  readonly said: string;
}

interface Source {
  readonly text: Text;
  /** Names of files that a person may have said stand in it. */
  readonly named: string;
}

/** Characters of the last writing that are joined to the next one, so that a split text is still found. */
const TAIL = 200;

export function createTaint(): Taint {
  const index = createTaintIndex<Source>();
  const tails = new Map<string, string>();
  let clipboard = '';
  /** Whether the person named the source, and so wants its text copied. */
  const isNamed = ({ named }: Source, said: string): boolean => {
    const names = named.match(/[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu) ?? [];
    return names.length > 0 && names.every((name) => said.toLowerCase().includes(name.toLowerCase()));
  };
  return {
    note(action, text) {
      const source = sourceOf(action);
      if (source !== null) index.note(source, text);
    },
    wrote(action, window) {
      if (action.action === 'clipboard_write') clipboard = action.text;
      if (action.action !== 'type' && action.action !== 'set_value') return;
      const key = keyOf(window);
      tails.set(key, ((tails.get(key) ?? '') + action.text).slice(-TAIL));
    },
    find(action, { window, typed, said }) {
      const before = action.action === 'type' ? (tails.get(keyOf(window)) ?? '') : '';
      const text = textOf(action, typed, clipboard);
      const source = text === '' ? null : index.find(before + text, said, before.length);
      return source === null || isNamed(source, said) ? null : source.text;
    },
  };
}

function keyOf({ app, pid, window }: Window): string {
  return JSON.stringify([app, pid, window ?? null]);
}

function textOf(action: Action, typed: string, clipboard: string): string {
  switch (action.action) {
    case 'type':
    case 'set_value':
      return action.text;
    case 'shell':
      return action.command;
    case 'open_url':
      return action.url;
    case 'key':
      // Which keys send and paste is the gate's to say.
      return /enter|return|[mj]$/i.test(action.keys) ? typed : clipboard;
    default:
      return '';
  }
}

function sourceOf(action: Action): Source | null {
  switch (action.action) {
    case 'file_view':
    case 'vault_read': {
      const named = action.path.replace(/^.*\//, '');
      return { text: name(named), named };
    }
    case 'shell':
      return { text: cite(action.command), named: action.command };
    case 'clipboard_read':
      return { text: say`the clipboard`, named: '' };
    case 'applescript':
      return { text: say`a script`, named: '' };
    default:
      return null;
  }
}

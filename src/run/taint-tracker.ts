/** Taint of a run: texts it has read from elsewhere, and whether an action is about to send a part of one. */
import { isKeyPress, isTextEntry } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import type { Remembered } from '../memory/run-memory.ts';
import type { FrontWindow } from '../ports/desktop.ts';
import { readKeys } from '../safety/input/keys.ts';
import { cite, name } from '../safety/levels.ts';
import { bareHost, hostOf } from '../safety/places/same-site.ts';
import { parseUrl } from '../safety/places/url.ts';
import type { Scope } from '../safety/scope.ts';
import { createTaintIndex } from '../safety/taint-index.ts';
import { textsIn } from '../safety/tool-arguments.ts';
import { isSkillText } from '../skills/skill-texts.ts';
import { say, type Text } from '../words/say.ts';
import { createSeenText, type SeenText } from './seen-text.ts';

type Window = Pick<FrontWindow, 'app' | 'pid' | 'window' | 'bundle'> & { readonly address?: string | undefined };

export interface Taint {
  /** Text that an act brought in, as it was told to the model. */
  note(action: Action, text: string): void;
  /** Notes values that a program sent with the call that asked for the run. */
  noteSent(values: Readonly<Record<string, string>>): void;
  /** Notes the text of a skill that somebody else wrote. */
  noteSkill(skill: string, text: string): void;
  /** What memory told of earlier runs and of what they saw. */
  noteRemembered(remembered: Remembered): void;
  /** Text of a window that was looked at. */
  see: SeenText['see'];
  /** Text that was written: into this window, or onto the clipboard. */
  wrote(action: Action, window: Window): void;
  /** Source of text in this action that is not the person's own words; null when there is none. */
  find(action: Action, moment: TaintMoment): Text | null;
  /** Whether it fetches an address exactly as a page of the same site that was fetched before has it. */
  isFetchedLink(action: Action): boolean;
}

export interface TaintMoment {
  readonly window: Window;
  /** The line that Enter would send; ''. */
  readonly typed: string;
  readonly said: string;
  /** What the person granted for this run; null: nothing. */
  readonly scope?: Scope | null;
}

interface Source {
  readonly text: Text;
  /** Names of the file, by which a person may have asked for its text. */
  readonly named: string;
  /** Server or site that the text came from; sending it back there reveals nothing. */
  readonly server?: string;
}

const SENT: Source = { text: say`the call that started this`, named: '' };

/** Characters of the last writing that are joined to the next one, so that a split text is still found. */
const TAIL = 200;
/** Limit of links that are kept of one page. */
const MOST_LINKS = 200;

export function createTaint(): Taint {
  const index = createTaintIndex<Source>();
  /** Texts of earlier runs' logs: repeated work may open and type them again, but they must not go to a tool. */
  const logs = createTaintIndex<Source>();
  const seen = createSeenText();
  const tails = new Map<string, string>();
  const links = new Set<string>();
  let clipboard = '';
  /** Whether the person named the source, and so wants its text copied. */
  const isNamed = ({ named }: Source, said: string): boolean => {
    const names = named.match(/[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu) ?? [];
    return names.length > 0 && names.every((name) => said.toLowerCase().includes(name.toLowerCase()));
  };
  const addTail = (key: string, text: string): void => {
    tails.set(key, ((tails.get(key) ?? '') + text).slice(-TAIL));
  };
  return {
    note(action, text) {
      const source = sourceOf(action);
      if (source !== null) index.note(source, text);
      if (action.action !== 'fetch') return;
      for (const link of linksIn(text, action.url)) links.add(link);
      addTail(placeOf(action, NOWHERE), typedBy(action));
    },
    noteSent(values) {
      for (const value of Object.values(values)) index.note(SENT, value);
    },
    noteSkill(skill, text) {
      index.note({ text: say`the skill ${name(skill)}`, named: '' }, text);
    },
    noteRemembered({ name: path, text, isLog }) {
      const source = { text: path === '' ? say`an earlier run` : say`the note ${name(path)}`, named: '' };
      (isLog ? logs : index).note(source, text);
    },
    see: seen.see,
    wrote(action, window) {
      if (action.action === 'clipboard_write') clipboard = action.text;
      const text = action.action === 'set_value' ? action.text : typedBy(action);
      if (text === '') return;
      if (action.action !== 'tool') seen.wrote(text);
      addTail(placeOf(action, window), text);
    },
    find(action, { window, typed, said, scope = null }) {
      const one = typedBy(action);
      const before = one === '' ? '' : (tails.get(placeOf(action, window)) ?? '');
      const text = one === '' ? textOf(action, typed, clipboard) : one;
      if (text === '') return null;
      const isOwn = ({ server }: Source): boolean => server !== undefined && server === serverOf(action);
      const source = index.find(before + text, said, before.length, isOwn);
      if (source !== null && !isNamed(source, said)) return source.text;
      const log = action.action === 'tool' ? logs.find(before + text, said, before.length) : null;
      if (log !== null) return log.text;
      // A tool, a file and a fetched site are not windows, so all text of them comes from elsewhere.
      const isWindow = action.action !== 'tool' && action.action !== 'fetch' && !action.action.startsWith('file_');
      const into = isWindow ? window : NOWHERE;
      const other = seen.find(before + text, before.length, into, { said, scope });
      return other === null ? null : name(hostOf(other.address ?? '') ?? other.app);
    },
    isFetchedLink: (action) => action.action === 'fetch' && links.has(action.url),
  };
}

function keyOf({ app, pid, window }: Window): string {
  return JSON.stringify([app, pid, window ?? null]);
}

const NOWHERE = { app: '', pid: 0 } as const;

/** The place where pieces of a text, written one after the other, join again: a window, or a server. */
function placeOf(action: Action, window: Window): string {
  const server = serverOf(action);
  return server === null ? keyOf(window) : JSON.stringify(['to', server]);
}

/** The recipient that is not a window: a tool's server by its name, or a site. null: neither. */
function serverOf(action: Action): string | null {
  if (action.action === 'tool') return action.server;
  return action.action === 'fetch' ? siteOf(action.url) : null;
}

/** No server of tools is called like that. */
function siteOf(url: string): string {
  return `//${bareHost(parseUrl(url)?.hostname ?? '')}`;
}

/** Links of a page to its own site. */
function linksIn(text: string, page: string): readonly string[] {
  const links = text.match(/https?:\/\/[^\s<>[\]"']+/g) ?? [];
  return links.slice(0, MOST_LINKS).filter((link) => siteOf(link) === siteOf(page));
}

/** Words of an address without its host and punctuation, so that pieces of a text sent one by one join again. */
function wordsOf(url: string): string {
  const parsed = parseUrl(url);
  if (parsed === null) return url;
  return [parsed.pathname, ...parsed.searchParams.values(), parsed.hash]
    .map((part) => decode(part).replace(/^[/#]+/, ''))
    .join(' ');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The text that an action adds to what was typed before, also by single keys. */
function typedBy(action: Action): string {
  if (action.action === 'type') return action.text;
  if (action.action === 'tool') return textsIn(action.arguments).join(' ');
  if (action.action === 'fetch') return wordsOf(action.url);
  if (!isKeyPress(action)) return '';
  // Characters are the same on every platform.
  return readKeys(action.keys, 'linux').character.repeat('repeat' in action ? action.repeat : 1);
}

function textOf(action: Action, typed: string, clipboard: string): string {
  if (isTextEntry(action)) return action.text;
  // Which keys send and paste is the gate's to say.
  if (isKeyPress(action)) return /enter|return|[mj]$/i.test(action.keys) ? typed : clipboard;
  switch (action.action) {
    // Nothing of it leaves, but it is not done by itself.
    case 'file_create':
    case 'file_replace':
    case 'file_insert':
      return action.text;
    case 'shell':
      return action.command;
    case 'open_url':
      return action.url;
    default:
      return '';
  }
}

function sourceOf(action: Action): Source | null {
  switch (action.action) {
    case 'file_view':
    case 'vault_read': {
      // A text of a skill is no file of the person's that they may have named.
      if (isSkillText(action.path)) return { text: name(action.path), named: '' };
      const named = action.path.replace(/^.*\//, '');
      return { text: name(named), named };
    }
    case 'shell':
      return { text: cite(action.command), named: action.command };
    case 'clipboard_read':
      return { text: say`the clipboard`, named: '' };
    case 'applescript':
      return { text: say`a script`, named: '' };
    case 'fetch': {
      const host = parseUrl(action.url)?.hostname ?? '';
      return { text: name(host), named: host.replace(/^www\./, ''), server: siteOf(action.url) };
    }
    case 'tool':
      return { text: name(`${action.server}/${action.name}`), named: '', server: action.server };
    case 'find_tool':
      return { text: say`what servers say of their tools`, named: '' };
    default:
      return null;
  }
}

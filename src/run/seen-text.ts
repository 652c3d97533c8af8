/** Text of windows that a run has looked at: recognised when it is about to be written into another window, unless the person named its source. */
import type { FrontWindow, UiElement } from '../ports/desktop.ts';
import { isNamedWindow } from '../safety/apps/named-window.ts';
import { hostOf } from '../safety/places/same-site.ts';
import { appsFor, findTargets } from '../safety/scope/named-targets.ts';
import { ownWords } from '../safety/scope/own-words.ts';
import type { Scope } from '../safety/scope.ts';
import { createTaintIndex } from '../safety/taint-index.ts';

/** What identifies a place: an application, in a browser the host of the page. */
export interface SeenIn extends Pick<FrontWindow, 'app' | 'pid' | 'bundle'> {
  readonly address?: string | undefined;
}

export interface SeenText {
  see(window: SeenIn, elements: readonly Pick<UiElement, 'name' | 'value' | 'isSecure'>[]): void;
  /** Text the run wrote itself: standing in a window does not make it that window's. */
  wrote(text: string): void;
  /** The other place that a part of this text stands in; null for none, and for places the person named. */
  find(
    text: string,
    from: number,
    into: SeenIn,
    moment: { readonly said: string; readonly scope: Scope | null },
  ): SeenIn | null;
}

interface SeenPlace {
  readonly window: SeenIn;
  /** Texts not yet indexed: most runs never write elsewhere. */
  waiting: string[];
  latest: string;
}

const MOST_SIGNS_OF_LOOK = 20_000;
const MOST_WAITING = 20;
const MOST_PLACES = 30;
const MOST_WRITTEN = 20_000;

export function createSeenText(): SeenText {
  const places = new Map<string, SeenPlace>();
  const indexes = new Map<string, ReturnType<typeof createTaintIndex<SeenIn>>>();
  let written = '';
  let named: { readonly said: string; readonly scope: Scope } | null = null;
  /** Places that the words name, in the form of a scope. */
  const namedIn = (said: string): Scope => {
    if (named?.said === said) return named.scope;
    const { apps, sites, files, folders } = findTargets(ownWords(said), '/');
    const scope: Scope = { apps: [...apps, ...files.flatMap(appsFor)], sites, folders, kinds: ['edit'] };
    named = { said, scope };
    return scope;
  };
  return {
    see(window, elements) {
      if (window.app === '') return;
      const text = elements
        .flatMap(({ name, value, isSecure }) => (isSecure ? [name] : [name, value]))
        .filter((part) => part !== '')
        .join('\n')
        .slice(0, MOST_SIGNS_OF_LOOK);
      const key = keyOf(window);
      const known = places.get(key);
      if (text === '' || known?.latest === text) return;
      const place = known ?? { window, waiting: [], latest: '' };
      place.latest = text;
      place.waiting = [...place.waiting, text].slice(-MOST_WAITING);
      places.set(key, place);
      const oldest = places.keys().next();
      if (places.size <= MOST_PLACES || oldest.done) return;
      places.delete(oldest.value);
      indexes.delete(oldest.value);
    },
    wrote(text) {
      written = `${written}\n${text}`.slice(-MOST_WRITTEN);
    },
    find(text, from, into, { said, scope }) {
      for (const [key, place] of places) {
        const { window } = place;
        const isNamed = [namedIn(said), ...(scope === null ? [] : [scope])].some((one) =>
          isNamedWindow(asNamed(window), one, []),
        );
        if (key === keyOf(into) || isNamed) continue;
        const index = indexes.get(key) ?? createTaintIndex<SeenIn>();
        indexes.set(key, index);
        for (const waiting of place.waiting.splice(0)) index.note(window, waiting);
        const found = index.find(text, `${said}\n${written}`, from);
        if (found !== null) return found;
      }
      return null;
    },
  };
}

function keyOf({ app, bundle, address }: SeenIn): string {
  const host = address === undefined ? null : hostOf(address);
  return JSON.stringify([bundle ?? app, host]);
}

function asNamed({ app, bundle, address }: SeenIn) {
  return { app, ...(bundle === undefined ? {} : { bundle }), ...(address === undefined ? {} : { address }) };
}

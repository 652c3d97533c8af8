/** Makes the check for each kind of watch. */
import type { Clock } from '../../ports/clock.ts';
import type { Desktop, Display } from '../../ports/desktop.ts';
import type { Machine } from '../../ports/machine.ts';
import type { Watched } from '../../ports/watched.ts';
import type { Watch } from '../watch-schema.ts';
import type { Look } from './look.ts';
import { watchPixels } from './screen-change.ts';
import { watchText, watchTexts } from './screen-text.ts';

export interface LookPorts {
  readonly desktop: Pick<Desktop, 'describe' | 'fingerprint' | 'elements' | 'front' | 'see' | 'capture'>;
  readonly displayIndex: number;
  readonly clock: Clock;
  readonly machine: { readonly facts: Pick<Machine['facts'], 'isRunning'> };
  readonly watched: Watched;
}

export function makeLook(watch: Watch, ports: LookPorts): Look {
  switch (watch.kind) {
    case 'text':
    case 'gone': {
      const { kind: wants, text, app } = watch;
      return onDisplay((display) => watchText({ text, app, wants, display }, ports), ports);
    }
    case 'change': {
      const { app, place } = watch;
      if (app !== null) return onDisplay((display) => watchTexts(app, display, ports), ports);
      return onDisplay(({ index }) => watchPixels({ display: place?.display ?? index, box: place }, ports), ports);
    }
    case 'file':
      return watchFile(watch, ports.watched);
    case 'url':
      return watchPage(watch, ports.watched);
    case 'process':
      return watchProcess(watch.name, ports.machine.facts);
  }
}

/** For the display in use, once it is known. */
function onDisplay(make: (display: Display) => Look, { desktop, displayIndex }: LookPorts): Look {
  let look: Look | null = null;
  return async (signal) => {
    if (look === null) {
      const { displays } = await desktop.describe(signal);
      const display = displays.find(({ index }) => index === displayIndex) ?? displays[0];
      if (display === undefined) throw new Error('there is no display');
      look = make(display);
    }
    return look(signal);
  };
}

function watchFile(
  { pattern, folder, there }: Extract<Watch, { readonly kind: 'file' }>,
  watched: Pick<Watched, 'files'>,
): Look {
  const fits = matcherOf(pattern);
  let known = there === undefined ? null : new Set(there);
  return async () => {
    const names = (await watched.files(folder))?.filter(fits);
    if (names === undefined) return { found: false, isMoving: false };
    const before = known ?? new Set(names);
    // A file that was removed and comes again is new.
    known = new Set(names.filter((name) => before.has(name)));
    return { found: names.some((name) => !before.has(name)), isMoving: false };
  };
}

/** `*` and `?`, in any case; the whole name. */
export function matcherOf(pattern: string): (name: string) => boolean {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '[\\s\\S]*')
    .replaceAll('?', '[\\s\\S]');
  const whole = new RegExp(`^${escaped}$`, 'iu');
  return (name) => whole.test(name);
}

function watchPage({ url, wants }: Extract<Watch, { readonly kind: 'url' }>, watched: Watched): Look {
  let first: string | null = null;
  let last: string | null = null;
  return async (signal) => {
    const page = await watched.page(url, signal);
    if (page === null) return { found: false, isMoving: false };
    const isAnswer = page.status < 400;
    if (wants === 'answers') return { found: isAnswer, isMoving: false };
    if (!isAnswer) return { found: false, isMoving: false };
    const now = `${page.status} ${page.content}`;
    const isResting = now === last;
    last = now;
    first ??= now;
    // A page that differs at each request changes by itself.
    return { found: now !== first && isResting, isMoving: now !== first };
  };
}

function watchProcess(name: string, facts: Pick<Machine['facts'], 'isRunning'>): Look {
  let missing = 0;
  return async (signal) => {
    missing = (await facts.isRunning(name, signal)) ? 0 : missing + 1;
    return { found: missing >= 2, isMoving: missing > 0 };
  };
}

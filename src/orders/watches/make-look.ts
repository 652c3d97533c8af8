/** How each kind of watch looks. */
import type { Clock } from '../../ports/clock.ts';
import type { Desktop, Display } from '../../ports/desktop.ts';
import type { Machine } from '../../ports/machine.ts';
import type { Watched } from '../../ports/watched.ts';
import type { Watch } from '../watch.ts';
import type { Look } from './look.ts';
import { watchPixels } from './screen-change.ts';
import { watchText, watchTexts } from './screen-text.ts';

export interface LookPorts {
  readonly desktop: Pick<Desktop, 'fingerprint' | 'elements' | 'front' | 'see' | 'capture'>;
  readonly clock: Clock;
  readonly machine: { readonly facts: Pick<Machine['facts'], 'isRunning'> };
  readonly watched: Watched;
}

export function makeLook(watch: Watch, display: Display, ports: LookPorts): Look {
  switch (watch.kind) {
    case 'text':
    case 'gone':
      return watchText({ text: watch.text, app: watch.app, wants: watch.kind, display }, ports);
    case 'change':
      if (watch.app !== null) return watchTexts(watch.app, display, ports);
      return watchPixels({ display: watch.place?.display ?? display.index, box: watch.place }, ports);
    case 'file':
      return watchFile(watch, ports.watched);
    case 'url':
      return watchPage(watch, ports.watched);
    case 'process':
      return watchProcess(watch.name, ports.machine.facts);
  }
}

function watchFile({ pattern, folder }: Extract<Watch, { readonly kind: 'file' }>, watched: Watched): Look {
  const fits = matcherOf(pattern);
  let before: ReadonlySet<string> | null = null;
  return async () => {
    const names = await watched.files(folder);
    if (names === null) return { found: false, isMoving: false };
    const known = before;
    before ??= new Set(names);
    return { found: known !== null && names.some((name) => !known.has(name) && fits(name)), isMoving: false };
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
    // One that is different each time it is asked ticks.
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

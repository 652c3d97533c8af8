/** The language of the page: the setting, or what was chosen here, or what the browser asks for. */
import type { Context } from 'hono';
import { z } from 'zod';
import type { StateStore } from '../../../src/ports/state-store.ts';
import { chooseLanguage, type Language } from '../../../src/words/speak.ts';
import { type Env, readLanguage } from './web-env.ts';

export interface PageLanguage {
  of(c: Context<Env>): Language;
  /** As a person's chat reports it: BCP 47, '' when nobody says. */
  reported(c: Context<Env>): string;
  /** As the page's settings show it. `fixed`: this computer's settings name one for everybody. */
  now(): { readonly chosen: Language | 'auto'; readonly isFixed: boolean };
  /** Rejects when the choice cannot be stored. */
  choose(language: Language | 'auto'): Promise<void>;
}

const KEY = 'page.language';

export function createPageLanguage(setting: Language | 'auto', state: StateStore): PageLanguage {
  const kept = (): string => z.string().max(20).catch('').parse(state.get(KEY));
  const reported = (c: Context<Env>): string => kept() || readLanguage(c);
  return {
    of: (c) => chooseLanguage(setting, reported(c)),
    reported,
    now() {
      if (setting !== 'auto') return { chosen: setting, isFixed: true };
      return { chosen: kept() === '' ? 'auto' : chooseLanguage('auto', kept()), isFixed: false };
    },
    choose: (language) => state.set(KEY, language === 'auto' ? undefined : language),
  };
}

/** What is told to everybody who may use this without having been asked for. */
import type { Announce } from '../outbound/announce.ts';
import { say, type Text } from '../words/say.ts';
import { type Language, speak } from '../words/speak.ts';
import { type TellLacksPorts, tellLacks } from './tell-lacks.ts';

export interface News {
  /** What the system does not allow yet, to those who have not heard it. Never rejects. */
  tellLacks(): Promise<void>;
  /** Once, when an earlier life ended without being told to and this one goes on. */
  tellReturn(): void;
  tellEverybody(text: Text): void;
}

export interface NewsPorts extends Omit<TellLacksPorts, 'announce' | 'warn'> {
  readonly announce: Announce;
  readonly language: Language | 'auto';
  readonly warn: (problem: string) => void;
}

export function createNews(ports: NewsPorts, signal: AbortSignal): News {
  const { announce, language } = ports;
  const warn = (problem: Text): void => ports.warn(speak(problem, language === 'auto' ? 'en' : language));
  return {
    tellLacks: () =>
      tellLacks({ ...ports, warn }, signal).catch((error: unknown) =>
        ports.warn(`What this computer does not allow could not be looked up: ${String(error)}`),
      ),
    tellReturn: () =>
      announce([say`I was ended unexpectedly and am back. What that interrupted is told where it ran.`]),
    tellEverybody: (text) => announce([text]),
  };
}

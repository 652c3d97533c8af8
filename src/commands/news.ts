/** Messages to everybody who may use this computer that nobody asked for. */
import type { Announce } from '../outbound/announce.ts';
import { say, type Text } from '../words/say.ts';
import { type Language, speak } from '../words/speak.ts';
import { type TellLacksPorts, tellLacks } from './tell-lacks.ts';

export interface News {
  /** Tells permissions that the system denies to those who have not heard of them. Never rejects. */
  tellLacks(): Promise<void>;
  /** Tells once that this process goes on after an earlier one ended unexpectedly. */
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

/** Output of a command at the terminal, in its language. */
import { createInterface } from 'node:readline/promises';
import type { Told } from '../../ports/control.ts';
import { type Sentence, say, type Text } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import { showInTerminal } from '../../words/visible.ts';
import { terminalLanguage } from './terminal-language.ts';

/** Prints a line on standard output. Names and other people's words in it cannot control the terminal. */
export function tell(text: Text): void {
  process.stdout.write(`${showInTerminal(speak(text, terminalLanguage()))}\n`);
}

/** Prints a text from the socket: in the terminal's language when a text was sent, else in English. */
export function tellTold({ text, said }: Told): void {
  process.stdout.write(`${showInTerminal(speak(said ?? text, terminalLanguage())).trimEnd()}\n`);
}

/** The answer as programs read it: in English alone. */
export function tellJson(answer: unknown): void {
  const json = JSON.stringify(answer, (key, value: unknown) => (key === 'said' ? undefined : value));
  process.stdout.write(`${showInTerminal(json)}\n`);
}

/** Asks and waits for the line that answers; '' when the input ends or `signal` is aborted. */
export async function askLine(question: Sentence, signal?: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const left = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const words = `${showInTerminal(speak(question, terminalLanguage()))} `;
  const asked = terminal.question(words, signal === undefined ? {} : { signal }).catch(() => '');
  const answer = await Promise.race([asked, left]);
  terminal.close();
  return answer.trim().toLowerCase();
}

/** The word that `askYes` wants, for its question. */
export const YES = say`yes`;

/** Whether the person types yes, in the terminal's language or in English; its first letter suffices unless the word must be `whole`. */
export async function askYes(question: Sentence, signal?: AbortSignal, whole?: 'whole'): Promise<boolean> {
  const answer = await askLine(question, signal);
  const words = ['yes', speak(YES, terminalLanguage())];
  return words.some((word) => answer === word || (whole === undefined && answer === word.charAt(0)));
}

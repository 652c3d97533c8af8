/** How setup asks: at a terminal, or by reading answers from a file. */
import { text as askText, cancel, intro, log, note, outro, password, select } from '@clack/prompts';
import { say, type Text } from '../../words/say.ts';
import { type Language, speak } from '../../words/speak.ts';
import { EXIT, ExitError } from '../exit.ts';
import { quietTerminal } from './quiet-terminal.ts';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly title: Text;
  readonly hint?: Text;
}

/** `name`: of the question, as an answer file has it. Rejects with `SetupLeft` when the person leaves. */
export interface Talk {
  begin(title: string): void;
  choose<Value extends string>(name: string, question: Text, options: readonly Option<Value>[]): Promise<Value>;
  /** `usual`: meaning of an empty answer. Returns '' when the person goes back. */
  text(name: string, question: Text, usual: string): Promise<string>;
  /** ''; the person wants to go back. */
  secret(name: string, question: Text): Promise<string>;
  /** Runs work that takes time; keys typed meanwhile are neither shown nor taken as an answer. */
  busy<T>(work: Promise<T>): Promise<T>;
  tell(text: Text, title?: Text): void;
  /** Tells an error, after which the question is repeated. */
  warn(text: Text): void;
  end(text: Text): void;
  /** The terminal is as it was before. */
  close(): void;
  /** Questions so far. */
  asked(): number;
}

export const LEFT = say`Setup left. What you set so far is kept; the same command goes on from there.`;

/** The person pressed Ctrl+C: values stored so far are kept. */
export class SetupLeft extends Error {
  override readonly name = 'SetupLeft';
}

/** `signal`: of Ctrl+C where no question listens for keys. */
export function talkAtTerminal(signal: AbortSignal, language: Language): Talk {
  let asked = 0;
  const said = (text: Text): string => speak(text, language);
  const terminal = quietTerminal();
  const answerOf = <Value extends string>(answer: Value | symbol): Value => {
    if (typeof answer !== 'symbol') return answer;
    cancel(said(LEFT));
    throw new SetupLeft('left');
  };
  return {
    begin: (title) => intro(title),
    async choose<Value extends string>(
      _name: string,
      question: Text,
      options: readonly Option<Value>[],
    ): Promise<Value> {
      asked += 1;
      const message = said(question);
      const shown = options.map(({ value, title, hint }) => ({
        value: String(value),
        label: said(title),
        ...(hint === undefined ? {} : { hint: said(hint) }),
      }));
      const chosen = answerOf<string>(await terminal.ask(() => select({ message, options: shown, signal })));
      const found = options.find(({ value }) => value === chosen);
      if (found === undefined) throw new Error(`${chosen} is no answer to ${message}`);
      return found.value;
    },
    async text(_name, question, usual) {
      asked += 1;
      const message = said(usual === '' ? say`${question} (empty: back)` : question);
      const answer = await terminal.ask(() => askText({ message, placeholder: usual, defaultValue: usual, signal }));
      return answerOf<string>(answer ?? usual).trim();
    },
    async secret(_name, question) {
      asked += 1;
      const message = said(say`${question} (empty: back)`);
      return answerOf<string>((await terminal.ask(() => password({ message, signal }))) ?? '').trim();
    },
    busy: (work) => terminal.during(work),
    tell: (text, title) => (title === undefined ? log.info(said(text)) : note(said(text), said(title))),
    warn: (text) => log.warn(said(text)),
    end: (text) => outro(said(text)),
    close: () => terminal.end(),
    asked: () => asked,
  };
}

/** A missing answer skips its step; a wrong one ends setup, as nobody could correct it. */
export function talkFromFile(answers: Readonly<Record<string, string | boolean>>, tell: (text: Text) => void): Talk {
  let asked = 0;
  const once = new Set<string>();
  const take = (name: string): string | boolean | undefined => {
    asked += 1;
    if (once.has(name)) throw new ExitError(EXIT.configuration, say`The answer to ${name} was not accepted.`);
    once.add(name);
    return answers[name];
  };
  return {
    begin: () => undefined,
    async choose(name, _question, options) {
      const wanted = take(name) ?? 'skip';
      const found = options.find(({ value }) => value === wanted);
      if (found !== undefined) return found.value;
      const known = options.map(({ value }) => value).join(', ');
      throw new ExitError(EXIT.configuration, say`${name} is one of ${known}.`);
    },
    text: async (name, _question, usual) => {
      const value = take(name) ?? usual;
      if (typeof value !== 'string' || value.trim() === '')
        throw new ExitError(EXIT.configuration, say`${name} is missing in the answers.`);
      return value.trim();
    },
    secret: async (name) => {
      const value = take(name);
      if (typeof value !== 'string' || value === '')
        throw new ExitError(EXIT.configuration, say`${name} is missing in the answers.`);
      return value.trim();
    },
    busy: (work) => work,
    tell: (text) => tell(text),
    warn: tell,
    end: tell,
    close: () => undefined,
    asked: () => asked,
  };
}

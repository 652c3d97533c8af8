/** How setup asks: a person at a terminal, or a file with the answers. */
import { text as askText, cancel, intro, log, note, outro, password, select } from '@clack/prompts';
import { EXIT, ExitError } from '../exit.ts';
import { quietTerminal } from './quiet-terminal.ts';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

/** `name`: of the question, as an answer file has it. Rejects with `SetupLeft` when the person leaves. */
export interface Talk {
  begin(title: string): void;
  choose<Value extends string>(name: string, question: string, options: readonly Option<Value>[]): Promise<Value>;
  /** `usual`: what an empty answer means; ''; the person wants to go back. */
  text(name: string, question: string, usual: string): Promise<string>;
  /** ''; the person wants to go back. */
  secret(name: string, question: string): Promise<string>;
  /** Something takes its time: what is typed meanwhile is neither shown nor taken for an answer. */
  busy<T>(work: Promise<T>): Promise<T>;
  tell(text: string, title?: string): void;
  /** Something did not work; the question comes again. */
  warn(text: string): void;
  end(text: string): void;
  /** The terminal is as it was before. */
  close(): void;
  /** Questions so far. */
  asked(): number;
}

export const LEFT = 'Left. What was set so far is kept; the same command goes on from there.';

/** The person pressed Ctrl+C: what was done so far is kept. */
export class SetupLeft extends Error {
  override readonly name = 'SetupLeft';
}

/** `signal`: of Ctrl+C where no question listens for keys. */
export function talkAtTerminal(signal: AbortSignal): Talk {
  let asked = 0;
  const terminal = quietTerminal();
  const answerOf = <Value extends string>(answer: Value | symbol): Value => {
    if (typeof answer !== 'symbol') return answer;
    cancel(LEFT);
    throw new SetupLeft('left');
  };
  return {
    begin: (title) => intro(title),
    async choose<Value extends string>(
      _name: string,
      message: string,
      options: readonly Option<Value>[],
    ): Promise<Value> {
      asked += 1;
      const shown = options.map(({ value, label, hint }) => ({
        value: String(value),
        label,
        ...(hint === undefined ? {} : { hint }),
      }));
      const chosen = answerOf<string>(await terminal.ask(() => select({ message, options: shown, signal })));
      const found = options.find(({ value }) => value === chosen);
      if (found === undefined) throw new Error(`${chosen} is no answer to ${message}`);
      return found.value;
    },
    async text(_name, message, usual) {
      asked += 1;
      const question = usual === '' ? `${message} (empty: back)` : message;
      const answer = await terminal.ask(() =>
        askText({ message: question, placeholder: usual, defaultValue: usual, signal }),
      );
      return answerOf<string>(answer ?? usual).trim();
    },
    async secret(_name, message) {
      asked += 1;
      return answerOf<string>((await terminal.ask(() => password({ message, signal }))) ?? '').trim();
    },
    busy: (work) => terminal.during(work),
    tell: (text, title) => (title === undefined ? log.info(text) : note(text, title)),
    warn: (text) => log.warn(text),
    end: (text) => outro(text),
    close: () => terminal.end(),
    asked: () => asked,
  };
}

/** What is not answered is skipped; a wrong answer ends it, for nobody is there to give another one. */
export function talkFromFile(answers: Readonly<Record<string, string | boolean>>, say: (line: string) => void): Talk {
  let asked = 0;
  const once = new Set<string>();
  const take = (name: string): string | boolean | undefined => {
    asked += 1;
    if (once.has(name)) throw new ExitError(EXIT.configuration, `The answer to ${name} was not taken.`);
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
      throw new ExitError(EXIT.configuration, `${name} is one of ${known}.`);
    },
    text: async (name, _question, usual) => {
      const value = take(name) ?? usual;
      if (typeof value !== 'string' || value.trim() === '')
        throw new ExitError(EXIT.configuration, `${name} is missing in the answers.`);
      return value.trim();
    },
    secret: async (name) => {
      const value = take(name);
      if (typeof value !== 'string' || value === '')
        throw new ExitError(EXIT.configuration, `${name} is missing in the answers.`);
      return value.trim();
    },
    busy: (work) => work,
    tell: (text) => say(text),
    warn: (text) => say(text),
    end: (text) => say(text),
    close: () => undefined,
    asked: () => asked,
  };
}

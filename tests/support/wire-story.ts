/** A conversation over a chat's own wire, written down as the person has it before them. */
import assert from 'node:assert/strict';
import type { ChatBench, SeenMessage } from '../contracts/chat.ts';
import type { Language } from './story.ts';
import { quote, withoutCosts } from './transcript.ts';
import { until } from './until.ts';

type Words = Readonly<Record<Language, string>>;
type Pattern = Readonly<Record<Language, RegExp>>;

export interface WireStory {
  part(title: string): void;
  /** What happens beside the conversation, in the language of the tests. */
  note(text: string): void;
  /** The person gives a command, written as this chat wants it. */
  says(command: Words): Promise<void>;
  /** The person writes words as they are, with nothing put before them. */
  answers(words: Words): Promise<void>;
  /** Waits for the next message with these words, and at least so many live buttons. */
  hears(what: Pattern, buttons?: number): Promise<SeenMessage>;
  /** The same for a message with a picture. */
  sees(what: Pattern): Promise<SeenMessage & { readonly picture: Uint8Array }>;
  /** The person taps a live button of the message, counted from 0. */
  taps(message: SeenMessage, button: number): Promise<void>;
  /** Waits until that message has these words. */
  becomes(message: SeenMessage, what: Pattern): Promise<void>;
  /** The number of messages with these words. */
  count(what: Pattern): Promise<number>;
  text(): string;
}

export function startWireStory({ chat, person }: ChatBench, title: string, language: Language): WireStory {
  const lines = [`# ${title}`];
  const heard = new Set<string>();
  const write = async (text: string): Promise<void> => {
    lines.push(`**Ann:** ${text}`);
    await person.sendText(text);
  };
  const live = ({ buttons }: SeenMessage) => buttons.flat().flatMap(({ label, isLive }) => (isLive ? [label] : []));
  const next = async <M extends SeenMessage>(
    what: Pattern,
    fits: (message: SeenMessage) => message is M,
  ): Promise<M> => {
    let last = '';
    const isIt = (one: SeenMessage): one is M => !heard.has(one.id) && what[language].test(one.text) && fits(one);
    const message = await until(
      async () => {
        const seen = await person.seenMessages();
        last = seen
          .slice(-4)
          .map(({ text }) => text)
          .join('\n---\n');
        return seen.find(isIt);
      },
      () => `${what[language]} after\n${lines.slice(-2).join('\n')}\nSEEN ${last}`,
    );
    heard.add(message.id);
    lines.push(withoutCosts(quote(message)));
    return message;
  };
  return {
    part: (name) => void lines.push(`## ${name}`),
    note: (text) => void lines.push(`*${text}*`),
    says: (command) => write(chat.platform === 'slack' ? command[language] : `/${command[language]}`),
    answers: (words) => write(words[language]),
    hears: (what, buttons = 0) => next(what, (one): one is SeenMessage => live(one).length >= buttons),
    sees: (what) => next(what, (one): one is SeenMessage & { picture: Uint8Array } => one.picture !== null),
    async taps(message, button) {
      const label = live(message)[button];
      assert.ok(label !== undefined, `no such button at\n${message.text}`);
      lines.push(`**Ann taps** \`${label}\``);
      await person.tap(message.id, label);
    },
    async becomes({ id }, what) {
      const message = await until(
        async () => (await person.seenMessages()).find((one) => one.id === id && what[language].test(one.text)),
        () => `${what[language]} in ${id} after\n${lines.slice(-2).join('\n')}`,
      );
      lines.push('The message becomes', withoutCosts(quote(message)));
    },
    count: async (what) => (await person.seenMessages()).filter(({ text }) => what[language].test(text)).length,
    text: () => `${lines.join('\n\n')}\n`,
  };
}

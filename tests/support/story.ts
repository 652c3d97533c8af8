/**
 * A conversation as a reader has it before them: what the person writes and taps, and every message they get, word for word. It is kept
 * as a file in tests/transcripts; UPDATE_GOLDEN=1 writes it anew.
 */
import assert from 'node:assert/strict';
import type { Attachment, InboundContent } from '../../src/ports/chat.ts';
import type { FakePost } from '../fakes/chat.ts';
import { createStillClock } from '../fakes/clock.ts';
import { createFakePictures } from '../fakes/pictures.ts';
import { assertGolden } from '../golden.ts';
import { startTestDeskhand, type TestDeskhand, type TestDeskhandOptions } from './deskhand.ts';
import { quote, withoutCosts } from './transcript.ts';
import { until } from './until.ts';

export type Language = 'en' | 'de';

export interface Story {
  /** The one that runs now. */
  readonly bot: TestDeskhand;
  /** A wall clock that moves only by this; timers run fast. */
  pass(ms: number): void;
  /** Begins a part. */
  part(title: string): void;
  /** What happens beside the conversation, in the language of the tests. */
  note(text: string): void;
  /** The person writes. */
  says(words: Readonly<Record<Language, string>>): Promise<void>;
  /** The next message that comes, in their order; the running report of a run is none. */
  hears(): Promise<FakePost>;
  /** The person taps a live button of that message, counted from 0, and sees what becomes of the message (unless told that nothing does). */
  taps(message: FakePost, button: number, isChanged?: boolean): Promise<void>;
  /** The same by the button's words. */
  tapsLabel(message: FakePost, label: Readonly<Record<Language, string>>, isChanged?: boolean): Promise<void>;
  /** The person sends content other than text, described by `told`. Resolves with its update. */
  sends(told: string, content: InboundContent): Promise<string>;
  /** Something the platform keeps for them. */
  keeps(bytes: Uint8Array): Attachment;
  /** Resolves when a run is at work. */
  works(): Promise<void>;
  /** Ends the process abruptly and starts another one with its data. */
  crashes(options: Pick<StoryOptions, 'model'>): Promise<void>;
  /** Shows the present state of that message. */
  sees(message: FakePost): Promise<void>;
  /** Checks the number of messages so far, running reports included, and of those that rang. */
  counts(most: { readonly messages: number; readonly rang: number }): void;
  /** Compares it with the file, and fails when a message was not heard. */
  end(file: string): Promise<void>;
}

export interface StoryOptions extends Omit<TestDeskhandOptions, 'clock' | 'language'> {
  readonly title: string;
  readonly language: Language;
  /** The start, in milliseconds since 1970. */
  readonly at: number;
}

export async function startStory(
  t: { after(act: () => Promise<void>): void },
  { title, language, at, ...options }: StoryOptions,
): Promise<Story> {
  const clock = createStillClock(at);
  // No moving picture, which would replace the picture of an end at an unpredictable moment.
  const pictures = { ...createFakePictures(), animate: async () => null };
  // On the page the owner has no name.
  const known = {
    ...options,
    ...(options.platform === 'telegram' || options.platform === 'slack' ? { senderName: 'Ann' } : {}),
  };
  const first = await startTestDeskhand({ ...known, clock, language, pictures });
  let bot = first;
  t.after(() => bot.close());
  const lines: string[] = [`# ${title}`];
  const place = options.platform === undefined ? '' : `.${options.platform}`;
  const heard = new Set<string>();
  const add = (...more: readonly string[]): void => void lines.push(...more);
  const messages = (): readonly FakePost[] => bot.chat.seen().filter(({ kind }) => kind !== 'status');
  // With a platform the costs are left out: they depend on when a look is taken once more.
  const quoteOf = (message: FakePost): string =>
    options.platform === undefined ? quote(message) : withoutCosts(quote(message));
  const now = (id: string): FakePost => {
    const found = bot.chat.seen().find((message) => message.id === id);
    if (found === undefined) throw new Error(`there is no message ${id}`);
    return found;
  };

  const tap = async (message: FakePost, label: string | undefined, isChanged: boolean): Promise<void> => {
    const before = now(message.id);
    assert.ok(label !== undefined, `no such button at\n${before.text}`);
    add(`**Ann taps** \`${label}\``);
    await bot.chat.tap(message.id, label);
    if (!isChanged) return;
    await until(() => now(message.id).edits > before.edits, `the message is edited:\n${before.text}`, 30_000);
    add('The message becomes', quoteOf(now(message.id)));
  };

  return {
    get bot() {
      return bot;
    },
    pass: (ms) => clock.jump(ms),
    part: (name) => add(`## ${name}`),
    note: (text) => add(`*${text}*`),
    async says(words) {
      add(`**Ann:** ${words[language]}`);
      await bot.chat.sendText(words[language]);
    },
    async hears() {
      const message = await until(
        () => messages().find(({ id }) => !heard.has(id)),
        () => `another message after\n${lines.slice(-6).join('\n')}`,
        30_000,
      );
      heard.add(message.id);
      add(quoteOf(message));
      return message;
    },
    async taps(message, button, isChanged = true) {
      const labels = now(message.id)
        .buttons.flat()
        .filter(({ isLive }) => isLive);
      await tap(message, labels[button]?.label, isChanged);
    },
    tapsLabel: (message, label, isChanged = true) => tap(message, label[language], isChanged),
    async sends(told, content) {
      add(`**Ann** sends *${told}*`);
      return await bot.chat.sendContent(content);
    },
    keeps(bytes) {
      const ref = `sent-${bot.chat.sentFiles.size + 1}`;
      bot.chat.sentFiles.set(ref, bytes);
      return { ref, name: '', mediaType: '', bytes: bytes.length };
    },
    async works() {
      await until(
        () => bot.events('000001').some(({ type }) => type === 'action.intended'),
        'a run is at work',
        30_000,
      );
    },
    async crashes({ model }) {
      const gone = bot;
      // What the old process still does is not seen: its chat is no longer read.
      bot = await startTestDeskhand({ ...known, model, clock, language, pictures, after: gone });
      heard.clear();
      t.after(() => gone.close());
    },
    async sees(message) {
      await until(() => now(message.id).edits > message.edits, `the message is edited:\n${message.text}`, 30_000);
      add('The message becomes', quoteOf(now(message.id)));
    },
    counts(most) {
      const all = bot.chat.seen();
      const rang = all.filter(({ kind }) => kind !== 'status');
      assert.ok(all.length <= most.messages, `${all.length} messages`);
      assert.ok(rang.length <= most.rang, `${rang.length} of them rang`);
      add(`*${all.length} messages; ${rang.length} of them rang.*`);
    },
    async end(file) {
      const unheard = messages().filter(({ id }) => !heard.has(id));
      assert.deepEqual(
        unheard.map(({ text }) => text),
        [],
        'a message that nobody waited for',
      );
      assertGolden(`../transcripts/${file}${place}.${language}.md`, `${lines.join('\n\n')}\n`);
    },
  };
}

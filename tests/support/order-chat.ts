/** Setting standing orders in a fake chat, and what came of them. */
import type { FakeChat } from '../fakes/chat.ts';
import type { TestDeskhand } from './deskhand.ts';
import { until } from './until.ts';

export const says = (chat: FakeChat, words: RegExp) => chat.waitFor(({ text }) => words.test(text));

/** Asks for it and says yes to its card; resolves with what the card said. */
export async function setOrder(chat: FakeChat, text: string, thread = chat.thread): Promise<string> {
  const isThere = (): number =>
    chat.seen().filter(({ text: told }) => /Order \d+ is (?:set|changed)/.test(told)).length;
  const before = isThere();
  await chat.sendText(text, { thread });
  const card = await chat.waitFor(
    (message) => message.text.startsWith('Shall I set this?') && message.buttons.flat().some(({ isLive }) => isLive),
  );
  await chat.tap(card.id, 'Set it');
  await until(() => isThere() > before);
  return card.text;
}

/** Of all orders, in the order they came. */
export function outcomesOf({ orders }: TestDeskhand): readonly string[] {
  return orders.events().flatMap((event) => (event.type === 'order.changed' && event.ran ? [event.ran.outcome] : []));
}

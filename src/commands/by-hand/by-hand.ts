/** Commands a person gives by hand, without a model: `/click 512 340`, `/type hello`, `/key cmd+s`. */
import { type Action, parseAction } from '../../action/schema.ts';
import { say, slash, type Text } from '../../words/say.ts';
import type { ByHandName } from '../parse-command.ts';

const MOST_NOTCHES = 20;

export type ByHandResult =
  | { readonly ok: true; readonly action: Action }
  /** A click on a number of the last picture. */
  | { readonly ok: true; readonly number: number }
  | { readonly ok: false; readonly reason: Text };

/** `rest`: arguments of the command. The reason tells the valid form. */
export function readByHand(name: ByHandName, rest: string): ByHandResult {
  switch (name) {
    case 'click':
      return readClick(rest);
    case 'type':
      return rest === ''
        ? wrong(say`What should I type? Send for example: ${slash(say`type hello`)}`)
        : check({ action: 'type', text: rest });
    case 'key':
      return rest === ''
        ? wrong(say`Which key? Send for example: ${slash('key cmd+s')}`)
        : check({ action: 'key', keys: rest });
    case 'scroll':
      return readScroll(rest);
    case 'get':
      return rest === ''
        ? wrong(say`Which file? Send its path, for example: ${slash(say`get ~/Documents/report.pdf`)}`)
        : check({ action: 'send_file', path: rest });
    case 'open':
      if (rest === '')
        return wrong(
          say`Open what? Send an application or an address: ${slash(say`open Notes`)}, ${slash('open https://example.com')}`,
        );
      return looksLikeAddress(rest)
        ? check({ action: 'open_url', url: withScheme(rest) })
        : check({ action: 'open_app', app: rest });
  }
}

function readClick(rest: string): ByHandResult {
  const numbers = rest.split(/[\s,;]+/).filter((part) => part !== '');
  if (numbers.length === 0 || numbers.length > 2 || numbers.some((part) => !/^\d+(\.\d+)?$/.test(part))) {
    return wrong(
      say`Where? Send two numbers from 0 to 1000, across and down: ${slash('click 512 340')}, or a number of the last picture: ${slash('click 7')}`,
    );
  }
  const [first, second] = numbers.map(Number);
  if (second === undefined) return { ok: true, number: first ?? 0 };
  if (Math.max(first ?? 0, second) > 1000)
    return wrong(say`That is outside the screen: both numbers go from 0 to 1000, across and down.`);
  return check({ action: 'click', target: { x: first, y: second } });
}

function readScroll(rest: string): ByHandResult {
  const [direction = '', amount] = rest.toLowerCase().split(/\s+/);
  if (!['up', 'down', 'left', 'right'].includes(direction) || (amount !== undefined && !/^\d+$/.test(amount))) {
    return wrong(
      say`Which way? Send ${slash('scroll down')} or ${slash('scroll up')}, with a number for more: ${slash('scroll down 10')}`,
    );
  }
  const notches = amount === undefined ? {} : { amount: Number(amount) };
  if (Number(amount ?? 1) < 1 || Number(amount ?? 1) > MOST_NOTCHES)
    return wrong(say`From 1 to ${MOST_NOTCHES} at a time: ${slash(say`scroll down ${MOST_NOTCHES}`)}`);
  return check({ action: 'scroll', direction, ...notches });
}

function looksLikeAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\S/i.test(text) || /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:\d+)?(\/\S*)?$/i.test(text);
}

function withScheme(text: string): string {
  return /^[a-z][a-z0-9+.-]*:(\/\/|[^\d])/i.test(text) ? text : `https://${text}`;
}

function check(value: unknown): ByHandResult {
  const parsed = parseAction(value);
  return parsed.ok ? parsed : wrong(say`I can't do that: ${parsed.reason}.`);
}

function wrong(reason: Text): ByHandResult {
  return { ok: false, reason };
}

/** `/orders trigger NAME GOAL`: the goal of each call of that name by a program; set like every order. */
import type { InboundMessage } from '../../ports/chat.ts';
import { isTriggerName } from '../../ports/triggers.ts';
import { fieldsOf } from '../../run/outside-values.ts';
import { say, slash, type Text } from '../../words/say.ts';
import { showHidden } from '../../words/visible.ts';
import { type Order, USUAL_TERMS } from '../order.ts';
import { readDoing } from '../read/read-order.ts';
import { takeTerms } from '../read/read-terms.ts';
import { type SetOrderPorts, setOrder } from '../set-order.ts';
import type { Zones } from '../zones.ts';
import { nameOf } from './trigger-calls.ts';

export interface SetTriggerPorts extends SetOrderPorts {
  readonly zones: Zones;
}

const MOST_FIELDS = 12;

export async function setTrigger(
  rest: string,
  message: InboundMessage,
  ports: SetTriggerPorts,
  signal: AbortSignal,
): Promise<void> {
  const [, name = '', goal = ''] = /^(\S+)\s+([\s\S]+)$/.exec(rest.trim()) ?? [];
  if (name === '') return tell(FORM, message, ports);
  await set(name, goal, null, message, ports, signal);
}

/** `text`: a new goal, or name and goal. */
export async function changeTrigger(
  old: Order,
  name: string,
  text: string,
  message: InboundMessage,
  ports: SetTriggerPorts,
  signal: AbortSignal,
): Promise<void> {
  const goal = text.trim().replace(new RegExp(`^(?:/?orders\\s+)?(?:trigger\\s+)?${name}\\s+`, 'i'), '');
  await set(name, goal, old, message, ports, signal);
}

async function set(
  name: string,
  words: string,
  changes: Order | null,
  message: InboundMessage,
  ports: SetTriggerPorts,
  signal: AbortSignal,
): Promise<void> {
  const { rest: goal, terms } = takeTerms(words.trim());
  if (goal === '') return tell(FORM, message, ports);
  if (!isTriggerName(name))
    return tell(
      say`“${showHidden(name)}” can't be the name of a trigger: small letters, digits and dashes, a letter first, at most 40.`,
      message,
      ports,
    );
  const isTaken = (): boolean =>
    ports.book.all().some(({ order }) => nameOf(order.when) === name && order.id !== changes?.id);
  const taken = say`There is a trigger called ${name} already.`;
  if (isTaken()) return tell(taken, message, ports);
  const fields = fieldsOf(goal);
  if (fields.length > MOST_FIELDS) return tell(say`A trigger has at most ${MOST_FIELDS} fields.`, message, ports);
  const when = { kind: 'trigger' as const, name, fields: [...fields] };
  const read = { when, doing: readDoing(goal), terms: { ...USUAL_TERMS, ...terms } };
  const zone = ports.zones.of(message.sender.id);
  const lacks = (): Text | null => (isTaken() ? taken : null);
  await setOrder({ read, zone, changes, plain: null, lacks }, message, ports, signal);
}

function tell(text: Text, { thread, updateId }: InboundMessage, { reply }: SetTriggerPorts): void {
  reply(thread, [text], updateId);
}

const FORM = say`Which name, and what then? For example: ${slash(say`orders trigger build-done tell me how build {number} went`)}. A program calls it with ${'deskhand trigger build-done'}.`;

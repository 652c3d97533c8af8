/** A machine's message as people see it: with its name first, and buttons that lead back to it. Pure. */
import type { Button, OutboundMessage } from '../../ports/chat.ts';

/** Longest data, of the 64 bytes that a button can carry. */
const CARRIED_BYTES = 63;

export function nameFirst(machine: string, message: OutboundMessage): OutboundMessage {
  const progress =
    message.progress === undefined
      ? {}
      : { progress: { ...message.progress, title: `${machine} · ${message.progress.title}` } };
  return { ...message, ...progress, text: [{ bold: machine }, '\n', ...message.text] };
}

/** Includes the data of its buttons. */
export function labelMessage(machine: string, message: OutboundMessage): OutboundMessage {
  const lead = (data: string): string | null => {
    const led = `@${machine}:${data}`;
    return Buffer.byteLength(led) > CARRIED_BYTES ? null : led;
  };
  const button = (one: Button): Button => ({ ...one, data: one.data === null ? null : lead(one.data) });
  const point = message.point === undefined ? null : lead(message.point);
  const { point: _, ...named } = nameFirst(machine, message);
  return {
    ...named,
    buttons: message.buttons.map((row) => row.map(button)),
    ...(point === null ? {} : { point }),
  };
}

/** The data of a button, and its machine; null: it belongs to no machine. */
export function readLed(data: string): { readonly machine: string; readonly data: string } | null {
  const [, machine, rest] = /^@([a-z0-9-]+):([\s\S]+)$/.exec(data) ?? [];
  return machine === undefined || rest === undefined ? null : { machine, data: rest };
}

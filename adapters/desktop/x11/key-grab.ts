/** Takes a combination of keys from all applications of a display, for as long as the connection lives (protocol, "GrabKey"). */
import type { PressableChord } from './chords.ts';
import { words, type XConnection } from './connection.ts';

const GRAB_KEY = 33;
const UNGRAB_KEY = 34;
const ANY_KEY = 0;
const ANY_MODIFIER = 1 << 15;
const GET_MODIFIER_MAPPING = 119;
const MODIFIER_BITS = 8;
const ASYNCHRONOUS = 1;

/**
 * Grabs the combination with every set of modifiers that includes its own: a lock may be on, and a key of ours may be held. What another
 * program has grabbed already stays with that program.
 */
export async function grabChord({ modifiers, keys }: PressableChord, connection: XConnection): Promise<void> {
  const bits = await readModifierBits(connection);
  const needed = modifiers.map((some) => bits.findIndex((row) => some.some((key) => row.includes(key))));
  if (needed.includes(-1)) return;
  const wanted = needed.reduce((mask, bit) => mask | (1 << bit), 0);
  for (const key of keys)
    for (let mask = 0; mask < 1 << MODIFIER_BITS; mask += 1)
      if ((mask & wanted) === wanted)
        connection.send(GRAB_KEY, 0, words(connection.root, mask | (key << 16) | (ASYNCHRONOUS << 24), ASYNCHRONOUS));
}

/** Gives back whatever this connection has grabbed. */
export function ungrabAll(connection: XConnection): void {
  connection.send(UNGRAB_KEY, ANY_KEY, words(connection.root, ANY_MODIFIER));
}

/** The keycodes of each of the eight modifiers. */
async function readModifierBits(connection: XConnection): Promise<readonly (readonly number[])[]> {
  const reply = await connection.ask(GET_MODIFIER_MAPPING, 0, Buffer.alloc(0));
  const perModifier = reply?.readUInt8(1) ?? 0;
  return Array.from({ length: MODIFIER_BITS }, (_, bit) =>
    [...(reply?.subarray(32 + bit * perModifier, 32 + (bit + 1) * perModifier) ?? [])].filter((key) => key !== 0),
  );
}

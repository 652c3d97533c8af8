/** What a model is told about a provider's own computer-use tool, after the system part it would get anyway. The bytes never change. */
import type { Coordinates } from './model-facts.ts';

/** The tool for all that a provider's own has no name for; its input is the JSON object of the system part. */
export const OWN_TOOL = 'deskhand';

export const OWN_TOOL_DESCRIPTION =
  'Any action of Deskhand, as the JSON object that the system part describes. Use it for everything the computer tool has no name for: elements by number, applications, addresses, shell, files, notes, questions to the person, done and fail.';

const PLACES: Readonly<Record<Coordinates, string>> = {
  pixels:
    'Its coordinates are pixels of the first picture; those of "deskhand" stay 0 to 1000 across the whole screen, or element numbers.',
  thousandths:
    'Its coordinates are those of the first picture, 0 to 1000 on both axes; those of "deskhand" are 0 to 1000 across the whole screen, or element numbers.',
};

/** `coordinates`: the coordinate system of the provider's tool. */
export function describeHosted(coordinates: Coordinates): string {
  return `Instead of writing the JSON object, call tools. The computer tool points, clicks, types, scrolls and zooms; "${OWN_TOOL}" takes the JSON object for everything else, done and fail included. ${PLACES[coordinates]}
Before a call of the computer tool write three lines: "Screen:" what is on the screen, "Intent:" what the call is for, "Note:" one line to remember (leave this one out when there is none).
Several calls in one answer are done in their order, as "then" is: one of any kind, then up to 3 clicks, moves, texts, keys and waits, only when nothing on the screen needs to be looked at in between. No result comes back: the next turn shows the screen as it is then.`;
}

/** What a model wrote before its calls, taken apart. */
export interface HostedWords {
  readonly screen: string;
  readonly intent: string;
  readonly note: string | null;
  /** Why the provider's own check demands a person's confirmation; '' or absent: it does not. */
  readonly caution?: string;
}

/** Lines without a label count as the intent. */
export function readHostedWords(text: string): HostedWords {
  const named = (name: string): string => new RegExp(`^\\W*${name}\\W*:\\s*(.+)$`, 'im').exec(text)?.[1]?.trim() ?? '';
  const note = named('note');
  const plain = text.trim().split('\n', 1)[0] ?? '';
  const screen = named('screen');
  return {
    screen,
    intent: named('intent') || (screen === '' ? plain : ''),
    note: note === '' || /^(?:none|null|-)\W*$/i.test(note) ? null : note,
  };
}

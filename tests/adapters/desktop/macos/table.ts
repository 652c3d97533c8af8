/** The table of every call into macOS as the Mac page shows it: made from the code's own tables. */
import {
  CONSTANTS,
  LIBRARIES,
  MESSAGES,
  OPTIONAL_SYMBOLS,
  SYMBOLS,
} from '../../../../adapters/desktop/macos/native/symbols.ts';
import { MAC_PROGRAMS } from '../../../../adapters/desktop/macos/programs.ts';

export function describeCalls(): string {
  const rows = [
    ...Object.entries({ ...SYMBOLS, ...OPTIONAL_SYMBOLS }).map(([name, { in: home, takes, gives, from }]) => [
      `\`${name}\``,
      home,
      `${takes.join(', ') || '–'} → ${gives}`,
      from,
    ]),
    ...Object.entries(CONSTANTS).map(([name, { in: home, from }]) => [`\`${name}\``, home, 'constant', from]),
    ...Object.values(MESSAGES).map(({ selector, takes, gives, from }) => [
      `\`${selector}\``,
      'objc_msgSend',
      `${takes.join(', ') || '–'} → ${gives}`,
      from,
    ]),
    ...Object.values(MAC_PROGRAMS).map(({ path, flags, from, what }) => [
      `\`${path}\``,
      'program',
      `${flags.map((flag) => `\`${flag}\``).join(' ')}: ${what}`,
      from,
    ]),
  ];
  const head = ['| call | in | takes → gives | source |', '|---|---|---|---|'];
  return [...head, ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}

export const LIBRARY_NAMES: readonly string[] = Object.keys(LIBRARIES);

/** What only a Mac can show, which checks look at it, and what they have seen: the table of the Mac page, filled from their report files. */
import type { CheckResult } from './check.ts';

interface Unproven {
  readonly what: string;
  readonly checks: readonly string[];
}

export const UNPROVEN: readonly Unproven[] = [
  { what: 'every function is there, with this signature (a missing one is named at the start)', checks: ['facts'] },
  {
    what: 'the permissions are told as they are, and the program named is the one on the list',
    checks: ['permission to click and type', 'permission to see windows'],
  },
  { what: '`screencapture -R` by display, at 1× and 2×, and its time', checks: ['pictures', 'grid'] },
  {
    what: 'a click lands where the picture shows it, with its count and nothing held',
    checks: ['clicks', 'fifty', 'drag', 'scroll'],
  },
  { what: 'keys on this layout; arrows carry the flags a keyboard gives them', checks: ['keys'] },
  { what: '20 units of text an event, and no application drops any', checks: ['text'] },
  { what: 'what stands in a field is read back after typing', checks: ['document'] },
  { what: 'what is on the clipboard comes back, a picture too', checks: ['paste', 'picture on the clipboard'] },
  { what: 'keys for sound (events of the system)', checks: ['sound key'] },
  { what: 'events of ours are counted in the session’s counters exactly once', checks: ['own acts'] },
  { what: 'a person’s mouse, keys and corner are noticed', checks: ['a nudge', 'a key', 'the corner'] },
  {
    what: 'the stop keys are seen without a permission of their own, and our own Escape is none',
    checks: ['stop keys'],
  },
  { what: 'what is in front is that of this moment without a run loop that turns', checks: ['applications'] },
  { what: 'elements in time, and no memory is kept', checks: ['looks'] },
  { what: 'passwords are black, in this Mac’s language', checks: ['password field', 'password application'] },
  { what: 'lock and sleep are noticed, and the display wakes', checks: ['lock', 'sleep'] },
  {
    what: '`ps`, `top` outside of the sandbox; secrets denied under every name of their path',
    checks: ['programs', 'secrets'],
  },
  { what: 'the skills’ scripts and commands are understood', checks: ['skills'] },
  { what: 'a whole run', checks: ['demo'] },
];

/** One Mac that was looked at. */
export interface SeenMac {
  /** As “26.1”; '' where its report does not say. */
  readonly macos: string;
  readonly results: readonly Pick<CheckResult, 'name' | 'state'>[];
}

const HEAD = ['| what | check | seen on a Mac |', '|---|---|---|'];
const TABLE = /^\| what \| check \| seen on a Mac \|\n(?:\|.*\n)*/m;

export function renderUnproven(seen: readonly SeenMac[]): string {
  const rows = UNPROVEN.map(({ what, checks }) => {
    const cells = seen.map(({ macos, results }) => `${`macOS ${macos}`.trim()}: ${sayStates(checks, results)}`);
    return `| ${what} | ${checks.map((name) => `\`${name}\``).join(', ')} | ${cells.join('; ') || 'not yet'} |`;
  });
  return [...HEAD, ...rows, ''].join('\n');
}

/** The page with its table made anew; null: it holds none. */
export function fillPage(page: string, seen: readonly SeenMac[]): string | null {
  return TABLE.test(page) ? page.replace(TABLE, () => renderUnproven(seen)) : null;
}

/** ✓ if all of the checks passed; otherwise the state of each one that did not. */
function sayStates(checks: readonly string[], results: SeenMac['results']): string {
  const states = checks.map(
    (name) => [name, results.find((result) => result.name === name)?.state ?? 'not run'] as const,
  );
  const open = states.filter(([, state]) => state !== 'passed');
  return open.length === 0
    ? '✓'
    : open.map(([name, state]) => `${name} ${state === 'failed' ? '✗ failed' : state}`).join(', ');
}

/** `/stats`: what came of acts, by application and action, and the traps that runs are told of. Pure. */

import { traitsOf } from '../action/kinds.ts';
import type { ActFamily } from '../action/table/define.ts';
import type { ActStatistics, AppRecord } from '../journal/act-records.ts';
import type { ActCounts } from '../journal/app-stats.ts';
import { addCounts } from '../journal/app-stats.ts';
import type { Trap } from '../memory/traps.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import { shorten } from '../words/amounts.ts';
import { join, plural, say, slash, type Text } from '../words/say.ts';
import { showHidden } from '../words/visible.ts';

/** Number of applications that fit on a phone; for a single application more is shown. */
const MOST_APPS = 5;
const MOST_KINDS = 3;
const MOST_TRAPS = 8;
const MAX_NAME = 40;
const MAX_TRAP = 90;

/** Names of action families, as people call them. */
const FAMILIES: Readonly<Record<ActFamily, Text>> = {
  clicks: say`clicks`,
  typing: say`typing`,
  keys: say`keys`,
  filling: say`filling in`,
  dragging: say`dragging`,
  scrolling: say`scrolling`,
  apps: say`opening applications`,
  pages: say`opening pages`,
  commands: say`commands`,
  files: say`files`,
  notes: say`notes`,
  tools: say`tools`,
};
const OTHER = say`other acts`;
const BESIDE = say`Without a window`;

/** `wanted`: an application by a part of its name; '' for all. */
export function renderStats(
  { runs, apps }: ActStatistics,
  traps: readonly Trap[],
  wanted: string,
): readonly SpokenSpan[] {
  if (apps.length === 0) return [say`Nothing has been done yet, so there is nothing to count.`];
  const folded = wanted.toLowerCase();
  const chosen =
    folded === '' ? apps.slice(0, MOST_APPS) : apps.filter(({ app }) => app.toLowerCase().includes(folded));
  if (chosen.length === 0)
    return [
      say`No run has worked in “${shorten(showHidden(wanted), MAX_NAME)}”. ${slash('stats')} shows where they did.`,
    ];
  const isOne = folded !== '';
  const ofThese = traps.filter(({ app }) => !isOne || chosen.some((one) => one.app === app));
  return [
    ...(isOne ? [] : [plural(runs, say`From 1 saved run:`, say`From ${runs} saved runs:`), '\n']),
    ...chosen.flatMap((app) => renderApp(app, isOne)),
    ...renderTraps(ofThese),
    ...(isOne || apps.length <= MOST_APPS
      ? []
      : ['\n', { quiet: say`${apps.length - MOST_APPS} more; ${slash(say`stats NAME`)} shows one.` } as const]),
  ];
}

function renderApp({ app, runs, all, actions }: AppRecord, isWhole: boolean): readonly SpokenSpan[] {
  const kinds = [...groupKinds(actions)].toSorted(([, one], [, other]) => other.tried - one.tried);
  const shown = isWhole ? kinds : kinds.slice(0, MOST_KINDS);
  return [
    '\n',
    { bold: app === '' ? BESIDE : shorten(showHidden(app), MAX_NAME) },
    ' · ',
    plural(runs, say`1 run`, say`${runs} runs`),
    ' · ',
    { ms: all.ms },
    '\n',
    ...shown.flatMap(([kind, counts]): readonly SpokenSpan[] => [join([kind, ' ', describe(counts)], ''), '\n']),
  ];
}

function groupKinds(actions: AppRecord['actions']): ReadonlyMap<Text, ActCounts> {
  const kinds = new Map<Text, ActCounts>();
  for (const [action, counts] of actions) {
    const { counted } = traitsOf({ action });
    const kind = counted === undefined ? OTHER : FAMILIES[counted];
    const before = kinds.get(kind);
    kinds.set(kind, before === undefined ? counts : addCounts(before, counts));
  }
  return kinds;
}

/** Zero counts are left out: `140: 128 worked, 9 changed nothing, 4 asked, 1 denied`. */
function describe({ tried, worked, idle, failed, asked, denied, ms }: ActCounts): Text {
  const parts: readonly Text[] = [
    say`${worked} worked`,
    ...(idle === 0 ? [] : [say`${idle} changed nothing`]),
    ...(failed === 0 ? [] : [say`${failed} failed`]),
    ...(asked === 0 ? [] : [say`${asked} asked`]),
    ...(denied === 0 ? [] : [say`${denied} denied`]),
    ...(ms < 1000 ? [] : [{ ms }]),
  ];
  return join([`${tried}: `, join(parts, ', ')], '');
}

function renderTraps(traps: readonly Trap[]): readonly SpokenSpan[] {
  if (traps.length === 0) return [];
  const shown = traps.toSorted((one, other) => other.seenIn.length - one.seenIn.length).slice(0, MOST_TRAPS);
  return [
    '\n',
    { bold: say`Traps I know` },
    '\n',
    ...shown.flatMap((trap): readonly SpokenSpan[] => [join(['• ', sayTrap(trap), ' ', sayCount(trap)], ''), '\n']),
  ];
}

function sayTrap({ app, kind, what, way }: Trap): Text {
  const [where, found, worked] = [app, what, way].map((part) => shorten(showHidden(part), MAX_TRAP));
  if (kind === 'dialog') return say`${where ?? ''}: “${found ?? ''}” comes by itself.`;
  if (kind === 'enter') return say`${where ?? ''}: “${found ?? ''}” needs Enter.`;
  return say`${where ?? ''}: ${found ?? ''} changes nothing, ${worked ?? ''} works.`;
}

function sayCount({ seenIn, toldIn, helped }: Trap): Text {
  const seen = plural(seenIn.length, say`seen once`, say`seen in ${seenIn.length} runs`);
  return toldIn.length === 0
    ? join(['(', seen, ')'], '')
    : join(['(', seen, ', ', say`helped ${helped} of ${Math.max(helped, toldIn.length)}`, ')'], '');
}

/** `/status`: the run, what waits, what can be seen and worked, the model, money, the chats; one line each. */
import type { Chat, Platform, Span } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { Desktop } from '../ports/desktop.ts';
import type { Model } from '../ports/model.ts';
import type { RunState } from '../run/evolve.ts';
import { observe } from '../screen/observe.ts';
import { formatCost, formatDuration, oneLine, shorten } from '../words/amounts.ts';
import { sayRun } from '../words/run-name.ts';

export interface StatusReportFacts {
  readonly chats: ReadonlyMap<Platform, Chat>;
  readonly desktop: Desktop;
  readonly displayIndex: number;
  /** Processes that work for Deskhand, each with how it is. */
  readonly helpers: readonly { readonly name: string; readonly state: string }[];
  readonly clock: Clock;
  readonly model: Model | null;
  readonly current: RunState | null;
  readonly waiting: number;
  readonly todayUsd: number;
  /** Sentences about what is not as it should be. */
  readonly notices: readonly string[];
}

const DESKTOP_MS = 3000;

export async function renderStatusReport(facts: StatusReportFacts): Promise<readonly Span[]> {
  const { current } = facts;
  const run =
    current === null
      ? 'none'
      : `${sayRun(current.runId)}, step ${Math.max(1, current.iteration)}: ${shorten(oneLine(current.goal), 80)}`;
  const lines: (readonly [string, string])[] = [
    ['Run', run],
    ['Waiting', String(facts.waiting)],
    ['Desktop', await describeDesktop(facts.desktop)],
    ...(await describeSight(facts)),
    ...facts.helpers.map(({ name, state }) => [name, state] as const),
    ['Model', facts.model?.name ?? 'playbook (no key configured)'],
    ['Today', formatCost(facts.todayUsd)],
    ...facts.notices.map((notice) => ['Note', notice] as const),
    ...[...facts.chats.values()].map((chat) => [chat.platform, describeChat(chat, facts.clock.now())] as const),
  ];
  return lines.flatMap(([name, text]): readonly Span[] => [{ bold: `${name}: ` }, `${text}\n`]);
}

async function describeDesktop(desktop: Desktop): Promise<string> {
  try {
    const { platform, name, displays } = await desktop.describe(AbortSignal.timeout(DESKTOP_MS));
    return `${platform} ${name} ${displays.map(({ width, height }) => `${width}x${height}`).join(', ')}`;
  } catch (error) {
    return `cannot be reached: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What the system lets Deskhand see: tried, not asked. */
async function describeSight({
  desktop,
  displayIndex,
}: StatusReportFacts): Promise<readonly (readonly [string, string])[]> {
  try {
    const request = { displayIndex, ring: null, zoom: null };
    const { frame, elements, elementsNote } = await observe(request, desktop, AbortSignal.timeout(DESKTOP_MS));
    const screen = frame.isBlack ? 'only black: it is locked, asleep, or may not be captured' : 'can be seen';
    return [
      ['Screen', screen],
      ['Elements', elementsNote === '' ? `${elements.length} in the front window` : elementsNote],
    ];
  } catch (error) {
    return [['Screen', `cannot be seen: ${error instanceof Error ? error.message : String(error)}`]];
  }
}

function describeChat(chat: Chat, now: number): string {
  const { isConnected, lastContactAt, detail } = chat.health();
  const contact = lastContactAt === null ? 'no contact yet' : `last contact ${formatDuration(now - lastContactAt)} ago`;
  return isConnected ? `connected, ${contact}` : [`not connected, ${contact}`, detail].filter(Boolean).join('. ');
}

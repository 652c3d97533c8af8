/** `/status`: chats, desktop, model, queue, money; one line each. */
import type { Chat, Platform, Span } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { Desktop } from '../ports/desktop.ts';
import type { Model } from '../ports/model.ts';
import type { RunState } from '../run/evolve.ts';
import { formatCost, formatDuration, oneLine, shorten } from '../words/amounts.ts';
import { sayRun } from '../words/run-name.ts';

export interface StatusReportFacts {
  readonly chats: ReadonlyMap<Platform, Chat>;
  readonly desktop: Desktop;
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

function describeChat(chat: Chat, now: number): string {
  const { isConnected, lastContactAt, detail } = chat.health();
  const contact = lastContactAt === null ? 'no contact yet' : `last contact ${formatDuration(now - lastContactAt)} ago`;
  return isConnected ? `connected, ${contact}` : [`not connected, ${contact}`, detail].filter(Boolean).join('. ');
}

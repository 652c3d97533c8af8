/** Answers to questions of a person: what is going on, why, and what it costs. */

import type { Caps } from '../config/caps.ts';
import { createActRecords } from '../journal/act-records.ts';
import type { ModelRecords } from '../journal/model-records.ts';
import type { Recordings } from '../journal/recordings.ts';
import { findNewestRuns, readNewestRun } from '../journal/whole-run.ts';
import type { Memory } from '../memory/memory.ts';
import type { Outbox } from '../outbound/outbox.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { InboundMessage } from '../ports/chat.ts';
import type { LatestRun } from '../run/life/latest-run.ts';
import { stateOf } from '../run/life/latest-run.ts';
import type { RunHandle } from '../run/life/run-handle.ts';
import type { Spend } from '../run/limits/spend.ts';
import type { ModelChoice } from '../run/model-choice.ts';
import type { RunQueue } from '../run/queue.ts';
import type { Traces } from '../run/traces.ts';
import { sayLack } from '../screen/lacks.ts';
import { say, type Text } from '../words/say.ts';
import { renderCostReport } from './cost-report.ts';
import { renderModelCosts } from './model-costs.ts';
import { renderWhy } from './replies.ts';
import { sendTrace } from './send-trace.ts';
import { renderStats } from './stats-view.ts';
import { renderStatusReport, type StatusReportFacts } from './status-report.ts';

/** A greeting does not wait longer for a desktop that does not answer. */
const DESKTOP_MS = 2000;
const NEVER = new AbortController().signal;

export interface DescribePorts extends Pick<StatusReportFacts, 'chats' | 'desktop' | 'clock' | 'model'> {
  readonly recordings: Recordings;
  readonly modelRecords: ModelRecords;
  readonly memory: Pick<Memory, 'traps'>;
  readonly modelChoice: Pick<ModelChoice, 'forSender'>;
  readonly settings: { readonly caps: Caps; readonly displayIndex: number };
  /** Processes that work for Deskhand, each with how it is. */
  readonly helpers: () => StatusReportFacts['helpers'];
  readonly notices?: readonly Text[];
  readonly traces?: Traces;
  readonly queue: RunQueue;
  readonly latest: LatestRun;
  readonly spend: Spend;
  readonly outbox: Outbox;
}

export interface Descriptions {
  /** Permissions that the system denies, a sentence each; none when unknown. */
  readonly describeLacks: () => Promise<readonly Text[]>;
  /** `isVerbose`: includes details. */
  readonly describeStatus: (isVerbose: boolean) => Promise<readonly SpokenSpan[]>;
  readonly describeWhy: () => Promise<readonly SpokenSpan[]>;
  readonly describeCost: () => Promise<readonly SpokenSpan[]>;
  /** Includes the model that begins this person's next run. */
  readonly describeModelCosts: (senderId: string) => Promise<readonly SpokenSpan[]>;
  /** `wanted`: one application; '' for all. */
  readonly describeStats: (wanted: string) => Promise<readonly SpokenSpan[]>;
  readonly sendTrace: (asked: Pick<InboundMessage, 'thread' | 'updateId'>) => Promise<void>;
}

export function createDescriptions(ports: DescribePorts): Descriptions {
  const { recordings, clock, queue, latest, spend, outbox, settings } = ports;
  const actRecords = createActRecords(recordings, () => clock.sleep(0, NEVER));
  return {
    describeWhy: async () => renderWhy(latest.state() ?? (await readNewestRun(recordings))),
    sendTrace: async (asked) =>
      sendTrace(asked, {
        recordings,
        traces: ports.traces ?? null,
        outbox,
        runs: await findNewestRuns(recordings),
      }),
    describeModelCosts: async (senderId) =>
      renderModelCosts(await ports.modelRecords.read(), {
        model: ports.modelChoice.forSender(senderId),
        maxUsd: Math.min(settings.caps.costLimitUsd, settings.caps.dayCostLimitUsd - spend.today()),
      }),
    describeCost: async () =>
      renderCostReport({ recordings, clock, runs: await findNewestRuns(recordings), caps: settings.caps }),
    describeStats: async (wanted) => renderStats(await actRecords.read(), ports.memory.traps(), wanted),
    describeLacks: async () => {
      const { lacks = [] } = await ports.desktop.describe(AbortSignal.timeout(DESKTOP_MS)).catch(() => ({ lacks: [] }));
      return lacks.map(sayLack);
    },
    describeStatus: (isVerbose) =>
      renderStatusReport({
        ...ports,
        isVerbose,
        displayIndex: settings.displayIndex,
        helpers: ports.helpers(),
        notices: ports.notices ?? [],
        current: stateOf(queue.current()),
        waitsFor: sayWaiting(queue.current()),
        caps: queue.current()?.run.budget.caps ?? settings.caps,
        waiting: queue.waiting().length,
        todayUsd: spend.today() + latest.uncountedUsd(),
      }),
  };
}

/** `reader`: sender id of the reader; left out, the text addresses the person who asked for the run. */
export function sayWaiting(current: RunHandle | null, reader?: string): Text {
  if (current === null) return '';
  const { control, sender } = current.run;
  if (control.pausedWhy() !== '') return say`Paused ${control.pausedWhy()}.`;
  const isTheirs = reader === undefined || reader === sender.id;
  if (stateOf(current)?.phase.name === 'asking')
    return isTheirs ? say`Waiting for your approval` : say`Waiting for approval by ${sender.name}`;
  if (!control.isWaiting()) return '';
  return isTheirs ? say`Waiting for your answer` : say`Waiting for an answer from ${sender.name}`;
}

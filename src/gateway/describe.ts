/** What a person can ask about: what is going on, why, and what it costs. */
import type { Spend } from '../costs/spend.ts';
import type { DeskhandPorts } from '../deskhand-ports.ts';
import type { LatestRun } from '../run/latest-run.ts';
import { stateOf } from '../run/latest-run.ts';
import { findNewestRuns, readNewestRun } from '../run/newest-runs.ts';
import type { RunQueue } from '../run/queue.ts';
import { renderCostReport } from './cost-report.ts';
import type { GatewayPorts } from './gateway-ports.ts';
import type { Outbox } from './outbox.ts';
import { renderWhy } from './replies.ts';
import { sendTrace } from './send-trace.ts';
import { renderStatusReport } from './status-report.ts';

export interface DescribePorts extends DeskhandPorts {
  readonly queue: RunQueue;
  readonly latest: LatestRun;
  readonly spend: Spend;
  readonly outbox: Outbox;
}

export function createDescriptions(
  ports: DescribePorts,
): Pick<GatewayPorts, 'describeWhy' | 'sendTrace' | 'describeCost' | 'describeStatus'> {
  const { recordings, clock, queue, latest, spend, outbox, settings } = ports;
  return {
    describeWhy: async () => renderWhy(latest.state() ?? (await readNewestRun(recordings))),
    sendTrace: async (thread) =>
      sendTrace(thread, {
        recordings,
        traces: ports.traces ?? null,
        outbox,
        runs: await findNewestRuns(recordings),
      }),
    describeCost: async () =>
      renderCostReport({ recordings, clock, runs: await findNewestRuns(recordings), caps: settings.caps }),
    describeStatus: () =>
      renderStatusReport({
        ...ports,
        displayIndex: settings.displayIndex,
        helpers: ports.helpers(),
        notices: ports.notices ?? [],
        current: stateOf(queue.current()),
        caps: queue.current()?.run.caps ?? settings.caps,
        waiting: queue.waiting().length,
        todayUsd: spend.today() + latest.uncountedUsd(),
      }),
  };
}

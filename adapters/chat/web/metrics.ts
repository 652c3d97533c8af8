/** Figures of the recorded runs in Prometheus' text format; of no run by itself, and without a word of it. Pure. */
import type { RunSummary } from '../../../src/journal/history/run-history.ts';

interface Metric {
  readonly name: string;
  readonly help: string;
  /** Labels, `{outcome="verified"}` or '', and the value. */
  readonly values: readonly (readonly [labels: string, value: number])[];
}

/** Gauges: recordings are pruned, so that every sum may go down. */
export function renderMetrics(runs: readonly RunSummary[]): string {
  const ended = runs.filter(({ outcome }) => outcome !== null);
  const byOutcome = [...Map.groupBy(ended, ({ outcome }) => outcome ?? '')].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const sum = (of: (run: RunSummary) => number): number => ended.reduce((total, run) => total + of(run), 0);
  const metrics: readonly Metric[] = [
    {
      name: 'deskhand_recorded_runs',
      help: 'Recorded runs that have ended, by outcome.',
      values: byOutcome.map(([outcome, some]) => [`{outcome="${outcome}"}`, some.length]),
    },
    {
      name: 'deskhand_runs_under_way',
      help: 'Runs that have not ended.',
      values: [['', runs.length - ended.length]],
    },
    {
      name: 'deskhand_recorded_steps',
      help: 'Steps of the recorded runs.',
      values: [['', sum(({ steps }) => steps)]],
    },
    {
      name: 'deskhand_recorded_seconds',
      help: 'Time that the recorded runs took.',
      values: [['', sum(({ ms }) => ms / 1000)]],
    },
    {
      name: 'deskhand_recorded_cost_usd',
      help: 'Cost of the recorded runs whose price is known.',
      values: [['', sum(({ costUsd }) => costUsd ?? 0)]],
    },
    {
      name: 'deskhand_recorded_runs_of_unknown_cost',
      help: 'Recorded runs with a call whose price is not known.',
      values: [['', ended.filter(({ costUsd }) => costUsd === null).length]],
    },
  ];
  return metrics
    .filter(({ values }) => values.length > 0)
    .flatMap(({ name, help, values }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...values.map(([labels, value]) => `${name}${labels} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

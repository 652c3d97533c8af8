/** Opens the export of traces to the owner's collector; without one nothing is loaded or sent. */
import { createOtlpTelemetry } from '../../../adapters/telemetry/otlp.ts';
import type { Settings } from '../../config/schema.ts';
import type { Recordings } from '../../journal/recordings.ts';
import { traceOf } from '../../journal/trace-spans.ts';
import { say, type Text } from '../../words/say.ts';
import { call } from '../call.ts';
import { findTelemetry } from '../extra-packages.ts';
import { versionOfDeskhand } from '../own-files.ts';

export interface OpenTelemetry {
  /** Sends the trace of an ended run. Never rejects: errors are warned of. */
  noteEnd(runId: string): Promise<void>;
  readonly notices: readonly Text[];
  close(): Promise<void>;
}

const NONE: OpenTelemetry = { noteEnd: async () => {}, notices: [], close: async () => {} };

export function openTelemetry(
  { TELEMETRY_OTLP_ENDPOINT: endpoint }: Settings,
  dataFolder: string,
  recordings: Pick<Recordings, 'read'>,
  warn: (problem: string) => void,
): OpenTelemetry {
  if (endpoint === undefined) return NONE;
  const packages = findTelemetry(dataFolder);
  if (packages === null)
    return {
      ...NONE,
      notices: [
        say`TELEMETRY_OTLP_ENDPOINT is set, but what sends traces is not installed: ${call('extras', 'telemetry')}`,
      ],
    };
  const telemetry = createOtlpTelemetry({ endpoint, version: versionOfDeskhand(), packages });
  return {
    notices: [],
    close: () => telemetry.close(),
    async noteEnd(runId) {
      try {
        const root = traceOf((await recordings.read(runId)) ?? []);
        if (root !== null) await telemetry.send(root);
      } catch (error) {
        warn(
          `The trace of run ${Number(runId)} was not sent: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    },
  };
}

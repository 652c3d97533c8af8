/** Traces to a collector, as OTLP over HTTP. OpenTelemetry's packages are loaded at the first trace. */
import type * as Api from '@opentelemetry/api';
import type * as Exporter from '@opentelemetry/exporter-trace-otlp-http';
import type * as Resources from '@opentelemetry/resources';
import type * as Sdk from '@opentelemetry/sdk-trace';
import type { Telemetry, TraceSpan } from '../../src/ports/telemetry.ts';

/** Where each package can be imported from. */
export interface TelemetryPackages {
  readonly api: string;
  readonly exporter: string;
  readonly resources: string;
  readonly sdk: string;
}

export interface OtlpOptions {
  /** Of the collector, `http://localhost:4318`; `/v1/traces` is put behind it unless it is there. */
  readonly endpoint: string;
  readonly version: string;
  readonly packages: TelemetryPackages;
}

interface Loaded {
  readonly api: typeof Api;
  readonly tracer: Api.Tracer;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const TIMEOUT_MS = 10_000;

export function createOtlpTelemetry(options: OtlpOptions): Telemetry {
  let loaded: Promise<Loaded> | null = null;
  return {
    async send(root) {
      loaded ??= load(options);
      const { api, tracer, flush } = await loaded;
      record(root, api.ROOT_CONTEXT, api, tracer);
      await flush().catch((error: unknown) => {
        throw new Error('the collector did not take the trace', { cause: error });
      });
    },
    async close() {
      const before = await loaded?.catch(() => null);
      await before?.close().catch(() => undefined);
    },
  };
}

function record(span: TraceSpan, parent: Api.Context, api: typeof Api, tracer: Api.Tracer): void {
  const kind = span.kind === 'client' ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL;
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
  );
  const started = tracer.startSpan(span.name, { kind, startTime: span.startMs, attributes }, parent);
  if (span.error !== null) {
    started.setAttribute('error.type', span.error);
    started.setStatus({ code: api.SpanStatusCode.ERROR });
  }
  const inside = api.trace.setSpan(parent, started);
  for (const child of span.children) record(child, inside, api, tracer);
  started.end(span.endMs);
}

/** Loads a provider of our own: nothing is registered globally, so only the spans that are handed over are exported. */
async function load({ endpoint, version, packages }: OtlpOptions): Promise<Loaded> {
  const api: typeof Api = await take(packages.api, 'SpanKind');
  const { OTLPTraceExporter }: typeof Exporter = await take(packages.exporter, 'OTLPTraceExporter');
  const { resourceFromAttributes }: typeof Resources = await take(packages.resources, 'resourceFromAttributes');
  const { BatchSpanProcessor, TracerProvider }: typeof Sdk = await take(packages.sdk, 'TracerProvider');
  const base = endpoint.replace(/\/+$/, '');
  const url = base.endsWith('/v1/traces') ? base : `${base}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: TIMEOUT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'deskhand', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 60_000 })],
  });
  return {
    api,
    tracer: provider.getTracer('deskhand', version),
    flush: () => provider.forceFlush(),
    close: () => provider.shutdown(),
  };
}

/** A package that was written as CommonJS may have what it exports below `default`. */
async function take(url: string, name: string) {
  const loaded = await import(url);
  return name in loaded ? loaded : loaded.default;
}

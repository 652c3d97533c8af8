/** A run's journal as a trace at a collector: its spans, and nothing of what was said, seen or typed. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { afterEach, describe, it } from 'node:test';
import { z } from 'zod';
import { createOtlpTelemetry } from '../../adapters/telemetry/otlp.ts';
import { findTelemetry } from '../../src/bin/extra-packages.ts';
import { listActs, readSteps } from '../../src/journal/steps.ts';
import { traceOf } from '../../src/journal/trace-spans.ts';
import type { TraceSpan } from '../../src/ports/telemetry.ts';
import { createFakeModel } from '../fakes/model.ts';
import { makeReply } from '../servers/anthropic/wire-reply.ts';
import { listen } from '../servers/listen.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { SAMPLE_EVENTS } from '../support/sample-run.ts';
import { until } from '../support/until.ts';

const SECRET_WORDS = 'a very private goal';

async function recordRun(): Promise<{ readonly root: TraceSpan; readonly ended: readonly string[] }> {
  const ended: string[] = [];
  const model = createFakeModel(
    ({ purpose }, index) => {
      if (purpose === 'verify') return { screen: 'A page.', reasons: ['Done'], score: 90 };
      if (purpose !== 'step') return { kind: 'simple', scope: null };
      if (index === 1) return 'no reply at all';
      return index < 3
        ? makeReply({ action: 'type', text: 'private text' }, { screen: 'private screen' })
        : makeReply({ action: 'done', summary: 'private summary' });
    },
    { name: 'claude-sonnet-5-5' },
  );
  const bot = await startTestDeskhand({ model, onRunEnded: async (runId) => void ended.push(runId) });
  try {
    await bot.chat.sendText(`/run ${SECRET_WORDS}`);
    await bot.chat.waitFor(({ kind }) => kind === 'end', 20_000);
    await until(() => ended.length > 0);
    const root = traceOf((await bot.recordings.read(ended[0] ?? '')) ?? []);
    assert.ok(root);
    return { root, ended };
  } finally {
    await bot.close();
  }
}

function flatten(span: TraceSpan): readonly TraceSpan[] {
  return [span, ...span.children.flatMap(flatten)];
}

const bodySchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.looseObject({ key: z.string() })) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.looseObject({
              name: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              traceId: z.string(),
              startTimeUnixNano: z.string(),
              attributes: z.array(z.looseObject({ key: z.string() })),
            }),
          ),
        }),
      ),
    }),
  ),
});

let close: () => Promise<void> = () => Promise.resolve();

async function startCollector(status = 200) {
  const bodies: z.infer<typeof bodySchema>[] = [];
  const texts: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      assert.equal(request.url, '/v1/traces');
      texts.push(text);
      bodies.push(bodySchema.parse(JSON.parse(text)));
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const { port, stop } = await listen(server);
  const packages = findTelemetry('/nonexistent');
  assert.ok(packages);
  const telemetry = createOtlpTelemetry({ endpoint: `http://127.0.0.1:${port}`, version: '1.2.3', packages });
  close = async () => {
    await telemetry.close();
    await stop();
  };
  return { telemetry, bodies, texts };
}

/**
 * OpenTelemetry's conventions for generative AI, on 2026-11-23: kind, name, what must be there, what may be. All names stand in
 * `@opentelemetry/semantic-conventions` 1.45.0 (incubating); the conventions have moved to a repository of their own since.
 */
const CONVENTIONS: Readonly<
  Record<
    string,
    {
      readonly kind: TraceSpan['kind'];
      readonly by: string;
      readonly must: readonly string[];
      readonly may: readonly string[];
    }
  >
> = {
  invoke_agent: {
    kind: 'internal',
    by: 'gen_ai.agent.name',
    must: ['gen_ai.operation.name', 'gen_ai.agent.name', 'gen_ai.conversation.id'],
    may: ['gen_ai.request.model', 'gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens'],
  },
  chat: {
    kind: 'client',
    by: 'gen_ai.request.model',
    must: ['gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.request.model', 'gen_ai.response.model'],
    may: [
      'gen_ai.output.type',
      'gen_ai.usage.input_tokens',
      'gen_ai.usage.output_tokens',
      'gen_ai.usage.cache_read.input_tokens',
      'gen_ai.usage.cache_creation.input_tokens',
    ],
  },
  execute_tool: {
    kind: 'internal',
    by: 'gen_ai.tool.name',
    must: ['gen_ai.operation.name', 'gen_ai.tool.name'],
    may: ['gen_ai.tool.call.id', 'gen_ai.tool.type'],
  },
};

describe('The trace of a run', () => {
  afterEach(() => close());

  it('has no attribute of the conventions that is not theirs, each where they have it, and ours under our own name', async () => {
    const { root } = await recordRun();
    const operations = new Set<unknown>();
    for (const { name, kind, attributes } of flatten(root)) {
      const operation = attributes['gen_ai.operation.name'];
      operations.add(operation);
      const rule = CONVENTIONS[String(operation)];
      const theirs = Object.keys(attributes).filter((key) => !key.startsWith('deskhand.'));
      if (rule === undefined) {
        assert.match(name, /^step \d+$/, 'only steps are ours alone');
        assert.deepEqual(theirs, []);
        continue;
      }
      assert.equal(kind, rule.kind, name);
      assert.equal(name, `${String(operation)} ${String(attributes[rule.by])}`);
      for (const key of rule.must) assert.ok(theirs.includes(key), `${name} lacks ${key}`);
      for (const key of theirs) assert.ok([...rule.must, ...rule.may].includes(key), `${name} has ${key}`);
    }
    assert.deepEqual(
      [...operations].filter((one) => one !== undefined).toSorted(),
      Object.keys(CONVENTIONS).toSorted(),
    );
  });

  it('has the run, its steps, the calls and the actions, and no word of it', async () => {
    const { root, ended } = await recordRun();
    const names = flatten(root).map(({ name }) => name);
    assert.equal(root.name, 'invoke_agent deskhand');
    assert.equal(root.attributes['gen_ai.conversation.id'], ended[0]);
    for (const name of ['step 1', 'chat claude-sonnet-5-5', 'execute_tool type']) assert.ok(names.includes(name), name);
    for (const { startMs, endMs } of flatten(root)) assert.ok(startMs <= endMs);
    const chat = flatten(root).find(({ name }) => name.startsWith('chat'));
    assert.equal(chat?.attributes['gen_ai.provider.name'], 'anthropic');
    assert.ok(Number(chat?.attributes['gen_ai.usage.input_tokens']) > 0);
    assert.ok(flatten(root).some(({ error }) => error === 'malformed reply'));
    assert.doesNotMatch(JSON.stringify(root), /private/);
  });

  it('has each act of a run in its step, with what it was judged and how it ended', () => {
    const root = traceOf(SAMPLE_EVENTS);
    assert.ok(root);
    const told = flatten(root).filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'execute_tool');
    const begun = listActs(readSteps(SAMPLE_EVENTS)).filter(({ intended }) => intended !== null);
    assert.ok(begun.length > 1);
    assert.deepEqual(
      told.map(({ attributes, error }) => [attributes['gen_ai.tool.call.id'], attributes['deskhand.risk'], error]),
      begun.map(({ step, judged, ok }) => [step, judged?.risk, ok === null ? 'unknown' : ok ? null : 'failed']),
    );
  });

  it('comes to the collector as one tree, under the name of the service', async () => {
    const { root } = await recordRun();
    const { telemetry, bodies, texts } = await startCollector();
    await telemetry.send(root);
    const [resource] = bodies[0]?.resourceSpans ?? [];
    assert.match(JSON.stringify(resource?.resource), /service\.name.*deskhand.*1\.2\.3/);
    const spans = resource?.scopeSpans[0]?.spans ?? [];
    assert.equal(spans.length, flatten(root).length);
    assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1);
    const ids = spans.map(({ spanId }) => spanId);
    const roots = spans.filter(({ parentSpanId }) => (parentSpanId ?? '') === '');
    assert.deepEqual(
      roots.map(({ name }) => name),
      ['invoke_agent deskhand'],
    );
    for (const { parentSpanId = '' } of spans) assert.ok(parentSpanId === '' || ids.includes(parentSpanId));
    assert.equal(roots[0]?.startTimeUnixNano, `${root.startMs}000000`);
    assert.doesNotMatch(texts.join(), /private/);
  });

  it('that a collector refuses is said, and nothing else is hurt', async () => {
    const { root } = await recordRun();
    const { telemetry } = await startCollector(400);
    await assert.rejects(telemetry.send(root), /did not take the trace/);
  });
});

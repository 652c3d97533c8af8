/** A run's journal as one trace, by OpenTelemetry's conventions for generative AI: the run, its steps, the model's calls, the actions. Pure. */
import type { Stamp } from '../ports/journal.ts';
import type { Usage } from '../ports/model.ts';
import type { TraceSpan } from '../ports/telemetry.ts';
import { type Act, readSteps, type StampedEvent, type Step } from './steps.ts';

/** null: the run has not ended. Contains nothing that was said, seen or typed. */
export function traceOf(events: readonly StampedEvent[]): TraceSpan | null {
  const created = events.find((event) => event.type === 'run.created');
  const ended = events.findLast((event) => event.type === 'run.ended' || event.type === 'run.recovered');
  if (created?.type !== 'run.created' || ended === undefined || !('outcome' in ended)) return null;
  const first = events[0];
  return {
    name: 'invoke_agent deskhand',
    kind: 'internal',
    startMs: timeOf(first ?? created),
    endMs: timeOf(ended),
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'deskhand',
      'gen_ai.conversation.id': created.run,
      'gen_ai.request.model': created.model,
      'deskhand.run.outcome': ended.outcome,
      'deskhand.run.by_program': created.by_program === true,
      ...(created.skill === null ? {} : { 'deskhand.run.skill': created.skill }),
      ...sumOf(events),
    },
    error: ended.outcome === 'failed' || ended.outcome === 'interrupted' ? ended.outcome : null,
    children: readSteps(events).flatMap(spansOf),
  };
}

/** A step is one span; calls from before the first look stand beside them. */
function spansOf({ seen, items, events }: Step): readonly TraceSpan[] {
  if (seen === null) return callsIn(events);
  return [
    {
      name: `step ${seen.iteration}`,
      kind: 'internal',
      startMs: timeOf(seen),
      endMs: timeOf(events.at(-1) ?? seen),
      attributes: { 'deskhand.step': seen.iteration },
      error: items.some(({ type }) => type === 'reply.malformed') ? 'malformed reply' : null,
      children: [...callsIn(events), ...items.flatMap((item) => (item.type === 'act' ? actionOf(item) : []))],
    },
  ];
}

/** Calls that were answered or cut. A call counts from the event before it. */
function callsIn(events: readonly StampedEvent[]): readonly TraceSpan[] {
  return events.flatMap((event, index): readonly TraceSpan[] => {
    if (!('usage' in event) || event.usage === undefined || ('by' in event && event.by === 'playbook')) return [];
    const model = 'model' in event && typeof event.model === 'string' ? event.model : 'unknown';
    // Id of the model that was asked, when the answer names another one.
    const asked = 'asked' in event && typeof event.asked === 'string' ? event.asked : model;
    return [
      {
        name: `chat ${asked}`,
        kind: 'client',
        startMs: timeOf(events[index - 1] ?? event),
        endMs: timeOf(event),
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': providerOf(asked),
          'gen_ai.request.model': asked,
          'gen_ai.response.model': model,
          'gen_ai.output.type': 'json',
          'deskhand.call.purpose': event.type,
          ...tokensOf(event.usage),
          ...('cost_usd' in event && typeof event.cost_usd === 'number' ? { 'deskhand.cost_usd': event.cost_usd } : {}),
        },
        error: event.type === 'call.cut' ? 'cut' : event.type === 'reply.malformed' ? 'malformed reply' : null,
        children: [],
      },
    ];
  });
}

/** From the intent to the result; an act without a result is one that nobody knows the end of. */
function actionOf({ step, action, judged, intended, result }: Act): readonly TraceSpan[] {
  if (intended === null) return [];
  const isKnown = result?.type === 'action.performed';
  return [
    {
      name: `execute_tool ${action.action}`,
      kind: 'internal',
      startMs: timeOf(intended),
      endMs: timeOf(result ?? intended),
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': action.action,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': step,
        ...(judged === null ? {} : { 'deskhand.risk': judged.risk, 'deskhand.rule': judged.rule }),
        ...(isKnown ? { 'deskhand.effect': result.effect } : {}),
      },
      error: !isKnown ? 'unknown' : result.ok ? null : 'failed',
      children: [],
    },
  ];
}

function sumOf(events: readonly StampedEvent[]): TraceSpan['attributes'] {
  const usages = events.flatMap((event) => ('usage' in event && event.usage !== undefined ? [event.usage] : []));
  const sum = (of: (usage: Usage) => number): number => usages.reduce((total, usage) => total + of(usage), 0);
  return {
    'gen_ai.usage.input_tokens': sum(({ input, cacheRead, cacheWrite }) => input + cacheRead + cacheWrite),
    'gen_ai.usage.output_tokens': sum(({ output }) => output),
  };
}

function tokensOf({ input, output, cacheRead, cacheWrite }: Usage): TraceSpan['attributes'] {
  return {
    'gen_ai.usage.input_tokens': input + cacheRead + cacheWrite,
    'gen_ai.usage.output_tokens': output,
    'gen_ai.usage.cache_read.input_tokens': cacheRead,
    'gen_ai.usage.cache_creation.input_tokens': cacheWrite,
  };
}

/** Provider name of the conventions, derived from the model id. */
function providerOf(model: string): string {
  if (/anthropic\./.test(model)) return 'aws.bedrock';
  if (model.startsWith('claude-')) return 'anthropic';
  if (model.startsWith('gemini-')) return 'gcp.gemini';
  return model.startsWith('gpt-') ? 'openai' : 'unknown';
}

function timeOf({ at }: Stamp): number {
  return Date.parse(at);
}

/** A run's journal as one trace, by OpenTelemetry's conventions for generative AI: the run, its steps, the model's calls, the actions. Pure. */
import type { Stamp } from '../ports/journal.ts';
import type { Usage } from '../ports/model.ts';
import type { TraceSpan } from '../ports/telemetry.ts';
import type { RunEvent } from './events.ts';

type Event = RunEvent & Stamp;

/** null: the run has not ended. Nothing of what was said, seen or typed is in it. */
export function traceOf(events: readonly Event[]): TraceSpan | null {
  const created = events.find((event) => event.type === 'run.created');
  const ended = events.findLast((event) => event.type === 'run.ended' || event.type === 'run.recovered');
  if (created?.type !== 'run.created' || ended === undefined || !('outcome' in ended)) return null;
  const starts = events.flatMap((event, index) => (event.type === 'observation.taken' ? [index] : []));
  const before = events.slice(0, starts[0] ?? events.length);
  const steps = starts.map((start, index) => stepOf(events.slice(start, starts[index + 1] ?? events.length)));
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
    children: [...callsIn(before), ...steps],
  };
}

function stepOf(events: readonly Event[]): TraceSpan {
  const [first] = events;
  const iteration = first?.type === 'observation.taken' ? first.iteration : 0;
  const last = events.at(-1);
  return {
    name: `step ${iteration}`,
    kind: 'internal',
    startMs: first === undefined ? 0 : timeOf(first),
    endMs: last === undefined ? 0 : timeOf(last),
    attributes: { 'deskhand.step': iteration },
    error: events.some((event) => event.type === 'reply.malformed') ? 'malformed reply' : null,
    children: [...callsIn(events), ...actionsIn(events)],
  };
}

/** Calls that were answered or cut. A call began when what came before it was written. */
function callsIn(events: readonly Event[]): readonly TraceSpan[] {
  return events.flatMap((event, index): readonly TraceSpan[] => {
    if (!('usage' in event) || event.usage === undefined || ('by' in event && event.by === 'playbook')) return [];
    const model = 'model' in event && typeof event.model === 'string' ? event.model : 'unknown';
    // The one that was asked, where another one said that it answered.
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
function actionsIn(events: readonly Event[]): readonly TraceSpan[] {
  return events.flatMap((event): readonly TraceSpan[] => {
    if (event.type !== 'action.intended') return [];
    const result = events.find(
      (later) => (later.type === 'action.performed' || later.type === 'action.unknown') && later.step === event.step,
    );
    const risk = events.find((earlier) => earlier.type === 'risk.judged' && earlier.step === event.step);
    const isKnown = result?.type === 'action.performed';
    return [
      {
        name: `execute_tool ${event.action.action}`,
        kind: 'internal',
        startMs: timeOf(event),
        endMs: timeOf(result ?? event),
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': event.action.action,
          'gen_ai.tool.type': 'function',
          'gen_ai.tool.call.id': event.step,
          ...(risk?.type === 'risk.judged' ? { 'deskhand.risk': risk.risk, 'deskhand.rule': risk.rule } : {}),
          ...(isKnown ? { 'deskhand.effect': result.effect } : {}),
        },
        error: !isKnown ? 'unknown' : result.ok ? null : 'failed',
        children: [],
      },
    ];
  });
}

function sumOf(events: readonly Event[]): TraceSpan['attributes'] {
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

/** As the conventions name them, told from the id. */
function providerOf(model: string): string {
  if (/anthropic\./.test(model)) return 'aws.bedrock';
  if (model.startsWith('claude-')) return 'anthropic';
  if (model.startsWith('gemini-')) return 'gcp.gemini';
  return model.startsWith('gpt-') ? 'openai' : 'unknown';
}

function timeOf({ at }: Stamp): number {
  return Date.parse(at);
}

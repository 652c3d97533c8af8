/** A model for long tests: does the steps of “count N” and the like once each, in order, and never a step twice. */
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import { makeReply } from '../servers/anthropic/wire-reply.ts';

export function createScriptedModel(
  stepsOf: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>,
): (request: SeenRequest) => Decision {
  const done = new Map<string, number>();
  return (request) => {
    const schema = JSON.stringify(request.schema ?? '');
    if (schema.includes('"score"')) return { screen: 'A terminal.', reasons: ['It counted'], score: 95 };
    if (schema.includes('"narrative"')) return { narrative: 'It counted.', lessons: [] };
    if (schema.includes('"target"')) return { target: 'a terminal', risk: 'moderate', reason: 'It only selects.' };
    const [goal = '', kind = '', n = ''] = /^Goal: (\w+) (\d+)$/m.exec(request.text) ?? [];
    const index = done.get(goal) ?? 0;
    done.set(goal, index + 1);
    const step = stepsOf[kind]?.[index];
    if (step === undefined) return makeReply({ action: 'done', summary: `Counted ${n}.` });
    return makeReply(JSON.parse(JSON.stringify(step).replaceAll('{{n}}', n)));
  };
}

/** What Slack takes as chunks of a stream (https://docs.slack.dev/reference/methods/chat.appendStream); everything else is `invalid_chunks`. */

import { z } from 'zod';
import { refuse } from './refusal.ts';

const STATUSES = ['pending', 'in_progress', 'complete', 'error'] as const;
const MAX_MARKDOWN = 12_000;
/** Of each field of a task, says the documentation. */
const field = z.string().max(256);

const chunk = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown_text'), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('plan_update'), title: field.min(1) }),
  z.strictObject({
    type: z.literal('task_update'),
    id: field.min(1),
    title: field.min(1),
    status: z.enum(STATUSES),
    details: field.optional(),
    output: field.optional(),
  }),
]);

export type Chunk = z.infer<typeof chunk>;

export interface Task {
  readonly id: string;
  readonly title: string;
  readonly status: (typeof STATUSES)[number];
}

/** What a person sees of a list of steps. */
export interface Plan {
  readonly title: string;
  readonly tasks: readonly Task[];
}

export interface StreamContent {
  readonly mode: 'markdown_text' | 'chunks';
  readonly chunks: readonly Chunk[];
}

/** null when nothing is sent. */
export function readStreamContent(fields: ReadonlyMap<string, string>): StreamContent | null {
  const [text, json] = [fields.get('markdown_text'), fields.get('chunks')];
  if (text !== undefined && json !== undefined) refuse('cannot_provide_both_markdown_text_and_chunks');
  if (text !== undefined) {
    if (text.length > MAX_MARKDOWN) refuse('msg_too_long');
    return { mode: 'markdown_text', chunks: text === '' ? [] : [{ type: 'markdown_text', text }] };
  }
  if (json === undefined) return null;
  let sent: unknown;
  try {
    sent = JSON.parse(json);
  } catch {
    refuse('invalid_chunks');
  }
  const parsed = z.array(chunk).safeParse(sent);
  if (!parsed.success) refuse('invalid_chunks', z.prettifyError(parsed.error));
  for (const one of parsed.data)
    if (one.type === 'markdown_text' && one.text.length > MAX_MARKDOWN) refuse('msg_too_long');
  return { mode: 'chunks', chunks: parsed.data };
}

/** A task that comes again replaces itself where it stands. */
export function addChunks(plan: Plan, chunks: readonly Chunk[]): Plan {
  let title = plan.title;
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]));
  for (const one of chunks) {
    if (one.type === 'plan_update') title = one.title;
    if (one.type === 'task_update') tasks.set(one.id, { id: one.id, title: one.title, status: one.status });
  }
  return { title, tasks: [...tasks.values()] };
}

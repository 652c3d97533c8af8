/** `/why raw`: the calls of the newest run, word for word, written into its folder and sent as a file. */

import type { Recordings } from '../journal/recordings.ts';
import type { Outbox } from '../outbound/outbox.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { InboundMessage } from '../ports/chat.ts';
import type { Traces } from '../run/traces.ts';
import { sayRun } from '../words/run-name.ts';
import { capital, plural, say } from '../words/say.ts';

export interface SendTracePorts {
  readonly recordings: Recordings;
  readonly traces: Traces | null;
  readonly outbox: Outbox;
  /** The runs under way or last ended, oldest first. */
  readonly runs: readonly string[];
}

/** Sends the file and settles the message. */
export async function sendTrace(
  { thread, updateId }: Pick<InboundMessage, 'thread' | 'updateId'>,
  { recordings, traces, outbox, runs }: SendTracePorts,
): Promise<void> {
  const post = (text: Parameters<Outbox['post']>[1]['text'], file: Parameters<Outbox['post']>[1]['file']): void => {
    outbox.post(thread, { ...wordsAlone(text), file }, updateId);
  };
  const traced = runs.map((runId) => ({ runId, exchanges: traces?.of(runId) ?? [] }));
  const newest = traced.findLast(({ exchanges }) => exchanges.length > 0);
  if (newest === undefined) return post([say`There is nothing to show: no model was asked since I was started.`], null);
  const { runId, exchanges } = newest;
  const content = `${JSON.stringify({ run: runId, exchanges }, null, 2)}\n`;
  const name = await recordings.saveTrace(runId, content);
  const count = exchanges.length;
  post(
    [
      capital(sayRun(runId)),
      ': ',
      plural(
        count,
        say`1 call of the model, word for word. The file is in the run's folder, too.`,
        say`${count} calls of the model, word for word. The file is in the run's folder, too.`,
      ),
    ],
    { name: `run-${Number(runId)}-${name}`, bytes: new TextEncoder().encode(content) },
  );
}

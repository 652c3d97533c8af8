/**
 * An agent that replays a conversation of the Agent Client Protocol from a file, line by line on its standard input and output, without
 * the protocol's SDK: what is sent must have the recorded form, else it is refused with the difference.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

const object = z.record(z.string(), z.unknown());
export const agentConversationSchema = z.strictObject({
  /** The recording's source and date. */
  about: z.string(),
  lines: z.array(z.strictObject({ from: z.enum(['client', 'agent']), message: object })),
  understood: z.strictObject({
    stop: z.string(),
    reply: object,
    usage: z.record(z.string(), z.number()),
    costUsd: z.number(),
  }),
});

/** Values that are long or depend on this machine are replaced by names. */
const NAMES: Readonly<Record<string, (value: string) => string>> = {
  cwd: (path) => (path.startsWith('/') ? '<folder>' : path),
  data: (base64) => (base64.startsWith('/9j/') ? '<picture>' : base64),
};

function named(sent: unknown): unknown {
  const texts = ['<system>', '<text>'];
  return JSON.parse(JSON.stringify(sent), (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (key === 'text') return texts.shift() ?? value;
    return NAMES[key]?.(value) ?? value;
  });
}

async function replay(path: string): Promise<void> {
  const { lines } = agentConversationSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const say = (message: object): void =>
    void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const sent = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  let id: unknown;
  for (const { from, message } of lines) {
    if (from === 'agent') {
      say('method' in message ? message : { id, ...message });
      continue;
    }
    const { value: line, done } = await sent.next();
    if (done === true) return;
    const { jsonrpc, id: theirs, ...rest } = object.parse(JSON.parse(line));
    id = theirs;
    const form = named(rest);
    if (jsonrpc === '2.0' && isDeepStrictEqual(form, message)) continue;
    say({ id, error: { code: -32602, message: `not as recorded: ${JSON.stringify(form)}` } });
  }
  for await (const _ of sent);
}

if (import.meta.main) await replay(process.argv[2] ?? '');

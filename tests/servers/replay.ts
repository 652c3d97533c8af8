/** Replays a conversation with a provider on loopback: each answer as it stands in the file, in the provider's own wire form, and each question taken down. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import { listen } from './listen.ts';

const object = z.record(z.string(), z.unknown());
const headers = z.record(z.string(), z.string().nullable());

const responseSchema = z.strictObject({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  /** The body, in one of three forms: JSON, the text of a stream in pieces, or bytes. */
  body: object.optional(),
  text: z.array(z.string()).optional(),
  base64: z.array(z.string()).optional(),
});

const requestSchema = z.strictObject({
  path: z.string(),
  /** The headers that are checked; null: the header must be absent. */
  headers,
  body: object,
});

const conversationSchema = z.strictObject({
  /** The recording's source and date. */
  about: z.string(),
  provider: z.enum(['anthropic', 'bedrock', 'vertex', 'openai', 'own server', 'gemini', 'gemini on vertex']),
  tools: z.enum(['json', 'hosted']),
  turns: z.array(
    z.strictObject({
      isStreamed: z.boolean(),
      exchanges: z.array(z.strictObject({ request: requestSchema, response: responseSchema })),
      understood: z.strictObject({
        stop: z.string(),
        reply: object,
        usage: z.record(z.string(), z.number()),
        model: z.string(),
        isPriced: z.boolean(),
      }),
    }),
  ),
});

export type Conversation = z.infer<typeof conversationSchema>;
export type RecordedRequest = z.infer<typeof requestSchema>;
type RecordedResponse = z.infer<typeof responseSchema>;

const FOLDER = new URL('../fixtures/conversations/', import.meta.url);

export function readConversations(): readonly { readonly name: string; readonly conversation: Conversation }[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((name) => ({
      name: name.replace(/\.json$/, ''),
      conversation: conversationSchema.parse(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))),
    }));
}

export interface SentRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface Replay {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly sent: readonly SentRequest[];
  stop(): Promise<void>;
}

/** Answers in the order of the file, whatever is asked; what comes after the last is refused. */
export async function startReplay(responses: readonly RecordedResponse[]): Promise<Replay> {
  const sent: SentRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const body = await readJson(incoming);
    const answer = responses[sent.push({ path: incoming.url ?? '', headers: incoming.headers, body }) - 1];
    if (answer === undefined) {
      response.writeHead(400).end('the conversation is over');
      return;
    }
    response.writeHead(answer.status, answer.headers);
    for (const piece of answer.text ?? []) response.write(piece);
    for (const piece of answer.base64 ?? []) response.write(Buffer.from(piece, 'base64'));
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
  });
  const { port, stop } = await listen(server);
  return { url: `http://127.0.0.1:${port}`, sent, stop };
}

async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return JSON.parse(Buffer.concat(chunks).toString());
}

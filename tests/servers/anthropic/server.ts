/** A strict Messages API on loopback: refuses what the real one refuses, counts tokens, answers as scripted, and fails as scripted. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../listen.ts';
import { type EventOptions, type Message, sendCutMessage, sendEvents, sendMessage, type WireCall } from './answers.ts';
import { ANTHROPIC_DIALECT, type Dialect } from './dialect.ts';
import { judgeRequest, type SeenRequest } from './request-rules.ts';
import { findMisfit } from './schema-rules.ts';
import { createMeter, textTokens, type WireUsage } from './usage.ts';
import { OWN_TOOL, toCalls } from './wire-calls.ts';
import { flattenReply, makeReply } from './wire-reply.ts';

export type { SeenRequest } from './request-rules.ts';

/** A scripted fault. */
export type Fault =
  /** An error status, with Retry-After or any other header. */
  | {
      readonly fault: 'status';
      readonly status: number;
      readonly type?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** These calls, word for word, after thinking and a text; only where tools were declared. */
  | { readonly fault: 'calls'; readonly calls: readonly WireCall[]; readonly text?: string }
  /** Takes the request and never answers. */
  | { readonly fault: 'hang' }
  /** Half an answer, then the connection is gone. */
  | { readonly fault: 'cut' }
  /** The connection is gone before any answer. */
  | { readonly fault: 'reset' }
  | { readonly fault: 'refusal'; readonly explanation?: string }
  /** The reply, cut off in its middle, with stop_reason max_tokens. */
  | { readonly fault: 'truncated'; readonly reply: Readonly<Record<string, unknown>> }
  | { readonly fault: 'pause' }
  /** No content block. */
  | { readonly fault: 'empty' }
  /** Status 200 and a body that is no message. */
  | { readonly fault: 'garbage'; readonly contentType: string; readonly body: string }
  /** A thinking block before the reply. */
  | { readonly fault: 'thinking'; readonly reply: Readonly<Record<string, unknown>> }
  /** Event by event with pauses, where it is streamed. */
  | { readonly fault: 'drip'; readonly ms: number; readonly reply: Readonly<Record<string, unknown>> }
  /** An error of this type in the middle of a stream; at once where nothing is streamed. */
  | { readonly fault: 'break'; readonly type: string }
  | { readonly fault: 'slow'; readonly ms: number; readonly reply: Readonly<Record<string, unknown>> }
  /** The reply, held back until `until` resolves. */
  | {
      readonly fault: 'held';
      readonly until: () => Promise<unknown>;
      readonly reply: Readonly<Record<string, unknown>>;
    };

/** An object is a reply (the contract's shape or the flat one; it must fit the schema the request carries); a string is sent raw. */
export type Decision = Readonly<Record<string, unknown>> | string | Fault;

export interface Exchange {
  /** null when it was refused before it could be taken apart. */
  readonly request: SeenRequest | null;
  /** Status and message of the refusal; null when it was accepted. */
  readonly refused: string | null;
  readonly usage: WireUsage | null;
  readonly headers: IncomingMessage['headers'];
  /** The client went away before it had the whole answer. */
  readonly isAborted: boolean;
  /** When it went away, on the clock of `performance.now()`; null when it did not. */
  readonly abortedAt: number | null;
}

export interface AnthropicServerOptions {
  readonly key: string;
  /** Called for each accepted request, in order; `index` counts them from 0. */
  readonly decide?: (request: SeenRequest, index: number) => Decision | Promise<Decision>;
  readonly models?: readonly string[];
  /** Schemas with more bytes are "too large". */
  readonly grammarLimitBytes?: number;
  /** Whose Messages API it is; Anthropic's own unless told. */
  readonly dialect?: Dialect;
}

export interface AnthropicServer {
  /** `http://127.0.0.1:PORT`, for ANTHROPIC_BASE_URL. */
  readonly url: string;
  /** Everything that came in, oldest first. */
  readonly exchanges: readonly Exchange[];
  /** The accepted requests, oldest first. */
  readonly requests: readonly SeenRequest[];
  /** What a test must not overlook: refused requests and scripted replies that do not fit the schema. */
  readonly faults: readonly string[];
  stop(): Promise<void>;
}

const MODELS = ['claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-opus-5-5', 'claude-haiku-4-5'];

export async function startAnthropicServer(options: AnthropicServerOptions): Promise<AnthropicServer> {
  const { decide = decideDone, key, models = MODELS, grammarLimitBytes = 7000, dialect = ANTHROPIC_DIALECT } = options;
  const meter = createMeter();
  const exchanges: Exchange[] = [];
  const requests: SeenRequest[] = [];
  const faults: string[] = [];

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      faults.push(`the scripted server failed: ${String(error)}`);
      response.destroy();
    });
  });
  const { port, stop } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    requests,
    faults,
    stop,
  };

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await readAll(incoming);
    const { headers } = incoming;
    if (incoming.method === 'GET' && incoming.url === '/v1/models') {
      listModels(headers.authorization, response);
      return;
    }
    const opened = dialect.open(incoming, raw, key);
    const judged = opened.ok
      ? await judgeRequest(opened.headers, opened.raw, {
          key,
          models,
          grammarLimitBytes,
          isBedrock: dialect.isBedrock === true,
        })
      : opened;
    if (!judged.ok) {
      const refused = `${judged.refusal.status} ${judged.refusal.message}`;
      exchanges.push({ request: null, refused, usage: null, headers, isAborted: false, abortedAt: null });
      faults.push(`refused: ${refused}`);
      dialect.sendRefusal(response, judged.refusal, {});
      return;
    }
    const { request } = judged;
    const place =
      exchanges.push({ request, refused: null, usage: null, headers, isAborted: false, abortedAt: null }) - 1;
    response.on('close', () => {
      if (!response.writableFinished) update(place, { isAborted: true, abortedAt: performance.now() });
    });
    const decision = await decide(request, requests.push(request) - 1);
    await carryOut(decision, request, response, (usage) => update(place, { usage }));
  }

  /** https://docs.anthropic.com/en/api/models-list: no model is asked, so nothing of it is an exchange. */
  function listModels(authorization: string | undefined, response: ServerResponse): void {
    if (authorization !== `Bearer ${key}`) {
      dialect.sendRefusal(response, { status: 401, type: 'authentication_error', message: 'invalid key' }, {});
      return;
    }
    const data = models.map((id) => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' }));
    const list = { data, has_more: false, first_id: models[0] ?? null, last_id: models.at(-1) ?? null };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
  }

  function update(place: number, fields: Partial<Exchange>): void {
    const exchange = exchanges[place];
    if (exchange !== undefined) exchanges[place] = { ...exchange, ...fields };
  }

  async function carryOut(
    decision: Decision,
    request: SeenRequest,
    response: ServerResponse,
    note: (usage: WireUsage) => void,
  ): Promise<void> {
    const message = (text: string | null, parts: Partial<Message> = {}): Message => {
      const usage = meter.count(
        request,
        `${text ?? ''}${(parts.calls ?? []).map(({ input }) => JSON.stringify(input)).join('')}`,
      );
      note(usage);
      return {
        model: request.model,
        text,
        hasThinking: false,
        calls: [],
        stopReason: (parts.calls?.length ?? 0) > 0 ? 'tool_use' : 'end_turn',
        explanation: null,
        usage,
        ...parts,
      };
    };
    /** A reply as this request wants it: calls where tools were declared, else JSON. */
    const compose = (reply: Readonly<Record<string, unknown>>, parts: Partial<Message> = {}): Message => {
      if (request.tools === null) {
        const [text, cut] = limit(write(reply, request), request);
        return message(text, { ...cut, ...parts });
      }
      const { text, calls } = toCalls(reply, request.tools, request.pictures[0] ?? null);
      for (const { name, input } of calls) {
        const misfit = name === OWN_TOOL ? findMisfit(request.tools.schema, input) : null;
        if (misfit !== null) faults.push(`the scripted reply does not fit the schema: ${misfit}`);
      }
      return message(text, { calls, ...parts });
    };
    const send = async (answered: Message, how: EventOptions = {}): Promise<void> =>
      request.isStream ? sendEvents(response, answered, dialect, how) : sendMessage(response, answered);

    if (typeof decision === 'string') return send(message(...limit(decision, request)));
    if (!isFault(decision)) return send(compose(decision));
    switch (decision.fault) {
      case 'status': {
        const { status, type = 'api_error', message: text = `scripted ${status}`, headers = {} } = decision;
        return dialect.sendRefusal(response, { status, type, message: text }, headers);
      }
      case 'calls':
        return send(message(decision.text ?? null, { calls: decision.calls, hasThinking: true }));
      case 'hang':
        return;
      case 'reset':
        incomingReset(response);
        return;
      case 'cut':
        return sendCutMessage(
          response,
          compose(makeReply({ action: 'screenshot' })),
          request.isStream ? dialect : null,
        );
      case 'refusal':
        return send(message(null, { stopReason: 'refusal', explanation: decision.explanation ?? null }));
      case 'truncated': {
        const text = write(decision.reply, request);
        return send(message(text.slice(0, Math.floor(text.length / 2)), { stopReason: 'max_tokens' }));
      }
      case 'pause':
        return send(message(null, { stopReason: 'pause_turn' }));
      case 'empty':
        return send(message(null));
      case 'garbage':
        response.writeHead(200, { 'content-type': decision.contentType }).end(decision.body);
        return;
      case 'thinking':
        return send(compose(decision.reply, { hasThinking: true }));
      case 'drip':
        return send(compose(decision.reply), { dripMs: decision.ms });
      case 'break':
        if (request.isStream) return send(compose(makeReply({ action: 'screenshot' })), { failsWith: decision.type });
        return dialect.sendRefusal(response, { status: 500, type: decision.type, message: 'It broke' }, {});
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, decision.ms));
        if (!response.destroyed) await send(compose(decision.reply));
        return;
      case 'held':
        await decision.until();
        if (!response.destroyed) await send(compose(decision.reply));
    }
  }

  /** A grammar lets nothing else out: a reply that does not fit is a mistake in the script. */
  function write(reply: Readonly<Record<string, unknown>>, request: SeenRequest): string {
    if (request.schema === null) return JSON.stringify(reply);
    const flat = flattenReply(reply);
    const misfit = findMisfit(request.schema, flat);
    if (misfit !== null) faults.push(`the scripted reply does not fit the schema: ${misfit}`);
    return JSON.stringify(flat);
  }
}

/** What is longer than max_tokens is cut off, as there. */
function limit(text: string, request: SeenRequest): [string, Partial<Message>] {
  if (textTokens(text) <= request.maxTokens) return [text, {}];
  return [
    Buffer.from(text)
      .subarray(0, Math.floor(request.maxTokens * 3.5))
      .toString(),
    { stopReason: 'max_tokens' },
  ];
}

/** Finishes at once; a request for a score gets a good one. */
function decideDone(request: SeenRequest): Decision {
  const isVerdict = JSON.stringify(request.schema ?? request.system).includes('score');
  if (isVerdict) return { screen: 'A desktop.', reasons: ['It looks finished.'], score: 90 };
  return makeReply({ action: 'done', summary: 'Nothing was left to do.' });
}

function incomingReset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

function isFault(decision: Exclude<Decision, string>): decision is Fault {
  return 'fault' in decision;
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

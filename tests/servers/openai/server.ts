/** A strict OpenAI API on loopback, or a server of one's own that speaks it: refuses, counts, answers and fails as scripted. */

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMisfit } from '../anthropic/schema-rules.ts';
import type { Decision, Fault } from '../anthropic/server.ts';
import { textTokens } from '../anthropic/usage.ts';
import { flattenReply, makeReply } from '../anthropic/wire-reply.ts';
import { listen } from '../listen.ts';
import { type Answered, renderStream, renderStreamError, renderWhole } from './answers.ts';
import { type Api, judgeCall, type Refusal, type SeenCall } from './request-rules.ts';
import { fillNulls } from './strict-rules.ts';

export type { SeenCall } from './request-rules.ts';

export interface OpenAiExchange {
  readonly path: string;
  /** null when it was refused before it could be taken apart. */
  readonly call: SeenCall | null;
  readonly refused: string | null;
  /** When the client went away before it had the whole answer, on the clock of `performance.now()`; null when it did not. */
  readonly abortedAt: number | null;
}

export interface OpenAiServerOptions {
  /** null: wants none. */
  readonly key: string | null;
  readonly decide?: (call: SeenCall, index: number) => Decision | Promise<Decision>;
  readonly models?: readonly string[];
  readonly hasStructuredOutput?: boolean;
  /** `missing`: 404 for its address, as Ollama once did. `odd`: 200 and an error in words, as LM Studio once did. */
  readonly responses?: 'there' | 'missing' | 'odd';
  /** Counts no tokens, as some do. */
  readonly countsNothing?: boolean;
}

export interface OpenAiServer {
  /** `http://127.0.0.1:PORT/v1`, for OPENAI_BASE_URL. */
  readonly url: string;
  readonly exchanges: readonly OpenAiExchange[];
  readonly calls: readonly SeenCall[];
  /** What a test must not overlook. */
  readonly faults: readonly string[];
  stop(): Promise<void>;
}

const MODELS = ['gpt-6.1-sol', 'gpt-6-luna', 'gpt-6-astra'];
const ADDRESSES: Readonly<Record<string, Api>> = { '/v1/responses': 'responses', '/v1/chat/completions': 'chat' };
/** Shorter prefixes are not cached. */
const MIN_CACHED_TOKENS = 1024;

export async function startOpenAiServer(options: OpenAiServerOptions): Promise<OpenAiServer> {
  const { decide = decideDone, key, models = MODELS, hasStructuredOutput = true, responses = 'there' } = options;
  const exchanges: OpenAiExchange[] = [];
  const calls: SeenCall[] = [];
  const faults: string[] = [];
  const prefixes = new Set<string>();

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      faults.push(`the scripted server failed: ${String(error)}`);
      response.destroy();
    });
  });
  const { port, stop } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    exchanges,
    calls,
    faults,
    stop,
  };

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const path = incoming.url ?? '';
    const place = exchanges.push({ path, call: null, refused: null, abortedAt: null }) - 1;
    const note = (fields: Partial<OpenAiExchange>): void => {
      const exchange = exchanges[place];
      if (exchange !== undefined) exchanges[place] = { ...exchange, ...fields };
    };
    if (incoming.method === 'GET' && path === '/v1/models') {
      const isIn = key === null || incoming.headers.authorization === `Bearer ${key}`;
      const data = models.map((id) => ({ id, object: 'model', created: 0, owned_by: 'you' }));
      response.writeHead(isIn ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isIn ? { object: 'list', data } : { error: { message: 'Invalid API key' } }));
      return;
    }
    const api = ADDRESSES[path];
    if (incoming.method !== 'POST' || api === undefined || (api === 'responses' && responses === 'missing')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
      return;
    }
    if (api === 'responses' && responses === 'odd') {
      const error = 'Unexpected endpoint or method. (POST /v1/responses)';
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
      return;
    }
    const judged = await judgeCall(api, incoming.headers, Buffer.concat(chunks), { key, models, hasStructuredOutput });
    if (!judged.ok) {
      note({ refused: `${judged.refusal.status} ${judged.refusal.message}` });
      faults.push(`refused: ${judged.refusal.status} ${judged.refusal.message}`);
      return refuse(response, judged.refusal, {});
    }
    const { call } = judged;
    note({ call });
    response.on('close', () => {
      if (!response.writableFinished) note({ abortedAt: performance.now() });
    });
    const decision = await decide(call, calls.push(call) - 1);
    if (typeof decision === 'string') return send(call, response, decision);
    if (isFault(decision)) return fail(decision, call, response);
    return send(call, response, write(decision, call));
  }

  async function fail(fault: Fault, call: SeenCall, response: ServerResponse): Promise<void> {
    switch (fault.fault) {
      case 'status': {
        const { status, type = 'server_error', message = `scripted ${status}`, headers = {} } = fault;
        return refuse(response, { status, type, code: type, message }, headers);
      }
      case 'calls':
        throw new Error('no tools are declared here');
      case 'hang':
        return;
      case 'reset':
        response.socket?.resetAndDestroy();
        return;
      case 'cut': {
        const whole = render(call, write(makeReply({ action: 'screenshot' }), call), {}).join('');
        response.writeHead(200, {
          'content-type': call.isStream ? 'text/event-stream' : 'application/json',
          'content-length': Buffer.byteLength(whole),
        });
        response.write(whole.slice(0, Math.floor(whole.length / 2)), () => response.destroy());
        return;
      }
      case 'refusal':
        return send(call, response, '', {
          end: 'refusal',
          why: fault.explanation ?? "I'm sorry, I can't help with that.",
        });
      case 'truncated': {
        const text = write(fault.reply, call);
        return send(call, response, text.slice(0, Math.floor(text.length / 2)), { end: 'length' });
      }
      // OpenAI has no such stop; the nearest is a content filter.
      case 'pause':
        return send(call, response, '', { end: 'filter' });
      case 'empty':
        return send(call, response, '');
      case 'garbage':
        response.writeHead(200, { 'content-type': fault.contentType }).end(fault.body);
        return;
      case 'thinking':
        return send(call, response, write(fault.reply, call), { hasReasoning: true });
      case 'drip':
        return send(call, response, write(fault.reply, call), {}, fault.ms);
      case 'break': {
        if (!call.isStream && call.api === 'responses')
          return send(call, response, '', { end: 'failed', why: fault.type });
        const lines = render(call, write(makeReply({ action: 'screenshot' }), call), {});
        if (!call.isStream)
          return refuse(response, { status: 500, type: fault.type, code: null, message: 'It broke' }, {});
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const line of lines.slice(0, lines.length / 2)) response.write(line);
        response.end(renderStreamError(fault.type));
        return;
      }
      case 'slow':
        await sleep(fault.ms);
        if (!response.destroyed) await send(call, response, write(fault.reply, call));
        return;
      case 'held':
        await fault.until();
        if (!response.destroyed) await send(call, response, write(fault.reply, call));
    }
  }

  async function send(
    call: SeenCall,
    response: ServerResponse,
    text: string,
    parts: Partial<Answered> = {},
    dripMs = 0,
  ): Promise<void> {
    const type = call.isStream ? 'text/event-stream; charset=utf-8' : 'application/json';
    response.writeHead(200, { 'content-type': type });
    for (const line of render(call, text, parts)) {
      if (response.destroyed) return;
      response.write(line);
      if (dripMs > 0) await sleep(dripMs);
    }
    response.end();
  }

  function render(call: SeenCall, text: string, parts: Partial<Answered>): readonly string[] {
    const isTooLong = textTokens(text) > call.maxTokens;
    const kept = isTooLong ? text.slice(0, Math.floor(call.maxTokens * 3.5)) : text;
    const answered: Answered = {
      model: call.model,
      text: kept,
      end: isTooLong ? 'length' : 'complete',
      why: '',
      hasReasoning: false,
      tokens: count(call, kept),
      ...parts,
    };
    if (call.isStream) return renderStream(call.api, answered);
    return [JSON.stringify(renderWhole(call.api, answered))];
  }

  function count(call: SeenCall, output: string): Answered['tokens'] {
    if (options.countsNothing === true) return { input: 0, cached: 0, output: 0 };
    const prefix = `${call.system}${JSON.stringify(call.schema)}`;
    const prefixTokens = textTokens(prefix);
    const id = createHash('sha256').update(`${call.model}\n${prefix}`).digest('hex');
    const isHit = prefixes.has(id) && prefixTokens >= MIN_CACHED_TOKENS;
    prefixes.add(id);
    const pictures = call.pictures.reduce(
      (sum, { width, height }) => sum + Math.ceil(width / 32) * Math.ceil(height / 32),
      0,
    );
    const input = prefixTokens + textTokens(call.text) + pictures;
    return { input, cached: isHit ? prefixTokens : 0, output: textTokens(output) };
  }

  /** A strict grammar lets nothing else out: a reply that does not fit is a mistake in the script. */
  function write(reply: Readonly<Record<string, unknown>>, call: SeenCall): string {
    if (call.schema === null) return JSON.stringify(reply);
    const filled = fillNulls(call.schema, flattenReply(reply));
    const misfit = findMisfit(call.schema, filled);
    if (misfit !== null) faults.push(`the scripted reply does not fit the schema: ${misfit}`);
    return JSON.stringify(filled);
  }
}

/** Finishes at once; a request for a score gets a good one. */
function decideDone(call: SeenCall): Decision {
  const isVerdict = JSON.stringify(call.schema ?? call.system).includes('score');
  if (isVerdict) return { screen: 'A desktop.', reasons: ['It looks finished.'], score: 90 };
  return makeReply({ action: 'done', summary: 'Nothing was left to do.' });
}

function refuse(response: ServerResponse, refusal: Refusal, headers: Readonly<Record<string, string>>): void {
  const { status, type, code, message } = refusal;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { message, type, param: null, code } }));
}

function isFault(decision: Exclude<Decision, string>): decision is Fault {
  return 'fault' in decision;
}

/** A strict Gemini API on loopback, at Google AI or on Vertex AI: refuses, counts, answers and fails as scripted. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMisfit } from '../anthropic/schema-rules.ts';
import type { Decision, Fault } from '../anthropic/server.ts';
import { textTokens } from '../anthropic/usage.ts';
import { flattenReply, makeReply } from '../anthropic/wire-reply.ts';
import { listen } from '../listen.ts';
import { judgeCall, type Refusal, type Rules, type SeenCall, THOUGHT_SIGNATURE } from './request-rules.ts';
import { toFunctions, type WireFunction } from './wire-functions.ts';

export type { SeenCall } from './request-rules.ts';

export interface GeminiServerOptions {
  /** A key at Google AI, or a token of a project on Vertex AI. */
  readonly access:
    | { readonly kind: 'key'; readonly key: string }
    | { readonly kind: 'vertex'; readonly project: string; readonly location: string; readonly token: string };
  readonly decide?: (call: SeenCall, index: number) => Decision | Promise<Decision>;
  readonly models?: readonly string[];
}

export interface GeminiServer {
  /** For GEMINI_BASE_URL. */
  readonly url: string;
  readonly calls: readonly SeenCall[];
  readonly exchanges: readonly { readonly abortedAt: number | null; readonly headers: IncomingHttpHeaders }[];
  /** What a test must not overlook. */
  readonly faults: readonly string[];
  stop(): Promise<void>;
}

const MODELS = ['gemini-3.8-flash', 'gemini-3.5-flash-lite', 'gemini-3.1-pro-preview'];
/** Shorter prefixes are not cached. */
const MIN_CACHED_TOKENS = 4096;
/** Tokens of any picture, and below of the text behind the tool's declaration. */
const PICTURE_TOKENS = 1120;
const TOOL_TOKENS = 1500;

const CODES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

interface Said {
  readonly text: string;
  readonly calls: readonly WireFunction[];
  readonly finish: string;
  readonly hasThought: boolean;
  readonly blocked: string | null;
}

export async function startGeminiServer(options: GeminiServerOptions): Promise<GeminiServer> {
  const { access, decide = decideDone, models = MODELS } = options;
  const calls: SeenCall[] = [];
  const exchanges: { abortedAt: number | null; headers: IncomingHttpHeaders }[] = [];
  const faults: string[] = [];
  const prefixes = new Set<string>();
  const rules: Rules = { models, isKnown: (headers) => findStranger(headers, access), place: placeOf(access) };
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      faults.push(`the scripted server failed: ${String(error)}`);
      response.destroy();
    });
  });
  const { port, stop } = await listen(server);
  return { url: `http://127.0.0.1:${port}`, calls, exchanges, faults, stop };

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    if (incoming.method === 'GET' && incoming.url === '/v1beta/models') {
      listModels(incoming.headers, response);
      return;
    }
    const judged = await judgeCall(incoming.url ?? '', incoming.headers, Buffer.concat(chunks), rules);
    if (!judged.ok) {
      faults.push(`refused: ${judged.refusal.status} ${judged.refusal.message}`);
      return refuse(response, judged.refusal, {});
    }
    const exchange: { abortedAt: number | null; headers: IncomingHttpHeaders } = {
      abortedAt: null,
      headers: incoming.headers,
    };
    exchanges.push(exchange);
    response.on('close', () => {
      if (!response.writableFinished) exchange.abortedAt = performance.now();
    });
    const { call } = judged;
    const decision = await decide(call, calls.push(call) - 1);
    if (typeof decision === 'string') return send(call, response, { text: decision });
    if (isFault(decision)) return fail(decision, call, response);
    return send(call, response, write(decision, call));
  }

  /** https://ai.google.dev/api/models#method:-models.list */
  function listModels(headers: IncomingHttpHeaders, response: ServerResponse): void {
    const stranger = findStranger({ ...headers, 'content-type': 'application/json' }, access);
    if (stranger !== null) {
      refuse(response, stranger, {});
      return;
    }
    const list = { models: models.map((id) => ({ name: `models/${id}` })) };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
  }

  async function fail(fault: Fault, call: SeenCall, response: ServerResponse): Promise<void> {
    switch (fault.fault) {
      case 'status': {
        const { status, message = `scripted ${status}`, headers = {} } = fault;
        return refuse(response, { status, code: CODES[status] ?? 'UNKNOWN', message }, headers);
      }
      case 'calls':
        return send(call, response, {
          text: fault.text ?? '',
          calls: fault.calls.map(({ name, input }) => ({ name, args: input })),
          hasThought: true,
        });
      case 'hang':
        return;
      case 'reset':
        response.socket?.resetAndDestroy();
        return;
      case 'cut': {
        const whole = render(call, write(makeReply({ action: 'screenshot' }), call)).join('');
        response.writeHead(200, { 'content-type': typeOf(call), 'content-length': Buffer.byteLength(whole) });
        response.write(whole.slice(0, Math.floor(whole.length / 2)), () => response.destroy());
        return;
      }
      case 'refusal':
        return send(call, response, { finish: 'SAFETY' });
      case 'truncated': {
        const { text = '' } = write(fault.reply, call);
        return send(call, response, { text: text.slice(0, Math.floor(text.length / 2)), finish: 'MAX_TOKENS' });
      }
      // Gemini has no such stop; the nearest is a blocked prompt.
      case 'pause':
        return send(call, response, { blocked: 'OTHER' });
      case 'empty':
        return send(call, response, {});
      case 'garbage':
        response.writeHead(200, { 'content-type': fault.contentType }).end(fault.body);
        return;
      case 'thinking':
        return send(call, response, { ...write(fault.reply, call), hasThought: true });
      case 'drip':
        return send(call, response, write(fault.reply, call), fault.ms);
      case 'break': {
        const error = { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } };
        if (!call.isStream) return refuse(response, { status: 503, code: 'UNAVAILABLE', message: 'It broke' }, {});
        const lines = render(call, write(makeReply({ action: 'screenshot' }), call));
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const line of lines.slice(0, Math.max(1, lines.length / 2))) response.write(line);
        response.end(`data: ${JSON.stringify(error)}\r\n\r\n`);
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

  async function send(call: SeenCall, response: ServerResponse, said: Partial<Said>, dripMs = 0): Promise<void> {
    response.writeHead(200, { 'content-type': typeOf(call) });
    for (const line of render(call, said)) {
      if (response.destroyed) return;
      response.write(line);
      if (dripMs > 0) await sleep(dripMs);
    }
    response.end();
  }

  function render(call: SeenCall, said: Partial<Said>): readonly string[] {
    const whole: Said = { text: '', calls: [], finish: 'STOP', hasThought: false, blocked: null, ...said };
    const tooLong = textTokens(whole.text) > call.maxTokens;
    const text = tooLong ? whole.text.slice(0, Math.floor(call.maxTokens * 3.5)) : whole.text;
    const finishReason = tooLong ? 'MAX_TOKENS' : whole.finish;
    const usageMetadata = count(call, `${text}${JSON.stringify(whole.calls)}`);
    const base = { modelVersion: call.model, responseId: 'r1', usageMetadata };
    if (whole.blocked !== null) return [frame(call, { ...base, promptFeedback: { blockReason: whole.blocked } }, true)];
    const thought = whole.hasThought ? [{ text: 'Let me look.', thought: true }] : [];
    const made = whole.calls.map((one, index) => ({
      functionCall: one,
      ...(index === 0 ? { thoughtSignature: THOUGHT_SIGNATURE } : {}),
    }));
    const pieces = call.isStream ? cut(text) : text === '' ? [] : [text];
    const chunks = [
      ...thought.map((one) => [one]),
      ...pieces.map((piece) => [{ text: piece }]),
      ...(made.length > 0 ? [made] : []),
    ];
    if (!call.isStream) {
      const parts = chunks.flat();
      const content = { role: 'model', ...(parts.length === 0 ? {} : { parts }) };
      return [JSON.stringify({ ...base, candidates: [{ content, finishReason, index: 0 }] })];
    }
    const streamed = chunks.length === 0 ? [[]] : chunks;
    return streamed.map((parts, index) => {
      const isLast = index === streamed.length - 1;
      const candidate = { content: { role: 'model', parts }, index: 0, ...(isLast ? { finishReason } : {}) };
      return frame(call, { ...base, candidates: [candidate] }, isLast);
    });
  }

  function frame(call: SeenCall, body: object, _isLast: boolean): string {
    return call.isStream ? `data: ${JSON.stringify(body)}\r\n\r\n` : JSON.stringify(body);
  }

  function count(call: SeenCall, output: string) {
    const tools = call.tools === null ? '' : JSON.stringify(call.tools);
    const prefix = `${call.system}${tools}${JSON.stringify(call.schema)}`;
    const prefixTokens = textTokens(prefix) + (call.tools === null ? 0 : TOOL_TOKENS);
    const id = createHash('sha256').update(`${call.model}\n${prefix}`).digest('hex');
    const isHit = prefixes.has(id) && prefixTokens >= MIN_CACHED_TOKENS;
    prefixes.add(id);
    const prompt =
      prefixTokens + textTokens(call.text) + textTokens(call.later) + call.pictures.length * PICTURE_TOKENS;
    const candidates = textTokens(output);
    return {
      promptTokenCount: prompt,
      ...(isHit ? { cachedContentTokenCount: prefixTokens } : {}),
      candidatesTokenCount: candidates,
      totalTokenCount: prompt + candidates,
    };
  }

  /** A grammar lets nothing else out: a reply that does not fit is a mistake in the script. */
  function write(reply: Readonly<Record<string, unknown>>, call: SeenCall): Partial<Said> {
    if (call.tools !== null) {
      const made = toFunctions(reply);
      for (const { name, args } of made.calls) {
        const misfit = name === 'deskhand' ? findMisfit(call.tools.schema, args) : null;
        if (misfit !== null) faults.push(`the scripted reply does not fit the schema: ${misfit}`);
      }
      return made;
    }
    if (call.schema === null) return { text: JSON.stringify(reply) };
    const flat = flattenReply(reply);
    const misfit = findMisfit(call.schema, flat);
    if (misfit !== null) faults.push(`the scripted reply does not fit the schema: ${misfit}`);
    return { text: JSON.stringify(flat) };
  }
}

function typeOf(call: SeenCall): string {
  return call.isStream ? 'text/event-stream' : 'application/json; charset=UTF-8';
}

function cut(text: string): readonly string[] {
  return text.match(/[\s\S]{1,40}/g) ?? [];
}

function placeOf(access: GeminiServerOptions['access']): RegExp {
  const method = '(generateContent|streamGenerateContent\\?alt=sse)$';
  return access.kind === 'key'
    ? new RegExp(`^/v1beta/models/([^/:]+):${method}`)
    : new RegExp(
        `^/v1/projects/${access.project}/locations/${access.location}/publishers/google/models/([^/:]+):${method}`,
      );
}

function findStranger(headers: IncomingHttpHeaders, access: GeminiServerOptions['access']): Refusal | null {
  if (headers['content-type'] !== 'application/json')
    return { status: 400, code: 'INVALID_ARGUMENT', message: 'content type' };
  if (access.kind === 'vertex')
    return headers.authorization === `Bearer ${access.token}`
      ? null
      : { status: 401, code: 'UNAUTHENTICATED', message: 'Request had invalid authentication credentials.' };
  if (headers['x-goog-api-key'] === access.key) return null;
  return headers['x-goog-api-key'] === undefined
    ? { status: 403, code: 'PERMISSION_DENIED', message: 'Method doesn’t allow unregistered callers.' }
    : { status: 400, code: 'INVALID_ARGUMENT', message: 'API key not valid. Please pass a valid API key.' };
}

/** Finishes at once; a request for a score gets a good one. */
function decideDone(call: SeenCall): Decision {
  const isVerdict = JSON.stringify(call.schema ?? call.tools?.schema ?? call.system).includes('score');
  if (isVerdict) return { screen: 'A desktop.', reasons: ['It looks finished.'], score: 90 };
  return makeReply({ action: 'done', summary: 'Nothing was left to do.' });
}

function refuse(
  response: ServerResponse,
  { status, code, message }: Refusal,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
  response.end(JSON.stringify({ error: { code: status, message, status: code } }));
}

function isFault(decision: Exclude<Decision, string>): decision is Fault {
  return 'fault' in decision;
}

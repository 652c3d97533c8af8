/** One HTTP request to the Web API: token, scope, scripted trouble, the method, its answer; and the record of all of them. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, Faults } from '../telegram/faults.ts';
import { readForm } from '../telegram/form.ts';
import type { FileMethods } from './file-methods.ts';
import type { Method } from './method.ts';
import { refuse, SlackRefusal } from './refusal.ts';

export interface SeenCall {
  readonly method: string;
  readonly fields: ReadonlyMap<string, string>;
  /** Milliseconds, monotonic. */
  readonly at: number;
  /** `ok`, what Slack refused with, the kind of a fault; '' while it is under way. */
  readonly outcome: string;
}

export interface Tokens {
  readonly bot: string;
  readonly app: string;
  /** '' = valid; else what Slack says to every call with it. */
  readonly trouble: { readonly bot: string; readonly app: string };
  readonly scopes: readonly string[];
  readonly appScopes: readonly string[];
}

export interface Exchange {
  handle(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void>;
  calls(method?: string): readonly SeenCall[];
}

export function createExchange(
  tokens: () => Tokens,
  methods: Readonly<Record<string, Method>>,
  { upload, download }: Pick<FileMethods, 'upload' | 'download'>,
  faults: Faults,
  /** Methods that this workspace lacks, with the error that they are refused with. */
  lacks: Readonly<Record<string, string>>,
): Exchange {
  const calls: SeenCall[] = [];

  function authorize(request: IncomingMessage, method: Method): void {
    const sent = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const { bot, app, trouble, scopes, appScopes } = tokens();
    if (sent === undefined) refuse('not_authed');
    if (sent !== bot && sent !== app) refuse('invalid_auth');
    if ((sent === app) !== (method.scope === 'app')) refuse('not_allowed_token_type');
    const why = sent === app ? trouble.app : trouble.bot;
    if (why !== '') refuse(why);
    const needed = method.scope === 'app' ? 'connections:write' : method.scope;
    const provided = sent === app ? appScopes : scopes;
    if (needed !== '' && !provided.includes(needed)) {
      throw new SlackRefusal('missing_scope', { needed, provided: provided.join(',') });
    }
  }

  async function run(name: string, request: IncomingMessage, body: Buffer, fault: Fault | null) {
    const method = methods[name];
    if (method === undefined) refuse('unknown_method');
    authorize(request, method);
    const lack = lacks[name];
    if (lack !== undefined) refuse(lack);
    const { fields } = readForm(request.headers['content-type'] ?? '', body, new URLSearchParams());
    if (fault?.kind === 'slow') await delay(fault.ms);
    if (fault?.kind === 'refuse') {
      const after = fault.parameters?.retry_after;
      throw new SlackRefusal(fault.description, {}, typeof after === 'number' ? after : null);
    }
    const stray = [...fields.keys()].find((field) => !method.parameters.includes(field));
    if (stray !== undefined) refuse('invalid_arguments', `${name} has no argument ${stray}`);
    return method.run({ fields, origin: `http://${request.headers.host}` });
  }

  /** Without a token that may read files Slack shows its sign-in page. */
  function hand(fileId: string, request: IncomingMessage, response: ServerResponse): void {
    const { bot, scopes } = tokens();
    const isLetIn = request.headers.authorization === `Bearer ${bot}` && scopes.includes('files:read');
    const bytes = download(fileId);
    if (!isLetIn) response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    else if (bytes === null) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
  }

  return {
    async handle(request, body, response) {
      const { pathname } = new URL(request.url ?? '/', 'http://slack');
      const [, wantedId] = /^\/files\/(\w+)$/.exec(pathname) ?? [];
      if (wantedId !== undefined) return hand(wantedId, request, response);
      const [, fileId] = /^\/upload\/(\w+)$/.exec(pathname) ?? [];
      const name = fileId === undefined ? pathname.replace(/^\/api\//, '') : 'upload';
      const fault = faults.take(name);
      const index = calls.length;
      const form =
        name === 'upload'
          ? new Map<string, string>()
          : readForm(request.headers['content-type'] ?? '', body, new URLSearchParams()).fields;
      const seen = { method: name, fields: form, at: performance.now() };
      calls.push({ ...seen, outcome: '' });
      const close = (outcome: string): void => {
        calls[index] = { ...seen, outcome };
      };
      if (fault?.kind === 'hang' || fault?.kind === 'reset') {
        close(fault.kind);
        if (fault.kind === 'reset') request.socket.resetAndDestroy();
        return;
      }
      if (fault?.kind === 'body') {
        close('body');
        response.writeHead(fault.status ?? 200, {
          'content-type': fault.contentType ?? 'text/html',
          ...retryAfterOf(fault),
        });
        response.end(fault.body);
        return;
      }
      if (fileId !== undefined) {
        const bytes = readForm(request.headers['content-type'] ?? '', body, new URLSearchParams()).files.get(
          'body',
        )?.bytes;
        const isTaken = upload(fileId, bytes ?? body);
        close(isTaken ? 'ok' : 'refused');
        response.writeHead(isTaken ? 200 : 400).end(isTaken ? `OK - ${body.length}` : 'no');
        return;
      }
      try {
        const result = await run(name, request, body, fault);
        close(fault === null ? 'ok' : fault.kind);
        if (fault?.kind === 'lost answer') request.socket.resetAndDestroy();
        else if (fault?.kind === 'cut') sendHalf(response, { ok: true, ...result });
        else sendJson(response, 200, { ok: true, ...result }, scopesHeader(tokens()));
      } catch (problem) {
        if (!(problem instanceof SlackRefusal)) {
          close(`broken: ${problem instanceof Error ? problem.message : String(problem)}`);
          sendJson(response, 500, { ok: false, error: 'broken' }, {});
          return;
        }
        close(problem.code);
        const { retryAfter, code, about } = problem;
        if (retryAfter === null) sendJson(response, 200, { ok: false, error: code, ...about }, scopesHeader(tokens()));
        else sendJson(response, 429, { ok: false, error: 'ratelimited' }, { 'retry-after': String(retryAfter) });
      }
    },
    calls: (method) => calls.filter((call) => method === undefined || call.method === method),
  };
}

function scopesHeader({ scopes }: Tokens): Readonly<Record<string, string>> {
  return { 'x-oauth-scopes': scopes.join(',') };
}

/** A garbled Retry-After is the body of its fault. */
function retryAfterOf(fault: Extract<Fault, { readonly kind: 'body' }>): Readonly<Record<string, string>> {
  return fault.status === 429 ? { 'retry-after': fault.body } : {};
}

function sendJson(
  response: ServerResponse,
  status: number,
  answer: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
): void {
  const body = JSON.stringify(answer);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers })
    .end(body);
}

function sendHalf(response: ServerResponse, answer: Readonly<Record<string, unknown>>): void {
  const body = JSON.stringify(answer);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}

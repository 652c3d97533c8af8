/** One HTTP request to the Bot API: token, scripted trouble, the method (or a file), its answer; and the record of all of them. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from './call.ts';
import type { Fault, Faults } from './faults.ts';
import { readForm } from './form.ts';
import type { Method } from './method.ts';
import { badRequest, Refusal } from './refusal.ts';

export interface SeenCall {
  readonly method: string;
  readonly fields: ReadonlyMap<string, string>;
  /** Names of the parts that were files. */
  readonly files: readonly string[];
  /** Milliseconds, monotonic. */
  readonly at: number;
  /** 200, a refusal's code, 0 for a fault of the wire, null while it is under way. */
  readonly status: number | null;
  readonly description: string;
}

export interface Exchange {
  handle(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void>;
  /** Calls so far, oldest first; of one method when named (any case). */
  calls(method?: string): readonly SeenCall[];
}

/** `methods` by lower-case name. */
export function createExchange(
  token: string,
  methods: Readonly<Record<string, Method>>,
  faults: Faults,
  fileAt: (path: string) => Buffer | null,
): Exchange {
  const calls: SeenCall[] = [];

  function open(
    { method, path }: { readonly method: string; readonly path: string },
    request: IncomingMessage,
    body: Buffer,
    query: URLSearchParams,
  ): OpenCall {
    const form = readForm(request.headers['content-type'] ?? '', body, query);
    const index = calls.length;
    const seen = { method, fields: form.fields, files: [...form.files.keys()], at: performance.now() };
    calls.push({ ...seen, status: null, description: '' });
    return {
      call: { method, form },
      path,
      close(status, description) {
        calls[index] = { ...seen, status, description };
      },
      hungUp() {
        if (calls[index]?.status === null) calls[index] = { ...seen, status: 0, description: 'gone' };
      },
    };
  }

  async function answer(
    opened: OpenCall,
    fault: Fault | null,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (fault?.kind === 'hang') return opened.close(0, 'hang');
    if (fault?.kind === 'reset') {
      opened.close(0, 'reset');
      request.socket.resetAndDestroy();
      return;
    }
    if (fault?.kind === 'body') {
      opened.close(0, 'body');
      response.writeHead(fault.status ?? 200, { 'content-type': fault.contentType ?? 'text/html' }).end(fault.body);
      return;
    }
    if (fault?.kind === 'slow') await delay(fault.ms);
    if (fault?.kind === 'refuse') throw new Refusal(fault.code, fault.description, fault.parameters ?? null);
    const result = opened.call.method === FILE ? null : await run(methods, opened.call);
    const file = opened.call.method === FILE ? fileAt(opened.path) : null;
    if (opened.call.method === FILE && file === null) throw new Refusal(404, 'Not Found');
    opened.close(200, fault?.kind ?? '');
    if (file !== null) sendFile(response, file, fault?.kind === 'cut');
    else if (fault?.kind === 'lost answer') request.socket.resetAndDestroy();
    else if (fault?.kind === 'cut') sendHalf(response, { ok: true, result });
    else sendJson(response, 200, { ok: true, result });
  }

  return {
    async handle(request, body, response) {
      const url = new URL(request.url ?? '/', 'http://telegram');
      const [, isFile, sentToken, path] = /^(\/file)?\/bot([^/]*)\/(.*)$/.exec(url.pathname) ?? [];
      const method = isFile === undefined ? path : FILE;
      let opened: OpenCall | null = null;
      try {
        if (sentToken === undefined || path === undefined || method === undefined) throw new Refusal(404, 'Not Found');
        opened = open({ method, path: decodeURIComponent(path) }, request, body, url.searchParams);
        if (response.destroyed) opened.hungUp();
        else response.once('close', opened.hungUp);
        if (sentToken !== token && sentToken !== encodeURIComponent(token)) throw new Refusal(401, 'Unauthorized');
        await answer(opened, faults.take(method), request, response);
      } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        // A poll whose connection has closed was not refused: the older of two waiting polls may be of a program that has ended.
        if (response.destroyed) opened?.close(0, 'gone');
        else opened?.close(problem.code, problem.message);
        const parameters = problem.parameters === null ? {} : { parameters: problem.parameters };
        const refused = { ok: false, error_code: problem.code, description: problem.message, ...parameters };
        sendJson(response, problem.code, refused);
      }
    },
    calls: (method) =>
      calls.filter((call) => method === undefined || call.method.toLowerCase() === method.toLowerCase()),
  };
}

/** What a download is called among the calls, and for scripted trouble. */
const FILE = 'file';

interface OpenCall {
  readonly call: Call;
  /** Of a download: the file. */
  readonly path: string;
  close(status: number, description: string): void;
  /** Nobody waits for the answer any more. */
  hungUp(): void;
}

async function run(methods: Readonly<Record<string, Method>>, call: Call): Promise<unknown> {
  const found = Object.entries(methods).find(([name]) => name === call.method.toLowerCase());
  if (found === undefined) throw new Refusal(404, 'Not Found: method not found');
  const [, method] = found;
  const attached = [...call.form.fields.values()].flatMap((value) =>
    [...value.matchAll(/attach:\/\/(\w+)/g)].map(([, part]) => part),
  );
  const known = new Set<string | undefined>([...method.parameters, ...attached]);
  const stray = [...call.form.fields.keys(), ...call.form.files.keys()].find((name) => !known.has(name));
  if (stray !== undefined) throw badRequest(`${call.method} has no parameter "${stray}"`);
  return method.run(call);
}

function sendJson(response: ServerResponse, status: number, answer: Readonly<Record<string, unknown>>): void {
  const body = JSON.stringify(answer);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body);
}

function sendFile(response: ServerResponse, bytes: Buffer, isCut: boolean): void {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length });
  if (!isCut) response.end(bytes);
  else response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

function sendHalf(response: ServerResponse, answer: Readonly<Record<string, unknown>>): void {
  const body = JSON.stringify(answer);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}

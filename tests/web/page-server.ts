/** Serves the pages of web tasks, hears what they say, and asks them where things are. One page at a time is worked. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { listen } from '../servers/listen.ts';
import { renderPage } from './page.ts';
import type { Said, WebTask } from './task.ts';

const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
/** A box in pixels of the display. */
export type PageBox = z.infer<typeof boxSchema>;

export interface PageServer {
  /** The address a browser opens first: an empty page that waits to be sent on. */
  readonly url: string;
  /** Sends the browser to the page of this task; resolves with the width of its window in pixels once it is shown and has the focus. */
  open(task: WebTask, signal: AbortSignal): Promise<number>;
  /** The page's messages since it was opened. */
  said(): readonly Said[];
  /** null when it is not in sight. Rejects when the page does not answer any more. */
  where(at: string): Promise<PageBox | null>;
  read(expression: string): Promise<string>;
  stop(): Promise<void>;
}

/** Libraries of pages, as their packages have them. */
const LIBRARY = /^\/lib\/(?:jquery|jquery-ui)\/dist\/(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\/?)+$/;
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const KINDS: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.png': 'image/png' };
const PORT_HOST = 'localhost';
const ANSWER_MS = 30_000;
const sayingSchema = z.tuple([z.string(), z.string(), z.string(), z.number()]);
const answerSchema = z.tuple([z.number(), z.union([boxSchema, z.string(), z.null()])]);

/** Where a page has this zoom: browsers keep it by host. */
export function hostOf(zoom: number): string {
  return zoom === 100 ? PORT_HOST : `z${zoom}.${PORT_HOST}`;
}

export async function startPageServer(): Promise<PageServer> {
  let task: WebTask | null = null;
  let run = 0;
  let said: (Said & { readonly at: number })[] = [];
  let link: ServerResponse | null = null;
  let shown = Promise.withResolvers<number>();
  let asked = 0;
  const open = new Map<number, (answer: PageBox | string | null) => void>();

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const { port, stop } = await listen(server);
  const addressOf = (): string =>
    task === null ? `http://${PORT_HOST}:${port}/` : `http://${hostOf(task.zoom ?? 100)}:${port}/${run}/`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', addressOf());
    const reply = (body: string, kind = 'text/html', more: Readonly<Record<string, string>> = {}): void =>
      void response
        .writeHead(200, { 'Content-Type': `${kind}; charset=utf-8`, 'Cache-Control': 'no-store', ...more })
        .end(body);
    switch (pathname) {
      case '/':
        return reply(renderPage('Web tasks', '', 'ltr', true));
      case '/link':
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write('\n');
        // A page of an earlier run, or the first one, is sent on at once, when there is where to.
        if (task !== null && searchParams.get('run') !== String(run))
          return void response.write(`event: go\ndata: ${addressOf()}\n\n`);
        link = response;
        return;
      case '/said': {
        const [of, what, value, at] = sayingSchema.parse(JSON.parse(await readBody(request)));
        reply('', 'text/plain');
        if (of !== String(run)) return;
        if (what === 'ready') shown.resolve(Number(value));
        else said.push({ what, value, at });
        // Messages may overtake each other, so they are sorted by time.
        said.sort((one, other) => one.at - other.at);
        return;
      }
      case '/answer': {
        const [id, told] = answerSchema.parse(JSON.parse(await readBody(request)));
        open.get(id)?.(told);
        return reply('', 'text/plain');
      }
    }
    if (LIBRARY.test(pathname)) {
      const kind = KINDS[extname(pathname)] ?? 'application/octet-stream';
      return void response
        .writeHead(200, { 'Content-Type': kind })
        .end(readFileSync(join(PACKAGES, pathname.slice('/lib/'.length))));
    }
    const [, , part = ''] = pathname.split('/');
    if (task === null || !pathname.startsWith(`/${run}/`)) return void response.writeHead(404).end();
    const direction = task.direction ?? 'ltr';
    if (part === '') return reply(renderPage(task.name, task.html, direction, true));
    const body = task.parts?.[part];
    if (body === undefined) return void response.writeHead(404).end();
    said.push({ what: 'served', value: part, at: Date.now() });
    if (!part.endsWith('.html'))
      return reply(body, 'application/octet-stream', { 'Content-Disposition': `attachment; filename="${part}"` });
    return reply(renderPage(part, body, direction, false));
  }

  async function ask(kind: 'where' | 'read', what: string): Promise<PageBox | string | null> {
    asked += 1;
    const id = asked;
    const told = Promise.withResolvers<PageBox | string | null>();
    open.set(id, told.resolve);
    const timer = setTimeout(() => told.reject(new Error('the page does not answer')), ANSWER_MS);
    try {
      link?.write(`event: ask\ndata: ${JSON.stringify([id, kind, what])}\n\n`);
      return await told.promise;
    } finally {
      clearTimeout(timer);
      open.delete(id);
    }
  }

  return {
    url: `http://${PORT_HOST}:${port}/`,
    async open(next, signal) {
      task = next;
      run += 1;
      said = [];
      shown = Promise.withResolvers();
      link?.write(`event: go\ndata: ${addressOf()}\n\n`);
      const gone = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => gone.reject(new Error('the page is not shown')), { once: true });
      return await Promise.race([shown.promise, gone.promise]);
    },
    said: () => said,
    async where(at) {
      const told = await ask('where', at);
      return typeof told === 'string' ? null : told;
    },
    async read(expression) {
      return String(await ask('read', expression));
    },
    stop,
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

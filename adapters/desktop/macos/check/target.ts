/** Serves the page that echoes, on this computer alone, and keeps what it received. */
import { createServer } from 'node:http';
import { z } from 'zod';
import { TARGET_PAGE } from './target-page.ts';

const seenSchema = z.object({
  type: z.enum(['mousedown', 'mouseup', 'mousemove', 'contextmenu', 'wheel', 'keydown', 'text', 'place']),
  /** In the page's own units from its top left corner; of `place`: where that corner is, in points of the whole desktop. */
  x: z.number(),
  y: z.number(),
  button: z.number(),
  clicks: z.number(),
  buttons: z.number(),
  dx: z.number(),
  dy: z.number(),
  key: z.string(),
  /** Modifiers, as control+shift; ''. */
  held: z.string(),
  /** All that is in the field. */
  text: z.string(),
});
export type Seen = z.infer<typeof seenSchema>;

export interface Target {
  readonly url: string;
  /** Since `forget`. */
  seen(): readonly Seen[];
  forget(): void;
  /** Where the page's top left corner is, in points of the whole desktop; null before it was opened. */
  corner(): { readonly x: number; readonly y: number } | null;
  /** Empties the field of the page. */
  clear(): void;
  text(): string;
  close(): Promise<void>;
}

const LONGEST_BODY = 200_000;

export async function serveTarget(): Promise<Target> {
  let seen: readonly Seen[] = [];
  let corner: { readonly x: number; readonly y: number } | null = null;
  let text = '';
  let wish = '';
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') {
      const isWish = request.url === '/wish';
      response.setHeader('content-type', isWish ? 'text/plain' : 'text/html; charset=utf-8');
      response.end(isWish ? wish : TARGET_PAGE);
      if (isWish) wish = '';
      return;
    }
    let body = '';
    for await (const chunk of request) body = (body + String(chunk)).slice(0, LONGEST_BODY);
    const read = seenSchema.safeParse(JSON.parse(body));
    if (read.success && read.data.type === 'place') corner = { x: read.data.x, y: read.data.y };
    else if (read.success && read.data.type === 'text') text = read.data.text;
    else if (read.success) seen = [...seen, read.data];
    response.end();
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    seen: () => seen,
    forget: () => {
      seen = [];
    },
    corner: () => corner,
    clear: () => {
      wish = 'clear';
    },
    text: () => text,
    close: async () => {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

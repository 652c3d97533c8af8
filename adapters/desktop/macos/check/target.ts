/** Serves the page that echoes, on this computer alone, and keeps what it received. */
import { createServer } from 'node:http';
import { z } from 'zod';
import { TARGET_PAGE } from './target-page.ts';

const seenSchema = z.object({
  type: z.enum(['mousedown', 'mouseup', 'mousemove', 'contextmenu', 'wheel', 'keydown']),
  /** In the page's own units from its top left corner. */
  x: z.number(),
  y: z.number(),
  button: z.number(),
  clicks: z.number(),
  buttons: z.number(),
  dx: z.number(),
  dy: z.number(),
  key: z.string(),
  /** The modifiers, as control+shift; '' for none. */
  held: z.string(),
});
export type Seen = z.infer<typeof seenSchema>;

/** Where the page's top left corner is, and how much of the page is in sight, in points of the whole desktop. */
const placeSchema = z.object({
  type: z.literal('place'),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
export type PlaceOfPage = Omit<z.infer<typeof placeSchema>, 'type'>;

const bodySchema = z.discriminatedUnion('type', [
  seenSchema,
  placeSchema,
  /** The whole text of the field. */
  z.object({ type: z.literal('text'), text: z.string() }),
]);

export interface Target {
  readonly url: string;
  /** The events since `forget`. */
  seen(): readonly Seen[];
  forget(): void;
  /** null before it was opened, and until it has answered `askPlace`. */
  place(): PlaceOfPage | null;
  /** Asks the page for its place anew. */
  askPlace(): void;
  /** Empties the field of the page. */
  clear(): void;
  text(): string;
  close(): Promise<void>;
}

const LONGEST_BODY = 200_000;

export async function serveTarget(): Promise<Target> {
  let seen: readonly Seen[] = [];
  let place: PlaceOfPage | null = null;
  let text = '';
  const wishes = new Set<string>();
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') {
      const isWish = request.url === '/wish';
      response.setHeader('content-type', isWish ? 'text/plain' : 'text/html; charset=utf-8');
      response.end(isWish ? [...wishes].join(' ') : TARGET_PAGE);
      if (isWish) wishes.clear();
      return;
    }
    let body = '';
    for await (const chunk of request) body = (body + String(chunk)).slice(0, LONGEST_BODY);
    const read = bodySchema.safeParse(JSON.parse(body)).data;
    if (read?.type === 'place') place = { x: read.x, y: read.y, width: read.width, height: read.height };
    else if (read?.type === 'text') text = read.text;
    else if (read !== undefined) seen = [...seen, read];
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
    place: () => place,
    askPlace: () => {
      place = null;
      wishes.add('place');
    },
    clear: () => {
      wishes.add('clear');
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

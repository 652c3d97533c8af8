/** Where the browser comes back to: a random port of this computer, for one answer. */
import { createServer } from 'node:http';

export interface Listening {
  readonly redirect: URL;
  /** The address that the browser came back with. */
  readonly answer: Promise<URL>;
  close(): void;
}

/** `page` is what the browser shows at the end. */
export async function listenOnce(page: string): Promise<Listening> {
  const answer = Promise.withResolvers<URL>();
  let redirect = new URL('http://127.0.0.1/signed-in');
  let isUsed = false;
  const server = createServer((request, response) => {
    const url = URL.canParse(request.url ?? '', redirect.href) ? new URL(request.url ?? '', redirect) : null;
    const isMeant =
      request.method === 'GET' &&
      request.headers.host === redirect.host &&
      url?.origin === redirect.origin &&
      url.pathname === redirect.pathname;
    response.setHeader('connection', 'close');
    if (url === null || !isMeant || isUsed) {
      response.writeHead(404).end();
      return;
    }
    isUsed = true;
    response
      .writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'referrer-policy': 'no-referrer' })
      .end(page);
    answer.resolve(url);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  redirect = new URL(
    `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/signed-in`,
  );
  return {
    redirect,
    answer: answer.promise,
    close() {
      server.close();
      server.closeIdleConnections();
    },
  };
}

/** An authorization server and a tool server that wants its tokens, as strict as the originals: each thing that they refuse is refused, and noted. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Ways in which it deviates from a well-meant issuer. */
export interface IssuerWays {
  /** Fields that replace those of the tool server's metadata. */
  resource?: (urls: { readonly issuer: string; readonly url: string }) => object;
  /** Fields that replace those of the issuer's metadata. */
  issuer?: object;
  /** Answers in place of the issuer; true when it did. */
  answer?: (path: string, response: ServerResponse) => boolean;
  refusesRefresh?: boolean;
}

export interface StrictIssuer {
  readonly issuer: string;
  /** The address of the tool server. */
  readonly url: string;
  readonly ways: IssuerWays;
  /** Every request to the issuer: method and path. */
  readonly asked: string[];
  /** The reasons of all refusals. */
  readonly refused: string[];
  readonly tokens: string[];
  /** Makes all tokens invalid. */
  expire(): void;
  /** Acts as a browser whose person agrees; resolves to the address it is sent to. */
  visit(page: string): Promise<string>;
  close(): void;
}

interface Code {
  readonly client: string;
  readonly redirect: string;
  readonly challenge: string;
  readonly resource: string;
}

/** Where it is served over TLS: at `https://HOST:PORT`, to which the test's network leads. */
export interface Secured {
  readonly host: string;
  readonly key: string;
  readonly cert: string;
}

export async function startStrictIssuer(ways: IssuerWays = {}, secured?: Secured): Promise<StrictIssuer> {
  const clients = new Map<string, readonly string[]>();
  const codes = new Map<string, Code>();
  const access = new Set<string>();
  const refreshes = new Map<string, { readonly client: string; readonly resource: string }>();
  /** The token of the last call. */
  let shown = '';
  const [asked, refused, tokens]: [string[], string[], string[]] = [[], [], []];

  const send = (response: ServerResponse, status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(body));
  };
  const refuse = (response: ServerResponse, error: string, why: string): void => {
    refused.push(why);
    send(response, 400, { error, error_description: why });
  };
  const give = (response: ServerResponse, client: string, resource: string): void => {
    const [token, refresh] = [`at-${randomUUID()}`, `rt-${randomUUID()}`];
    access.add(token);
    refreshes.set(refresh, { client, resource });
    tokens.push(token, refresh);
    send(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 3600, refresh_token: refresh });
  };

  const answerIssuer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer);
    asked.push(`${request.method} ${pathname}`);
    if (ways.answer?.(pathname, response) === true) return;
    const body = await readBody(request);
    if (pathname === '/.well-known/oauth-authorization-server')
      return send(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        registration_endpoint: `${issuer}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
        ...ways.issuer,
      });
    if (pathname === '/register') {
      const { redirect_uris: redirects } = z.object({ redirect_uris: z.array(z.url()).min(1) }).parse(JSON.parse(body));
      const client = randomUUID();
      clients.set(client, redirects);
      return send(response, 201, { client_id: client, redirect_uris: redirects, token_endpoint_auth_method: 'none' });
    }
    if (pathname === '/authorize') {
      const given = Object.fromEntries(searchParams);
      const {
        client_id: client = '',
        redirect_uri: redirect = '',
        code_challenge: challenge = '',
        resource = '',
      } = given;
      if (clients.get(client)?.includes(redirect) !== true) return refuse(response, 'invalid_request', 'redirect');
      if (given.code_challenge_method !== 'S256' || challenge.length < 43)
        return refuse(response, 'invalid_request', 'challenge');
      if (resource !== url) return refuse(response, 'invalid_target', 'resource');
      if ((given.state ?? '').length < 20) return refuse(response, 'invalid_request', 'state');
      const code = randomUUID();
      codes.set(code, { client, redirect, challenge, resource });
      const back = new URL(redirect);
      back.search = new URLSearchParams({ code, state: given.state ?? '', iss: issuer }).toString();
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (pathname === '/token') return answerToken(new URLSearchParams(body), response);
    return send(response, 404, {});
  };
  const issuerServer =
    secured === undefined ? createServer(answerIssuer) : createSecureServer({ ...secured }, answerIssuer);

  const answerToken = (given: URLSearchParams, response: ServerResponse) => {
    if (given.get('resource') !== url) return refuse(response, 'invalid_target', 'resource');
    if (given.get('grant_type') === 'refresh_token') {
      const known = refreshes.get(given.get('refresh_token') ?? '');
      refreshes.delete(given.get('refresh_token') ?? '');
      if (known === undefined || ways.refusesRefresh === true || known.client !== given.get('client_id'))
        return refuse(response, 'invalid_grant', 'refresh token');
      return give(response, known.client, known.resource);
    }
    const code = codes.get(given.get('code') ?? '');
    codes.delete(given.get('code') ?? '');
    if (code === undefined) return refuse(response, 'invalid_grant', 'code');
    if (code.client !== given.get('client_id')) return refuse(response, 'invalid_client', 'client');
    if (code.redirect !== given.get('redirect_uri')) return refuse(response, 'invalid_grant', 'redirect');
    const made = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url');
    if (made !== code.challenge) return refuse(response, 'invalid_grant', 'verifier');
    return give(response, code.client, code.resource);
  };

  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'locked', version: '1.0.0' });
    server.registerTool(
      'echo',
      { description: 'Says it again.', inputSchema: z.object({ text: z.string() }) },
      ({ text }) => ({ content: [{ type: 'text', text }] }),
    );
    server.registerTool(
      'mirror',
      { description: 'Tells what it was shown.', inputSchema: z.object({ how: z.enum(['text', 'error', 'picture']) }) },
      ({ how }) => {
        const text = `Authorization: Bearer ${shown}; tokens given out: ${tokens.join(' ')}`;
        if (how === 'error') throw new Error(text);
        const picture = { type: 'image' as const, data: Buffer.from(text).toString('base64'), mimeType: 'image/png' };
        return { content: how === 'text' ? [{ type: 'text', text }] : [picture, { type: 'text', text: `"${shown}"` }] };
      },
    );
    return server;
  });
  const toolServer = createServer(async (request, response) => {
    const { pathname, origin } = new URL(request.url ?? '', url);
    if (pathname === '/.well-known/oauth-protected-resource/mcp')
      return send(response, 200, {
        resource: url,
        authorization_servers: [issuer],
        ...ways.resource?.({ issuer, url }),
      });
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined || !access.has(token)) {
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
      return void response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
    }
    shown = token;
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string') headers.set(name, value);
    const body = await readBody(request);
    const method = request.method ?? 'GET';
    const answer = await handler.fetch(
      new Request(`${origin}${pathname}`, { method, headers, ...(body === '' ? {} : { body }) }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body === null) return void response.end();
    for await (const chunk of answer.body) response.write(chunk);
    response.end();
  });

  const port = await listen(issuerServer);
  const issuer = secured === undefined ? `http://127.0.0.1:${port}` : `https://${secured.host}:${port}`;
  const url = `http://127.0.0.1:${await listen(toolServer)}/mcp`;
  return {
    issuer,
    url,
    ways,
    asked,
    refused,
    tokens,
    expire: () => access.clear(),
    async visit(page) {
      if (secured === undefined) {
        const answered = await fetch(page, { redirect: 'manual' });
        return answered.headers.get('location') ?? '';
      }
      const { pathname, search } = new URL(page);
      const asked = get({ port, path: pathname + search, servername: secured.host, ca: secured.cert });
      const [answered] = (await once(asked, 'response')) as [IncomingMessage];
      answered.resume();
      return answered.headers.location ?? '';
    },
    close() {
      for (const server of [issuerServer, toolServer]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of Readable.from(request)) text += String(chunk);
  return text;
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

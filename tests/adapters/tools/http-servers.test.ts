/** Tool servers at an address: the official package over streamable HTTP, and ones that point elsewhere. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { after, describe, it } from 'node:test';
import { serve } from '@hono/node-server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { english } from '../../../src/words/speak.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { NEVER, NO_ANSWER, openTestTools } from '../../support/tool-servers.ts';
import { until } from '../../support/until.ts';

describe('A tool server at an address', () => {
  const opened = openTestTools(makeTempFolder({ after }));
  after(() => opened.tools.close());

  const listen = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    after(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  };
  const call = async (server: string, values: object) => {
    const { ok, text } = await opened.tools.call({ server, name: 'echo', arguments: { ...values } }, NO_ANSWER, NEVER);
    return { ok, text: english(text) };
  };

  it('is listed and called, with the headers that were given', async () => {
    const keys: (string | null)[] = [];
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name: 'web', version: '1.0.0' });
      server.registerTool(
        'echo',
        { description: 'Says it again.', inputSchema: z.object({ text: z.string() }) },
        ({ text }) => ({ content: [{ type: 'text', text }] }),
      );
      return server;
    });
    const server = serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) => {
        keys.push(request.headers.get('authorization'));
        return handler.fetch(request);
      },
    });
    after(() => server.close());
    if (!server.listening) await new Promise<void>((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await opened.confirm('web', {
      url: `http://127.0.0.1:${port}/mcp`,
      headers: { authorization: 'Bearer key' },
      disabled: false,
    });
    assert.deepEqual(await call('web', { text: 'over the net' }), { ok: true, text: 'over the net' });
    assert.ok(keys.length >= 2 && keys.every((key) => key === 'Bearer key'), keys.join());
  });

  it('is not followed to another host, by a redirect or by what it wants for signing in', async () => {
    let reached = 0;
    const elsewhere = await listen((_, response) => {
      reached += 1;
      response.end('{}');
    });
    for (const listener of [
      (_, response) => response.writeHead(307, { location: `${elsewhere}/mcp` }).end(),
      (_, response) => response.writeHead(302, { location: `${elsewhere}/mcp` }).end(),
      (_, response) =>
        response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${elsewhere}/.well-known/x"` }).end(),
    ] satisfies readonly RequestListener[]) {
      const url = `${await listen(listener)}/mcp`;
      await assert.rejects(opened.confirm('away', { url, headers: { authorization: 'Bearer key' }, disabled: false }));
    }
    assert.equal(reached, 0);
  });

  it('that wants a key, or refuses the one it gets, is told with what to do', async () => {
    const url = `${await listen((_, response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end())}/mcp`;
    const add = (headers: Record<string, string>) => opened.confirm('locked', { url, headers, disabled: false });
    await assert.rejects(
      add({}),
      /wants a key or a sign-in: \/tools locked in the chat, or deskhand mcp sign-in locked .*--header/,
    );
    await assert.rejects(add({ authorization: 'Bearer old-key-1' }), (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, /refused the key in its headers/);
      assert.doesNotMatch(error.message, /old-key-1/);
      return true;
    });
  });

  it('that is none is told as what it is: a web page, or a server of the older transport', async () => {
    const add = (url: string) =>
      opened.confirm('none', { url, headers: { authorization: 'Bearer key-1' }, disabled: false });
    const page = (_: unknown, response: ServerResponse) =>
      void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end('<html><body>Welcome</body></html>');
    await assert.rejects(
      add(`${await listen(page)}/`),
      /answers with a web page, so this is no address of a tool server/,
    );
    const missing = (_: unknown, response: ServerResponse) =>
      void response.writeHead(404, { 'content-type': 'text/html' }).end('<pre>Cannot POST /</pre>');
    await assert.rejects(add(`${await listen(missing)}/`), /answers with a web page/);
    let open = 0;
    const older: RequestListener = ({ method }, response) => {
      if (method !== 'GET')
        return void response.writeHead(404, { 'content-type': 'text/html' }).end('Cannot POST /sse');
      open += 1;
      response.once('close', () => {
        open -= 1;
      });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages?sessionId=1\n\n');
    };
    await assert.rejects(add(`${await listen(older)}/sse`), /speaks only the older transport \(HTTP with SSE\)/);
    await until(() => open === 0);
  });

  it('that is not there, or answers without an end, is told so', async () => {
    await assert.rejects(opened.confirm('gone', { url: 'http://127.0.0.1:9/mcp', headers: {}, disabled: false }));
    const url = `${await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    })}/mcp`;
    await assert.rejects(opened.confirm('endless', { url, headers: {}, disabled: false }));
  });
});

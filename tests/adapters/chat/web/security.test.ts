/** Everything the web chat must refuse, over real HTTP. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { WebChatPortUnavailable } from '../../../../adapters/chat/web/listener.ts';
import { WEB_THREAD } from '../../../../adapters/chat/web/web-chat.ts';
import { readCorpus } from '../../../support/corpora.ts';
import { PLAIN } from '../../../support/plain-message.ts';
import { never, openSession, secretOf, startWebChat, type WebBench } from './web-bench.ts';

const FOLDER = join(import.meta.dirname, '../../../../adapters/chat/web');
/** Every route that the page's server knows, from its source: one that is added is tried here without anybody doing anything. */
const ROUTES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => [...readFileSync(join(FOLDER, name), 'utf8').matchAll(/\bapp\.(\w+)\(\s*['"](\/[^'"]*)['"]/g)])
  .map(([, method = '', path = '']) => ({ method: method.toUpperCase(), path }));
/** Routes that need no session: the page itself, which shows nothing private, and the door that the secret opens. */
const FOR_EVERYBODY = ['GET /', 'GET /page/:name', 'POST /session'];

const PICTURE = Uint8Array.of(0xff, 0xd8, 0xff, 0xd9);

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Plain HTTP: sends any host, path and header just as told, which `fetch` does not. */
function ask(bench: WebBench, path: string, { method = 'GET', headers = {}, body = '' }: Ask = {}): Promise<Answer> {
  const { port } = new URL(bench.origin());
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
        // The event stream has no end.
        if (response.headers['content-type'] === 'text/event-stream') outgoing.destroy();
      });
      response.on('close', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function post(bench: WebBench, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
  return ask(bench, path, {
    method: 'POST',
    headers: { Origin: bench.origin(), 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const redeem = (bench: WebBench, secret: string) => post(bench, '/session', { secret }, {});
const text = (words: string) => ({ id: randomUUID(), text: words });

describe('The web chat lets nobody in but the person with the link', () => {
  let bench: WebBench;
  let session: Record<string, string>;
  let picture: string;
  let file: string;

  before(async () => {
    bench = await startWebChat();
    session = await openSession(bench);
    await bench.chat.post(WEB_THREAD, { ...PLAIN, picture: PICTURE, file: { name: 'a.txt', bytes: PICTURE } }, never);
    const events = await ask(bench, '/events', { headers: session });
    picture = /\/pictures\/[\w-]+/.exec(events.body)?.[0] ?? '';
    file = /\/files\/[\w-]+/.exec(events.body)?.[0] ?? '';
  });
  after(() => bench.chat.stop());

  describe('links', () => {
    it('open one session, once', async () => {
      const secret = secretOf(bench.chat.openLink());
      assert.equal((await redeem(bench, secret)).status, 200);
      assert.equal((await redeem(bench, secret)).status, 401);
    });

    it('carry at least 128 bits, behind # where no server and no log sees them', () => {
      const link = new URL(bench.chat.openLink());
      assert.equal(link.origin, bench.origin());
      assert.equal(link.pathname + link.search, '/');
      assert.ok(Buffer.from(secretOf(link.href), 'base64url').length >= 16);
    });

    it('are not used up by a look at their address', async () => {
      const link = bench.chat.openLink();
      for (const method of ['GET', 'HEAD']) assert.equal((await ask(bench, '/', { method })).status, 200);
      assert.equal((await redeem(bench, secretOf(link))).status, 200);
    });

    it('die after 10 minutes, and stay good side by side until then', async () => {
      const [first, second] = [secretOf(bench.chat.openLink()), secretOf(bench.chat.openLink())];
      bench.clock.skip(9 * 60_000 + 55_000);
      assert.equal((await redeem(bench, second)).status, 200);
      bench.clock.skip(10_000);
      assert.equal((await redeem(bench, first)).status, 401);
    });

    it('cannot be guessed at: after ten wrong ones in a minute further ones wait, and a right one opens all the same', async () => {
      bench.clock.skip(60_000);
      const good = secretOf(bench.chat.openLink());
      for (let guess = 0; guess < 10; guess += 1) assert.equal((await redeem(bench, `guess-${guess}`)).status, 401);
      const locked = await redeem(bench, 'guess-10');
      assert.equal(locked.status, 429);
      const wait = Number(locked.headers['retry-after']);
      assert.ok(wait > 0 && wait <= 60, `Retry-After ${wait}`);
      assert.equal((await ask(bench, '/events', { headers: session })).status, 200, 'a session goes on');
      assert.equal((await redeem(bench, good)).status, 200);
      assert.equal((await redeem(bench, good)).status, 429, 'once');
      bench.clock.skip(wait * 1000);
      assert.equal((await redeem(bench, 'guess-11')).status, 401);
    });
  });

  describe('sessions', () => {
    const doors: readonly (readonly [string, string, unknown?])[] = [
      ['GET', '/events'],
      ['POST', '/messages', text('hello')],
      ['POST', '/taps', { id: randomUUID(), messageId: 'm', data: 'x' }],
    ];

    async function knock(headers: Record<string, string>): Promise<readonly number[]> {
      const answers = doors.map(([method, path, body]) =>
        method === 'GET' ? ask(bench, path, { headers }) : post(bench, path, body, headers),
      );
      return (await Promise.all(answers)).map((answer) => answer.status);
    }

    it('need cookie and token, and both of the same session', async () => {
      const { Cookie = '', 'X-Deskhand-Token': token = '' } = session;
      const other = await openSession(bench);
      const count = bench.received.length;
      assert.deepEqual(await knock({}), [401, 401, 401]);
      assert.deepEqual(await knock({ Cookie }), [401, 401, 401]);
      assert.deepEqual(await knock({ 'X-Deskhand-Token': token }), [401, 401, 401]);
      assert.deepEqual(await knock({ Cookie: `${Cookie}x`, 'X-Deskhand-Token': token }), [401, 401, 401]);
      assert.deepEqual(await knock({ ...other, 'X-Deskhand-Token': token }), [401, 401, 401]);
      assert.equal(bench.received.length, count);
      assert.deepEqual(await knock(session), [200, 200, 200]);
    });

    it('are needed at every route there is, whatever is sent, and our own page and address with it', async () => {
      const guarded = ROUTES.filter(({ method, path }) => !FOR_EVERYBODY.includes(`${method} ${path}`));
      assert.equal(ROUTES.length - guarded.length, FOR_EVERYBODY.length);
      assert.ok(guarded.length >= 9, `${guarded.length} routes`);
      const count = bench.received.length;
      const { Cookie = '' } = session;
      for (const { method, path } of guarded) {
        const address = path.replaceAll(/:\w+/g, '1');
        const knockWith = (headers: Record<string, string>) =>
          ask(bench, address, {
            method,
            headers: { Origin: bench.origin(), 'Content-Type': 'application/json', ...headers },
            ...(method === 'GET' ? {} : { body: '{}' }),
          });
        assert.equal((await knockWith({})).status, 401, `${method} ${path}`);
        assert.equal((await knockWith({ Cookie: `${Cookie}x` })).status, 401, `${method} ${path}`);
        const elsewhere = await knockWith({ ...session, Host: 'evil.example' });
        assert.ok(elsewhere.status === 403 || elsewhere.status === 400, `${method} ${path}: ${elsewhere.status}`);
        if (method === 'GET') continue;
        assert.equal(
          (await knockWith({ ...session, Origin: 'https://evil.example' })).status,
          403,
          `${method} ${path}`,
        );
      }
      assert.equal(bench.received.length, count);
    });

    it('keep their cookie from scripts and from other sites', async () => {
      const answer = await redeem(bench, secretOf(bench.chat.openLink()));
      const cookie = answer.headers['set-cookie']?.[0] ?? '';
      assert.match(cookie, /; HttpOnly/);
      assert.match(cookie, /; SameSite=Strict/);
      assert.match(cookie, /; Path=\//);
      assert.doesNotMatch(cookie, /Expires|Domain/);
    });

    it('are needed to see a picture or a file, whose ids nobody can guess', async () => {
      assert.equal((await ask(bench, picture)).status, 401);
      assert.equal((await ask(bench, file)).status, 401);
      assert.equal((await ask(bench, file, { headers: session })).status, 200);
      assert.equal((await ask(bench, file.replace('files', 'pictures'), { headers: session })).status, 404);
      const answer = await ask(bench, picture, { headers: session });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'image/jpeg');
      assert.equal((await ask(bench, `${picture}x`, { headers: session })).status, 404);
      assert.equal((await ask(bench, picture.replace('pictures', 'files'), { headers: session })).status, 404);
      assert.ok(Buffer.from(picture.slice('/pictures/'.length), 'base64url').length >= 16);
    });

    it('of another data folder open nothing', async (test) => {
      const first = await startWebChat();
      const old = await openSession(first);
      const port = Number(new URL(first.origin()).port);
      await first.chat.stop();
      const second = await startWebChat({ port });
      test.after(() => second.chat.stop());
      assert.equal((await ask(second, '/events', { headers: old })).status, 401);
    });
  });

  describe('where a request comes from', () => {
    const paths = ['/', '/page/page.js', '/events', '/pictures/x', '/nowhere'];

    it('must be this address: a name that only resolves to it is refused', async () => {
      const { port } = new URL(bench.origin());
      const foreign = [
        'evil.example',
        `evil.example:${port}`,
        '127.0.0.1',
        'localhost',
        '127.0.0.1:1',
        `127.0.0.2:${port}`,
      ];
      for (const Host of [...foreign, `127.0.0.1.nip.io:${port}`, `localhost.evil.example:${port}`, `[::1]:${port}`]) {
        for (const path of paths) {
          const { status } = await ask(bench, path, { headers: { ...session, Host } });
          assert.ok(status === 403 || status === 400, `${Host}${path} → ${status}`);
        }
      }
      assert.equal((await ask(bench, '/', { headers: { Host: `localhost:${port}` } })).status, 200);
    });

    it('is judged by the Host header, not by an address in the request line', async () => {
      const { port } = new URL(bench.origin());
      const disguised = await ask(bench, `http://127.0.0.1:${port}/`, { headers: { Host: 'evil.example' } });
      assert.ok(disguised.status === 403 || disguised.status === 400, String(disguised.status));
    });

    it('must be our own page, for everything that is posted and for the events', async () => {
      const count = bench.received.length;
      const { port } = new URL(bench.origin());
      const foreign = [
        'https://evil.example',
        'null',
        `https://127.0.0.1:${port}`,
        'http://127.0.0.1',
        `http://localhost:${port}`,
      ];
      for (const Origin of foreign) {
        for (const [path, body] of [
          ['/messages', text('x')],
          ['/taps', {}],
          ['/session', { secret: 'x' }],
        ] as const) {
          assert.equal((await post(bench, path, body, { ...session, Origin })).status, 403, `${Origin} ${path}`);
        }
        assert.equal((await ask(bench, '/events', { headers: { ...session, Origin } })).status, 403, Origin);
      }
      const headers = { ...session, 'Content-Type': 'application/json' };
      const silent = await ask(bench, '/messages', { method: 'POST', headers, body: JSON.stringify(text('x')) });
      assert.equal(silent.status, 403);
      assert.equal(bench.received.length, count);
    });

    it('must be this origin where the browser says: other sites and other ports see nothing but the bare page', async () => {
      for (const site of ['cross-site', 'same-site']) {
        const headers = { ...session, 'Sec-Fetch-Site': site };
        for (const path of ['/events', '/page/page.js', picture]) {
          assert.equal((await ask(bench, path, { headers })).status, 403, `${site} ${path}`);
        }
        assert.equal((await post(bench, '/messages', text('x'), headers)).status, 403, site);
        assert.equal((await ask(bench, '/', { headers })).status, 200, site);
      }
      const typed = { ...session, 'Sec-Fetch-Site': 'none' };
      assert.equal((await ask(bench, picture, { headers: typed })).status, 200);
      assert.equal((await ask(bench, '/events', { headers: typed })).status, 403);
      assert.equal((await post(bench, '/messages', text('x'), typed)).status, 403);
    });

    it('must be this computer: nothing listens on its other addresses', async () => {
      const port = Number(new URL(bench.origin()).port);
      const outward = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
      const hosts = outward.filter(({ internal }) => !internal).map(({ address }) => address);
      for (const host of ['::1', ...hosts]) assert.equal(await canConnect(host, port), false, host);
    });
  });

  describe('what is posted', () => {
    const good = text('x');
    const bodies: Record<string, unknown> = {
      'no JSON': '{"id": ',
      'an empty body': '',
      'a list': [good],
      null: 'null',
      'no id': { text: 'x' },
      'a short id': { id: 'x', text: 'x' },
      'an id with other characters': { id: '../../../../etc/passwd', text: 'x' },
      'no text': { id: good.id },
      'an empty text': { id: good.id, text: '' },
      'a number for a text': { id: good.id, text: 1 },
      '20,001 characters': { id: good.id, text: 'x'.repeat(20_001) },
    };

    for (const [name, body] of Object.entries(bodies)) {
      it(`is refused when it is ${name}`, async () => {
        const count = bench.received.length;
        assert.equal((await post(bench, '/messages', body, session)).status, 400);
        assert.equal((await post(bench, '/taps', body, session)).status, 400);
        assert.equal(bench.received.length, count);
      });
    }

    it('is refused as anything a form could send', async () => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
        assert.equal((await post(bench, '/messages', good, { ...session, 'Content-Type': type })).status, 400, type);
      }
    });

    it('may be 20,000 characters, even of those that take the most room', async () => {
      for (const character of ['\u0000', '語', '"']) {
        assert.equal((await post(bench, '/messages', text(character.repeat(20_000)), session)).status, 200);
      }
    });

    it('is cut off when it is too large, told or not, and never handed on', async () => {
      const count = bench.received.length;
      const large = JSON.stringify({ id: good.id, text: 'x'.repeat(200_000) });
      assert.equal((await post(bench, '/messages', large, session)).status, 413);
      assert.equal((await post(bench, '/messages', large, { ...session, 'Transfer-Encoding': 'chunked' })).status, 413);
      assert.equal((await post(bench, '/session', { secret: 'x'.repeat(5000) }, {})).status, 413);
      assert.equal(bench.received.length, count);
    });

    it('is not even read from somebody who is not in', async () => {
      const large = 'x'.repeat(200_000);
      assert.equal((await post(bench, '/messages', large, {})).status, 401);
      assert.equal((await post(bench, '/taps', large, {})).status, 401);
    });

    it('button data is at most 64 characters', async () => {
      const tap = { id: randomUUID(), messageId: 'm', data: 'x'.repeat(65) };
      assert.equal((await post(bench, '/taps', tap, session)).status, 400);
    });
  });

  describe('paths', () => {
    it('know their methods', async () => {
      const headers = { ...session, Origin: bench.origin() };
      for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const answer = await ask(bench, '/messages', { method, headers });
        assert.equal(answer.status, 405, method);
        assert.match(String(answer.headers.allow), /POST/);
      }
      assert.equal((await ask(bench, '/messages', { headers })).status, 405);
      assert.equal((await post(bench, '/events', {}, session)).status, 405);
      assert.equal((await ask(bench, '/nowhere', { headers })).status, 404);
    });

    const known = [
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e/web-chat.ts',
      '..\\web-chat.ts',
      'page.js%00',
      '__proto__',
      'constructor',
      'index.html',
      '.',
      '',
    ];
    it('never leave the page: nothing but its own files is found', async () => {
      for (const path of known) await assertNothingThere(path);
    });

    it('never leave the page on paths gathered from attacks', async () => {
      for (const { path } of readCorpus('path_traversal.jsonl', z.object({ path: z.string() }))) {
        await assertNothingThere(encodeURI(path));
        await assertNothingThere(encodeURIComponent(path.toWellFormed()));
      }
    });

    async function assertNothingThere(path: string): Promise<void> {
      for (const folder of ['/page/', '/pictures/', '/files/']) {
        const { status, body } = await ask(bench, folder + path, { headers: session });
        assert.ok(status === 404 || status === 400, `${folder}${path} → ${status}`);
        assert.ok(body.length < 100, body);
      }
    }
  });

  describe('headers', () => {
    const policyOf = (answer: Answer): string => String(answer.headers['content-security-policy']);

    it('let the page load and reach nothing but this server', async () => {
      const answer = await ask(bench, '/');
      const nonce = /nonce-([^']+)/.exec(policyOf(answer))?.[1] ?? '';
      assert.equal(
        policyOf(answer).replaceAll(nonce, 'N'),
        "default-src 'none'; script-src 'nonce-N'; style-src 'nonce-N'; img-src 'self'; connect-src 'self'; " +
          "manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'",
      );
      assert.ok(answer.body.includes(`<script type="module" nonce="${nonce}"`));
      assert.doesNotMatch(answer.body, /\{\{|<script>|style=|https?:/);
    });

    it('have a new nonce in every response', async () => {
      const nonces = await Promise.all(Array.from({ length: 5 }, async () => policyOf(await ask(bench, '/'))));
      assert.equal(new Set(nonces).size, 5);
    });

    it('are on every response, refused ones and the events as well', async () => {
      const answers = [
        await ask(bench, '/'),
        await ask(bench, '/page/page.css'),
        await ask(bench, '/events', { headers: session }),
        await ask(bench, picture, { headers: session }),
        await ask(bench, '/nowhere'),
        await ask(bench, '/events'),
        await ask(bench, '/', { headers: { Host: 'evil.example' } }),
        await post(bench, '/messages', text('hi'), session),
      ];
      for (const answer of answers) {
        assert.match(policyOf(answer), /default-src 'none'/);
        assert.equal(answer.headers['cache-control'], 'no-store');
        assert.equal(answer.headers['x-content-type-options'], 'nosniff');
        assert.equal(answer.headers['referrer-policy'], 'no-referrer');
        assert.equal(answer.headers['x-frame-options'], 'DENY');
        assert.equal(answer.headers['cross-origin-resource-policy'], 'same-origin');
        assert.equal(answer.headers['access-control-allow-origin'], undefined);
      }
    });

    it('make a file a download, whatever it is called', async () => {
      const name = 'report "é"\r\nSet-Cookie: x=1; (draft)\'.html';
      await bench.chat.post(WEB_THREAD, { ...PLAIN, file: { name, bytes: PICTURE } }, never);
      const events = await ask(bench, '/events', { headers: session });
      const path = [...events.body.matchAll(/\/files\/[\w-]+/g)].at(-1)?.[0] ?? '';
      const { headers } = await ask(bench, path, { headers: session });
      assert.equal(headers['content-type'], 'application/octet-stream');
      assert.match(String(headers['content-disposition']), /^attachment; filename\*=UTF-8''[\w.%-]+$/);
      assert.equal(headers['set-cookie'], undefined);
    });
  });

  it('nothing secret and nothing a person wrote is logged', async () => {
    const secret = secretOf(bench.chat.openLink());
    await redeem(bench, secret);
    await redeem(bench, secret);
    await redeem(bench, 'my-wrong-guess');
    await post(bench, '/messages', text('my-private-words'), session);
    await post(bench, '/messages', text('my-private-words'), { Cookie: 'deskhand=my-cookie' });
    await ask(bench, '/my-path?my-query', { headers: { Host: 'my-host.example' } });
    const logged = bench.logged();
    assert.match(logged, /refused a request/);
    for (const word of [secret, 'my-', session.Cookie?.split('=')[1] ?? '?', session['X-Deskhand-Token'] ?? '?']) {
      assert.ok(!logged.includes(word), `${word} in the log`);
    }
  });
});

it('a surprise in the gateway is a plain 500, and the message is not called accepted', async (test) => {
  const bench = await startWebChat({
    answer: async () => {
      throw new Error('the disk is full');
    },
  });
  test.after(() => bench.chat.stop());
  const session = await openSession(bench);
  const answer = await post(bench, '/messages', text('private words'), session);
  assert.equal(answer.status, 500);
  assert.doesNotMatch(answer.body, /disk/);
  assert.match((await ask(bench, '/events', { headers: session })).body, /"isAccepted":false/);
  assert.match(bench.logged(), /the disk is full/);
  assert.doesNotMatch(bench.logged(), /private words/);
});

it('a taken port is a plain sentence with what to do', async (test) => {
  const first = await startWebChat();
  test.after(() => first.chat.stop());
  const port = Number(new URL(first.origin()).port);
  const second = await startWebChat({ answer: null, port });
  test.after(() => second.chat.stop());
  await assert.rejects(
    second.chat.start(async () => ({ toast: '' })),
    (error) =>
      error instanceof WebChatPortUnavailable &&
      error.message.includes(`Port ${port} on 127.0.0.1 is taken`) &&
      error.message.includes('WEB_CHAT_PORT'),
  );
  assert.equal(second.chat.health().isConnected, false);
});

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
  });
}

/** Signing in at tool servers: against a strict issuer, and against ones that point elsewhere, mix up, flood or keep silent. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { isPublicAddress } from '../../../adapters/machine/fetch/public-address.ts';
import { connectTo } from '../../../adapters/machine/fetch/web.ts';
import type { PublicWeb } from '../../../adapters/tools/sign-in/guarded-fetch.ts';
import { type SignInRequest, signIn } from '../../../adapters/tools/sign-in/sign-in.ts';
import { english } from '../../../src/words/speak.ts';
import { type IssuerWays, type Secured, startStrictIssuer } from '../../servers/mcp/strict-issuer.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { NEVER, NO_ANSWER, NO_WEB, openTestTools } from '../../support/tool-servers.ts';

const PUBLIC = '93.184.216.34';

describe('Signing in at a tool server', () => {
  const folder = makeTempFolder({ after });
  const opened = openTestTools(folder);
  after(() => opened.tools.close());

  const start = async (t: TestContext, ways: IssuerWays = {}) => {
    const strict = await startStrictIssuer(ways);
    t.after(() => strict.close());
    const hosts: string[] = [];
    /** A person who says yes, and whose browser goes where it is sent. */
    const enter = (other: Partial<SignInRequest> = {}) =>
      signIn(
        {
          url: strict.url,
          clientId: undefined,
          web: NO_WEB,
          lastPage: 'Signed in.',
          confirm: async (named) => {
            hosts.push(...named);
            return true;
          },
          open: async (page) => {
            await fetch(await strict.visit(page.href));
            return await new Promise<never>(() => undefined);
          },
          ...other,
        },
        NEVER,
      );
    return { strict, hosts, enter };
  };
  const use = async (t: TestContext, name: string, ways: IssuerWays = {}) => {
    const { strict, hosts, enter } = await start(t, ways);
    const { issuer, origins, kept } = await enter();
    await opened.signIns.keep(name, kept);
    await opened.confirm(name, { url: strict.url, headers: {}, disabled: false }, { signIn: { issuer, origins } });
    const call = async (text: string) => {
      const answer = await opened.tools.call({ server: name, name: 'echo', arguments: { text } }, NO_ANSWER, NEVER);
      return { ok: answer.ok, text: english(answer.text) };
    };
    return { strict, hosts, call };
  };

  it('gives tokens for this server alone, kept for the person alone and known to whoever masks', async (t) => {
    const { strict, hosts, call } = await use(t, 'locked');
    assert.deepEqual(hosts, [new URL(strict.issuer).host]);
    assert.deepEqual(await call('let in'), { ok: true, text: 'let in' });
    assert.deepEqual(strict.refused, []);
    const file = join(folder, 'data/state/mcp/sign-ins/locked.json');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.ok(strict.tokens.every((token) => opened.learned.includes(token)));
    const pins = readFileSync(join(folder, 'data/state/mcp/mcp-pins.json'), 'utf8');
    assert.ok(strict.tokens.every((token) => !pins.includes(token)));
    await opened.signIns.forget('locked');
    assert.equal(existsSync(file), false);
  });

  it('is renewed only after a refusal, once, however many ask', async (t) => {
    const { strict, call } = await use(t, 'renewed');
    strict.expire();
    const answers = await Promise.all([call('one'), call('two'), call('three')]);
    assert.deepEqual(
      answers.map(({ text }) => text),
      ['one', 'two', 'three'],
    );
    assert.deepEqual(strict.refused, []);
    assert.equal(strict.asked.filter((asked) => asked === 'POST /token').length, 2);
  });

  it('is not renewed where another process did already', async (t) => {
    const { strict, call } = await use(t, 'shared');
    assert.equal((await call('first')).ok, true);
    strict.expire();
    const other = openTestTools(folder);
    t.after(() => other.tools.close());
    const call2 = () =>
      other.tools.call({ server: 'shared', name: 'echo', arguments: { text: 'x' } }, NO_ANSWER, NEVER);
    assert.deepEqual(
      (await Promise.all([call2(), call('second')])).map(({ ok }) => ok),
      [true, true],
    );
    assert.deepEqual(strict.refused, []);
    assert.equal(strict.asked.filter((asked) => asked === 'POST /token').length, 2);
  });

  it('that cannot be renewed is told, with what to do', async (t) => {
    const { strict, call } = await use(t, 'ended', { refusesRefresh: true });
    strict.expire();
    const { ok, text } = await call('x');
    assert.equal(ok, false);
    assert.match(text, /have to sign in.*deskhand mcp sign-in ended/);
    assert.ok(strict.tokens.every((token) => !text.includes(token)));
  });

  it('elsewhere than confirmed turns the server off, and nothing is sent there', async (t) => {
    const other = await startStrictIssuer();
    t.after(() => other.close());
    const { strict, call } = await use(t, 'moved');
    strict.ways.resource = () => ({ authorization_servers: [other.issuer] });
    strict.expire();
    assert.match((await call('x')).text, /sign in elsewhere than when it was confirmed.*deskhand mcp confirm moved/);
    assert.equal(opened.tools.servers().find(({ name }) => name === 'moved')?.state, 'changed');
    assert.deepEqual(other.asked, []);
  });

  it('sends an issuer nothing before its host is confirmed', async (t) => {
    const { strict, enter } = await start(t);
    await assert.rejects(enter({ confirm: async () => false }), /you did not confirm where to sign in/);
    assert.deepEqual(strict.asked, []);
  });

  it('takes the pasted address of the last page', async (t) => {
    const { strict, enter } = await start(t);
    const { kept } = await enter({ open: (page) => strict.visit(page.href) });
    assert.ok(strict.tokens.includes(kept.accessToken));
  });

  it('uses no answer of another sign-in, no code twice, and says what went wrong', async (t) => {
    const { strict, enter } = await start(t);
    const changed = (change: (back: URL) => void) =>
      enter({
        open: async (page) => {
          const back = new URL(await strict.visit(page.href));
          change(back);
          return back.href;
        },
      });
    const other = (back: URL) => back.searchParams.set('state', 'another-sign-in-of-somebody');
    await assert.rejects(changed(other), /belongs to another sign-in/);
    await assert.rejects(
      changed((back) => back.searchParams.set('iss', 'http://127.0.0.1:9')),
      /gave no sign-in/,
    );
    assert.equal(strict.asked.includes('POST /token'), false);
    await assert.rejects(
      changed((back) => {
        back.searchParams.delete('code');
        back.searchParams.set('error', 'access_denied');
      }),
      /the sign-in was denied at 127/,
    );
    await assert.rejects(
      enter({ open: async () => 'https://evil.example/?code=1' }),
      /not the address of the last page/,
    );
    let used = '';
    await changed((back) => {
      used = back.searchParams.get('code') ?? '';
    });
    await assert.rejects(
      changed((back) => back.searchParams.set('code', used)),
      /gave no sign-in: invalid_grant/,
    );
    assert.deepEqual(strict.refused, ['code']);
  });

  it('asks again before an endpoint on another origin, and sends nothing there without a yes', async (t) => {
    let reached = 0;
    const elsewhere = createServer((_, response) => {
      reached += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      elsewhere.closeAllConnections();
      elsewhere.close();
    });
    const address = elsewhere.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { enter } = await start(t, { issuer: { token_endpoint: `http://127.0.0.1:${port}/token` } });
    const asked: string[][] = [];
    const confirm = async (hosts: readonly string[]) => asked.push([...hosts]) === 1;
    await assert.rejects(enter({ confirm }), /did not confirm/);
    assert.equal(asked[1]?.join(), `127.0.0.1:${port}`);
    assert.equal(reached, 0);
  });

  it('is never at addresses of this computer’s network, plain http, or on other hosts than the server’s own word', async (t) => {
    for (const issuer of [
      'http://169.254.169.254',
      'https://10.0.0.7',
      'http://issuer.example',
      'https://metadata.internal',
    ]) {
      const { enter, hosts } = await start(t, { resource: () => ({ authorization_servers: [issuer] }) });
      await assert.rejects(enter(), /no safe address of the web/, issuer);
      assert.deepEqual(hosts, []);
    }
    const { enter } = await start(t, { resource: () => ({ resource: 'https://other.example/mcp' }) });
    await assert.rejects(enter(), /sign-in of another server/);
    const nobody = await start(t, { resource: () => ({ authorization_servers: [] }) });
    await assert.rejects(nobody.enter(), /does not say where to sign in/);
  });

  it('is at an issuer of the web by an address that was looked at for each call, and at no other', async (t) => {
    const secured = certified(t, 'login.example');
    const strict = await startStrictIssuer({}, secured);
    t.after(() => strict.close());
    const port = Number(new URL(strict.issuer).port);
    const dialed: string[] = [];
    /** A name that is public for this many look-ups, and leads to this computer from then on. */
    const webFor = (looks: number): PublicWeb => {
      let left = looks;
      const resolve = async (): Promise<readonly string[]> => {
        left -= 1;
        return left >= 0 ? [PUBLIC] : ['127.0.0.1'];
      };
      const dial = (addresses: readonly string[]) => {
        dialed.push(...addresses);
        return connect({ host: '127.0.0.1', port });
      };
      return {
        isPublic: async () => (await resolve()).every(isPublicAddress),
        connect: (url, signal) => connectTo(url, { resolve, dial, ca: secured.cert }, signal),
      };
    };
    const enter = (looks: number) =>
      signIn(
        {
          ...{ url: strict.url, clientId: undefined, lastPage: '', confirm: async () => true, web: webFor(looks) },
          open: (page) => strict.visit(page.href),
        },
        NEVER,
      );
    const { kept } = await enter(100);
    assert.ok(strict.tokens.includes(kept.accessToken));
    assert.deepEqual(strict.refused, []);
    const calls = dialed.length;
    assert.ok(calls >= 3, 'what it says of itself, registration, tokens');
    for (let looks = 0; looks < calls; looks += 1) {
      const before = strict.asked.filter((asked) => asked === 'POST /token').length;
      await assert.rejects(enter(looks), /no safe address of the web|can't be reached|refused to register Deskhand/);
      assert.equal(strict.asked.filter((asked) => asked === 'POST /token').length, before);
    }
    assert.ok(dialed.every((address) => address === PUBLIC));
  });

  it('needs PKCE, the issuer’s own name, and registration or a client id', async (t) => {
    const plain = await start(t, { issuer: { code_challenge_methods_supported: ['plain'] } });
    await assert.rejects(plain.enter(), /PKCE with S256/);
    const silent = await start(t, { issuer: { code_challenge_methods_supported: undefined } });
    await assert.rejects(silent.enter(), /PKCE with S256/);
    const named = await start(t, { issuer: { issuer: 'https://other.example' } });
    await assert.rejects(named.enter(), /can't be understood, or does not fit/);
    const closed = await start(t, { issuer: { registration_endpoint: undefined } });
    await assert.rejects(closed.enter(), /give its client id with --client-id ID/);
    assert.equal(closed.strict.asked.includes('POST /register'), false);
  });

  it('does not follow redirects, and takes no endless answer', async (t) => {
    const turned = await start(t, {
      answer: (_, response) => {
        response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
        return true;
      },
    });
    await assert.rejects(turned.enter(), /sends on to another address/);
    const endless = await start(t, {
      answer: (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
        return true;
      },
    });
    await assert.rejects(endless.enter(), /more than it is allowed to/);
    const gone = await start(t, { resource: () => ({ authorization_servers: ['http://127.0.0.1:9'] }) });
    await assert.rejects(gone.enter(), /can't be reached/);
  });
});

/** A name with a certificate of its own. */
function certified(t: TestContext, host: string): Secured {
  const folder = makeTempFolder(t);
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['-keyout', key, '-out', cert, '-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...made], {
    stdio: 'ignore',
  });
  return { host, key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

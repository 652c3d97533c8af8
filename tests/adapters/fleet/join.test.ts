/** A machine joins over a real server with the one line it was given; whoever has no right to it, or comes late, does not. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { createUser, encodeUser, fromSeed } from '@nats-io/jwt';
import { credsOf, makeKeys, makeUser, publicKeyOf, signUser } from '../../../adapters/fleet/authority.ts';
import { makeCertificates, pinOf } from '../../../adapters/fleet/certificates.ts';
import { findAuthority } from '../../../adapters/fleet/find-authority.ts';
import { askToJoin } from '../../../adapters/fleet/join-client.ts';
import { openJoin } from '../../../adapters/fleet/join-server.ts';
import { pushRevocations } from '../../../adapters/fleet/shut-out.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { type JoinLine, joinClaims, joinInbox, joinSubject, readJoinLine } from '../../../src/fleet/join-line.ts';
import { permissionsOf, subjectsOf } from '../../../src/fleet/subjects.ts';
import { type FleetServer, startFleetServer } from '../../servers/nats/fleet-server.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { until } from '../../support/until.ts';

describe('joining', () => {
  const ends: (() => unknown)[] = [];
  after(async () => {
    for (const end of ends.reverse()) await end();
  });
  let server: FleetServer;
  before(async () => {
    server = await startFleetServer({ after: (act) => void ends.push(act) });
  });
  const never = new AbortController().signal;

  /** A line for `studio`, and what has come of it on this side. */
  const add = async (t: TestContext, signal: AbortSignal = never) => {
    const machines: string[] = [];
    const told: string[] = [];
    const join = await openJoin(
      {
        server: { address: server.address, authority: server.authority },
        at: server.address,
        keys: server.keys,
        name: 'studio',
        clock: createSystemClock(),
        letIn: async (key) => {
          machines.push(key);
          return await signUser(server.keys, 'studio', key, permissionsOf('studio'));
        },
        tell: (what) => void told.push(what),
      },
      signal,
    );
    t.after(() => join.close());
    const read = readJoinLine(join.line);
    assert.ok(read.ok);
    return { join, line: read.line, machines, told };
  };
  const joinUser = (line: JoinLine): string => {
    const jwt = `${joinClaims(line.account, publicKeyOf(line.seed), line.expiresAtS)}.${line.signature.toString('base64url')}`;
    return credsOf(jwt, line.seed);
  };

  test('a machine finds the pinned CA, makes its own key, and gets creds that work', async (t) => {
    const { join, line, machines } = await add(t);
    assert.match(join.line, /^dhjoin_[A-Za-z0-9_-]{300,420}$/);
    const authority = await findAuthority(line.address, line.pin, never);
    assert.equal(authority, server.authority);
    const { seed, publicKey } = makeUser();
    const joining = await askToJoin(line, seed, authority);
    assert.deepEqual(machines, [publicKey]);
    assert.match(joining.creds, /BEGIN NATS USER JWT/);
    // As the command at the other terminal does.
    const closed = join.ended.then(() => join.close());
    assert.equal(await joining.confirm(), true, 'who confirms is answered, and does not wait until its time is over');
    await closed;
    assert.deepEqual(await join.ended, { kind: 'joined', isKept: true });
    await joining.close();
    const connection = await server.open(joining.creds, subjectsOf('studio').inboxPrefix);
    connection.publish(subjectsOf('studio').up.hello, 'hello');
    await connection.flush();
  });

  test('of two that use one line at once, exactly one is in, and the other is told', async (t) => {
    for (let round = 0; round < (WITH_REPEATS ? 8 : 3); round += 1) {
      const { line, machines, told, join } = await add(t);
      const two = [makeUser(), makeUser()];
      const results = await Promise.allSettled(two.map(({ seed }) => askToJoin(line, seed, server.authority)));
      const won = results.filter((result) => result.status === 'fulfilled');
      const lost = results.filter((result) => result.status === 'rejected');
      assert.deepEqual([won.length, lost.length, machines.length, told], [1, 1, 1, ['second']]);
      assert.match(String(lost[0]?.reason), /Another computer has used this line already/);
      for (const { value } of won) await value.close();
      await join.close();
    }
  });

  test('the same machine may ask again: its first answer may have been lost', async (t) => {
    const { line, machines } = await add(t);
    const { seed } = makeUser();
    const first = await askToJoin(line, seed, server.authority);
    await first.close();
    const second = await askToJoin(line, seed, server.authority);
    assert.equal(second.creds, first.creds);
    assert.equal(machines.length, 1);
    await second.close();
  });

  test('a line whose command was ended, or that was used, finds nobody', async (t) => {
    const stop = new AbortController();
    const { line, join } = await add(t, stop.signal);
    stop.abort(new Error('Ctrl+C'));
    assert.deepEqual(await join.ended, { kind: 'cancelled' });
    await assert.rejects(askToJoin(line, makeUser().seed, server.authority), /expired or was used/);
    await join.close();
    await assert.rejects(askToJoin(line, makeUser().seed, server.authority), /Nobody is waiting for this line/);
  });

  test('whoever knows the line’s user but not its secret is refused, five times at most', async (t) => {
    const { line, join, machines, told } = await add(t);
    const user = publicKeyOf(line.seed);
    const thief = await server.open(joinUser(line), joinInbox(user));
    const guess = { v: 1, do: 'join', name: 'studio', key: makeUser().publicKey, proof: 'x'.repeat(43) };
    for (let round = 0; round < 5; round += 1) {
      const answer = await thief.request(joinSubject(user), JSON.stringify(guess), { timeout: 30_000 });
      assert.deepEqual(answer.json(), { ok: false, why: 'wrong' });
    }
    assert.deepEqual(await join.ended, { kind: 'tried' });
    await assert.rejects(askToJoin(line, makeUser().seed, server.authority), /expired or was used/);
    assert.deepEqual([machines, told.length], [[], 5]);
  });

  test('what is no request at all is refused, and ends nothing', async (t) => {
    const { line, join } = await add(t);
    const user = publicKeyOf(line.seed);
    const other = await server.open(joinUser(line), joinInbox(user));
    for (const bytes of ['', 'null', '{"v":2}', '\u0000'.repeat(4000)]) {
      const answer = await other.request(joinSubject(user), bytes, { timeout: 30_000 });
      assert.deepEqual(answer.json(), { ok: false, why: 'wrong' }, bytes.slice(0, 20));
    }
    await other.close();
    const joining = await askToJoin(line, makeUser().seed, server.authority);
    await joining.confirm();
    assert.equal((await join.ended).kind, 'joined');
    await joining.close();
  });

  test('a stolen line’s user asks its one subject, and nothing else', async (t) => {
    const { line } = await add(t);
    const user = publicKeyOf(line.seed);
    const thief = await server.open(joinUser(line), joinInbox(user));
    const refused: string[] = [];
    void (async () => {
      for await (const status of thief.status()) if (status.type === 'error') refused.push(String(status.error));
    })();
    const subjects = [
      'deskhand.up.studio.hello',
      'deskhand.work.studio',
      'deskhand.join.UOTHER',
      '$JS.API.INFO',
      '$SYS.REQ.CLAIMS.UPDATE',
      '_INBOX_fleet.x',
    ];
    for (const subject of subjects) thief.publish(subject, 'x');
    for (const subject of ['>', 'deskhand.>', joinSubject(user), '_INBOX_fleet.>']) thief.subscribe(subject);
    await thief.flush();
    await until(
      () => refused.length >= subjects.length + 4,
      () => refused.join('\n'),
    );
    await assert.rejects(() =>
      thief
        .flush()
        .then(() => thief.publish(joinSubject(user), new Uint8Array(5000)))
        .then(() => thief.flush()),
    );
  });

  test('nobody connects with a JWT that another signed, that was changed, or whose key they have not', async () => {
    const { creds } = await server.makeMachine('studio');
    const mine = makeUser();
    const others = makeKeys();
    const permissions = permissionsOf('studio');
    const jwt = /-----\n(ey.*)\n------/.exec(creds)?.[1] ?? '';
    const [head = '', body = '', signature = ''] = jwt.split('.');
    const widened = JSON.parse(Buffer.from(body, 'base64url').toString());
    widened.nats.pub.allow.push('>');
    const forged = [
      await signUser(others, 'studio', mine.publicKey, permissions),
      // Signed by the machine itself, and by another key in the account's name.
      await encodeUser('studio', mine.publicKey, fromSeed(new TextEncoder().encode(others.account)), {}),
      [head, Buffer.from(JSON.stringify(widened)).toString('base64url'), signature].join('.'),
      `${Buffer.from('{"typ":"JWT","alg":"none"}').toString('base64url')}.${body}.`,
      jwt,
    ];
    for (const one of forged)
      await assert.rejects(server.open(credsOf(one, mine.seed), '_INBOX_studio'), /Authorization/);
    await assert.rejects(
      server.open(credsOf(jwt, new TextDecoder().decode(createUser().getSeed())), '_INBOX_studio'),
      /Authorization/,
    );
    assert.match(server.log(), /authentication error|Authorization/i);
  });

  test('another server at that address is told by its pin, before anything is sent', async (t) => {
    const { line } = await add(t);
    const other = pinOf(makeCertificates(Date.now()).authority);
    await assert.rejects(findAuthority(line.address, other, never), /has another certificate than the line names/);
  });

  test('an address where nothing answers, or nothing that is such a server, is said', async (t) => {
    const pin = Buffer.alloc(32);
    await assert.rejects(findAuthority('127.0.0.1:1', pin, never), /Nothing answers at 127\.0\.0\.1:1/);
    await assert.rejects(findAuthority('no-such-host.invalid:4222', pin, never), /is not known here/);
    const web = createServer(
      (socket) => void socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    ).listen(0, '127.0.0.1');
    await once(web, 'listening');
    t.after(() => web.close());
    const address = web.address();
    assert.ok(typeof address === 'object' && address !== null);
    await assert.rejects(findAuthority(`127.0.0.1:${address.port}`, pin, never), /is not a NATS server/);
  });

  test('a machine that is shut out is cut off while it is connected, stays out over a restart, and others stay in', async (t) => {
    const [bad, good] = [await server.makeMachine('alpha'), await server.makeMachine('beta')];
    const connection = await server.open(bad.creds, subjectsOf('alpha').inboxPrefix);
    const other = await server.open(good.creds, subjectsOf('beta').inboxPrefix);
    const closed = connection.closed();
    const at = { address: server.address, authority: server.authority };
    await pushRevocations(at, server.keys, { [bad.key]: 4_102_444_800 });
    const error = await closed;
    assert.match(String(error), /revoked|Authorization|authentication/i);
    await assert.rejects(server.open(bad.creds, subjectsOf('alpha').inboxPrefix), /Authorization/);
    await other.flush();
    await server.kill();
    await server.start();
    await assert.rejects(server.open(bad.creds, subjectsOf('alpha').inboxPrefix), /Authorization/);
    await server.open(good.creds, subjectsOf('beta').inboxPrefix);
    t.diagnostic(String(error));
  });
});

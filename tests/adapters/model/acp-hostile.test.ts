/** An agent that acts without asking gets nothing done: seen by what became of the world, not by what it was answered. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { type AcpModel, createAcpModel } from '../../../adapters/model/acp.ts';
import type { ModelResponse } from '../../../src/ports/model.ts';
import { english } from '../../../src/words/speak.ts';
import { makeStepRequest } from '../../contracts/model.ts';
import { makePicture } from '../../fixtures/pictures.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';
import { listen } from '../../servers/listen.ts';
import { until } from '../../support/until.ts';
import { AGENT_LIMITS, makeAgentPlace, ROOT } from './acp-bench.ts';

const AGENT = join(ROOT, 'tests/servers/acp/hostile-agent.ts');
const STEP = makeStepRequest(PROMPT_STATES.plain, [await makePicture(1260, 784, null)]);
const quiet = new AbortController().signal;

describe('An agent that acts without asking', () => {
  const home = mkdtempSync(join(tmpdir(), 'deskhand-hostile-'));
  const program = readFileSync(AGENT);
  const reached: string[] = [];
  const told: Record<string, string>[] = [];
  const closers: (() => Promise<void> | void)[] = [];
  let how = 'quietly';
  let asked = false;
  let model: AcpModel;
  let witness: ReturnType<typeof spawn>;

  before(async () => {
    mkdirSync(join(home, '.ssh'));
    writeFileSync(join(home, '.ssh/id_rsa'), 'a key');
    writeFileSync(join(home, 'notes.txt'), 'my notes');
    witness = spawn('sleep', ['600']);
    const provider = createHttp(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      if (request.url === '/asked') asked = true;
      if (request.url === '/done') told.push(JSON.parse(Buffer.concat(parts).toString()));
      response.end(JSON.stringify({ how }));
    });
    const { port, stop } = await listen(provider);
    closers.push(stop);
    const elsewhere = createHttp((request, response) => {
      reached.push(String(request.url));
      response.end('x');
    });
    elsewhere.on('connection', () => void reached.push('a connection'));
    const far = await listen(elsewhere);
    closers.push(far.stop);
    const datagrams = createSocket('udp4');
    datagrams.on('message', () => void reached.push('a datagram'));
    await new Promise<void>((resolve) => datagrams.bind(far.port, '127.0.0.1', resolve));
    closers.push(() => void datagrams.close());
    const socket = join(home, 'socket');
    const bySocket = createServer(() => void reached.push('a socket'));
    await new Promise<void>((resolve) => bySocket.listen(socket, resolve));
    closers.push(() => void bySocket.close());
    const host = `127.0.0.1:${port}`;
    const url = `http://${host}`;
    model = createAcpModel({
      place: makeAgentPlace({ url, host, asked: [], cancelledAt: () => null, stop }, home, {
        script: AGENT,
        environment: {
          HOME_OUTSIDE: home,
          WITNESS_PORT: String(far.port),
          WITNESS_SOCKET: socket,
          WITNESS_FIFO: socket,
          WITNESS_PID: String(witness.pid),
        },
      }),
      prices: {},
      clock: createSystemClock(),
      log: { warn: () => undefined },
      limits: AGENT_LIMITS,
    });
    closers.push(() => model.close());
  });
  after(async () => {
    for (const close of closers.reverse()) await close();
    witness.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });

  const ask = async (way: string): Promise<ModelResponse> => {
    how = way;
    told.length = 0;
    return await model.ask(STEP, quiet);
  };
  const checkWorld = (): void => {
    assert.deepEqual(readdirSync(home).sort(), ['.ssh', 'notes.txt', 'socket']);
    assert.equal(readFileSync(join(home, 'notes.txt'), 'utf8'), 'my notes');
    assert.deepEqual(readFileSync(AGENT), program);
    assert.ok(!existsSync('/tmp/deskhand-hostile-owned.txt') && !existsSync('/etc/deskhand-hostile'));
    assert.deepEqual(reached, []);
    assert.equal(witness.exitCode, null);
    assert.equal(witness.signalCode, null);
  };

  it('behind its provider’s back reaches no file, no program’s effect, no process and no network', async () => {
    const { stop } = await ask('quietly');
    assert.equal(stop, 'complete', 'what it did in there was nobody’s business, and its answer counts');
    const [done] = told;
    assert.ok(done !== undefined && Object.keys(done).length > 15, JSON.stringify(done));
    assert.deepEqual(
      Object.entries(done).filter(([, what]) => what === 'DONE'),
      [],
    );
    checkWorld();
  });

  for (const way of ['tool', 'a thought that turns out to be one', 'permission', 'methods']) {
    it(`by ${way} ends its turn with a refusal that says what it wanted`, async () => {
      const { stop, detail, text } = await ask(way);
      assert.equal(stop, 'refused', english(detail));
      assert.equal(text, '');
      assert.match(
        english(detail),
        /^hostile-agent wanted to use .* instead of deciding\. It was not let, and was ended/,
      );
      const wanted = {
        tool: /rm -rf/,
        permission: /Write notes\.txt.*asked for permission/,
        methods: /fs\/write_text_file/,
      };
      if (way in wanted) assert.match(english(detail), wanted[way as keyof typeof wanted]);
      for (const done of told) assert.ok(!JSON.stringify(done).includes('DONE'), JSON.stringify(done));
      for (const { permission } of told) assert.doesNotMatch(permission ?? '', /yes/);
      checkWorld();
    });
  }

  it('that answers after it was told to stop is heard no more, and is ended when it does not let go', async () => {
    how = 'forever';
    const control = new AbortController();
    const reason = new Error('stopped');
    const texts: string[] = [];
    asked = false;
    const answer = model.ask({ ...STEP, onText: (text) => void texts.push(text) }, control.signal);
    answer.catch(() => undefined);
    await until(() => asked === true, 'the agent asks its provider');
    assert.ok(countAgents() > 0);
    control.abort(reason);
    await assert.rejects(answer, (error) => error === reason);
    await until(() => countAgents() === 0, 'the agent is gone');
    assert.deepEqual(texts, []);
    checkWorld();
  });
});

/** Processes of this computer whose command line names the agent. */
function countAgents(): number {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(AGENT);
    } catch {
      return false;
    }
  }).length;
}

/** An agent that cannot decide is told of in a sentence that says what to do; what it reports is counted. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { nameCommand, splitCommand } from '../../../adapters/machine/agent-words.ts';
import { isAllowed } from '../../../adapters/machine/connect-proxy.ts';
import type { ModelResponse } from '../../../src/ports/model.ts';
import { english } from '../../../src/words/speak.ts';
import { makeStepRequest } from '../../contracts/model.ts';
import { makePicture } from '../../fixtures/pictures.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { AGENT_LIMITS, type AgentSetup, startAgent } from './acp-bench.ts';
import type { Decide } from './providers.ts';

const STEP = makeStepRequest(PROMPT_STATES.plain, [await makePicture(1260, 784, null)]);
const DONE = makeReply({ action: 'done', summary: 'Done.' });
const quiet = new AbortController().signal;
/** One attempt only, so that its error is told at once. */
const ONCE = { limits: { ...AGENT_LIMITS, attempts: 1 } };

type Bench = Awaited<ReturnType<typeof startAgent>>;

describe('An agent', () => {
  let bench: Bench;
  afterEach(() => bench.close());
  const ask = async (decide: Decide, setup: AgentSetup = {}): Promise<ModelResponse> => {
    bench = await startAgent(decide, ONCE, setup);
    return await bench.model.ask(STEP, quiet);
  };

  for (const [name, setup, stop, words] of [
    [
      'that is not there',
      { command: 'no-such-agent --acp' },
      'rejected',
      /names no-such-agent, which is not there\. Install/,
    ],
    [
      'that speaks another version',
      { traits: ['version 7'] },
      'rejected',
      /speaks version 7 of .*, and Deskhand version 1/,
    ],
    [
      'that is none',
      { command: '/bin/echo hello there', hosts: [] },
      'rejected',
      /it wrote “hello there”\. Set in ACP_COMMAND/,
    ],
    [
      'that says nothing',
      { command: '/usr/bin/sleep 600', hosts: [], handshakeMs: 500 },
      'rejected',
      /^sleep did not answer as an agent of the Agent Client Protocol\. Set in ACP_COMMAND/,
    ],
    ['that dies at the start', { traits: ['dies'] }, 'unavailable', /ended with code 3 \(“the license has run out”\)/],
    ['that is signed out', { traits: ['signed out'] }, 'rejected', /is not signed in to its provider.*ACP_ENV/],
    ['that sees no pictures', { traits: ['blind'] }, 'rejected', /takes no pictures, so it cannot see the screen/],
    [
      'whose host nobody named',
      { hosts: ['api.example.com'] },
      'unavailable',
      /not let through to 127\.0\.0\.1:\d+, which ACP_HOSTS/,
    ],
  ] as const) {
    it(`${name} is told of in a sentence that says what to do`, async () => {
      const response = await ask(() => DONE, setup);
      assert.match(english(response.detail), words);
      assert.equal(response.stop, stop);
      assert.equal(response.text, '');
    });
  }

  for (const [name, fault, stop, words] of [
    ['floods', { fault: 'flood', megabytes: 4 }, 'unavailable', /wrote far more than an answer takes and was ended/],
    ['writes a message without end', { fault: 'long line' }, 'unavailable', /wrote far more than an answer/],
    ['dies in the middle of its answer', { fault: 'cut' }, 'unavailable', /ended with code 1/],
    ['dies before it', { fault: 'reset' }, 'unavailable', /ended with code 134 \(“out of memory”\)/],
    ['has a provider that is away', { fault: 'status', status: 529 }, 'unavailable', /the provider answered 529/],
    ['declines', { fault: 'refusal' }, 'refused', /The model declined to go on/],
    [
      'writes what is no message',
      { fault: 'garbage', contentType: '', body: '<h1>no</h1>' },
      'unavailable',
      /something broke/,
    ],
  ] as const) {
    it(`that ${name} is told of, and the next question is answered`, async () => {
      const response = await ask((index) => (index === 0 ? fault : DONE) as ReturnType<Decide>);
      assert.match(english(response.detail), words);
      assert.equal(response.stop, stop);
      const next = await bench.model.ask(STEP, quiet);
      assert.equal(next.stop, 'complete', english(next.detail));
    });
  }

  it('is counted as it reports: tokens of the turn, dollars where it names them, else nobody knows', async () => {
    const { usage, costUsd } = await ask(
      (index) => (index === 0 ? DONE : { fault: 'priced', reply: DONE }) as ReturnType<Decide>,
    );
    assert.deepEqual({ ...usage, output: 0 }, { input: 2000, output: 0, cacheRead: 1000, cacheWrite: 0 });
    assert.ok(usage.output > 20);
    assert.equal(costUsd, null);
    assert.equal((await bench.model.ask(STEP, quiet)).costUsd, 0.0125);
  });

  it('is found unfit before the first run, at no cost', async () => {
    bench = await startAgent(() => DONE, ONCE, { traits: ['blind'] });
    assert.match(english((await bench.model.findUnfit(quiet)) ?? ''), /takes no pictures/);
    await bench.close();
    bench = await startAgent(() => DONE, ONCE);
    assert.equal(await bench.model.findUnfit(quiet), null);
    assert.equal(bench.asked().length, 0);
  });
});

describe('The way to its provider', () => {
  it('is open to the hosts that are named, on their port, and to none that only look alike', () => {
    const hosts = ['api.example.com', '*.models.example.org', '10.0.0.1:8080'];
    for (const target of ['api.example.com:443', 'API.Example.com:443', 'eu.models.example.org:443', '10.0.0.1:8080'])
      assert.ok(isAllowed(target, hosts), target);
    for (const target of [
      ...['api.example.com:80', 'api.example.com.:443', 'xapi.example.com:443', 'api.example.com.evil.org:443'],
      ...[
        'models.example.org:443',
        'evilmodels.example.org:443',
        '.models.example.org:443',
        '10.0.0.1:443',
        ':443',
        '',
      ],
    ])
      assert.ok(!isAllowed(target, hosts), target);
  });
});

describe('ACP_COMMAND', () => {
  it('is words apart by blanks, and no shell reads it', () => {
    assert.deepEqual(splitCommand(`node "/a b/x.js" --flag='1 2' $HOME;ls`), [
      'node',
      '/a b/x.js',
      '--flag=1 2',
      '$HOME;ls',
    ]);
  });
  it('is called by what runs, not by what runs it', () => {
    for (const [command, name] of [
      ['claude-agent-acp', 'claude-agent-acp'],
      ['/usr/bin/gemini --experimental-acp', 'gemini'],
      ['node /opt/my-agent/dist/index.js', 'my-agent'],
    ] as const)
      assert.equal(nameCommand(splitCommand(command)), name);
  });
});

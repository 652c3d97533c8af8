/** What is particular to Claude on Bedrock and on Vertex AI. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { english } from '../../../src/words/speak.ts';
import { makeStepRequest } from '../../contracts/model.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';
import type { Decision } from '../../servers/anthropic/server.ts';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { KEY } from './bench.ts';
import { type ProviderBench, startBedrock, startVertex } from './providers.ts';

const DONE = makeReply({ action: 'done', summary: 'Done.' });
const STEP = makeStepRequest(PROMPT_STATES.plain, []);
const quiet = new AbortController().signal;

let bench: ProviderBench;
afterEach(() => bench.close());

function script(...decisions: readonly Decision[]): (index: number) => Decision {
  return (index) => decisions[Math.min(index, decisions.length - 1)] ?? DONE;
}

describe('Bedrock', () => {
  it('is asked for its own name of the model, cached and with the schema as a grammar', async () => {
    bench = await startBedrock(script(DONE));
    const first = await bench.model.ask(STEP, quiet);
    assert.equal(first.stop, 'complete', english(first.detail));
    const second = await bench.model.ask(STEP, quiet);
    assert.ok(second.usage.cacheRead > 512);
    assert.ok((second.costUsd ?? 0) > 0, 'the price is known under this name, too');
    assert.equal(bench.asked()[0]?.model, 'global.anthropic.claude-sonnet-5-5');
    assert.deepEqual(bench.faults(), []);
  });

  for (const type of ['throttlingException', 'internalServerException', 'modelStreamErrorException']) {
    it(`${type} in the middle of a stream is outlasted`, async () => {
      bench = await startBedrock(script({ fault: 'break', type }, DONE));
      const told: string[] = [];
      const { stop, detail } = await bench.model.ask({ ...STEP, onText: (text) => void told.push(text) }, quiet);
      assert.equal(stop, 'complete', english(detail));
      assert.equal(bench.asked().length, 2);
      assert.ok(told.includes(''), 'what was shown of the broken one is taken back');
    });
  }

  it('a stream that is cut is outlasted', async () => {
    bench = await startBedrock(script({ fault: 'cut' }, DONE));
    assert.equal((await bench.model.ask({ ...STEP, onText: () => {} }, quiet)).stop, 'complete');
  });

  const lasting: readonly (readonly [string, Decision, RegExp])[] = [
    [
      'no access',
      { fault: 'status', status: 403, type: 'AccessDeniedException', message: 'You do not have access to the model' },
      /may not use global\.anthropic.*"Model access"/,
    ],
    [
      'an unknown model',
      {
        fault: 'status',
        status: 400,
        type: 'ValidationException',
        message: 'The provided model identifier is invalid.',
      },
      /does not serve.*Set MODEL_MAIN/,
    ],
    [
      'an old session',
      {
        fault: 'status',
        status: 403,
        type: 'ExpiredTokenException',
        message: 'The security token included in the request is expired',
      },
      /does not accept your AWS credentials.*aws sso login/,
    ],
  ];
  for (const [name, decision, words] of lasting) {
    it(`${name} is said at once, with what to do`, async () => {
      bench = await startBedrock(script(decision));
      const { stop, detail } = await bench.model.ask(STEP, quiet);
      assert.equal(stop, 'rejected');
      assert.match(english(detail), words);
    });
  }

  it('signs every request: a wrong secret is refused, and the sentence says where to sign in', async () => {
    bench = await startBedrock(script(DONE));
    process.env.AWS_SECRET_ACCESS_KEY = 'another secret';
    const { stop, detail } = await bench.model.ask(STEP, quiet);
    assert.equal(stop, 'rejected');
    assert.match(english(detail), /does not accept your AWS credentials/);
    assert.equal(bench.asked().length, 0);
  });

  it('takes a bearer key of its own from the environment, and says so when it is wrong', async () => {
    for (const [key, stop] of [
      [KEY, 'complete'],
      ['wrong', 'rejected'],
    ] as const) {
      bench = await startBedrock(script(DONE));
      process.env.AWS_BEARER_TOKEN_BEDROCK = key;
      const response = await bench.model.ask(STEP, quiet);
      delete process.env.AWS_BEARER_TOKEN_BEDROCK;
      assert.equal(response.stop, stop, english(response.detail));
      if (stop === 'rejected') assert.match(english(response.detail), /does not accept your AWS credentials/);
      await bench.close();
    }
  });

  it('without credentials one sentence says where they are looked for; those that come later are found', async () => {
    bench = await startBedrock(script(DONE));
    const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = process.env;
    delete process.env.AWS_ACCESS_KEY_ID;
    process.env.AWS_EC2_METADATA_DISABLED = 'true';
    process.env.AWS_SHARED_CREDENTIALS_FILE = '/nonexistent/credentials';
    process.env.AWS_CONFIG_FILE = '/nonexistent/config';
    const { stop, detail } = await bench.model.ask(STEP, quiet);
    assert.equal(stop, 'rejected');
    assert.match(english(detail), /^No AWS credentials were found for Bedrock\. Sign in with .*AWS_ACCESS_KEY_ID.*\.$/);
    process.env.AWS_ACCESS_KEY_ID = id;
    process.env.AWS_SECRET_ACCESS_KEY = secret;
    assert.equal((await bench.model.ask(STEP, quiet)).stop, 'complete');
  });
});

describe('Vertex AI', () => {
  it('is asked below its project and region, with a Google token', async () => {
    bench = await startVertex(script(DONE));
    for (const request of [STEP, { ...STEP, onText: () => {} }]) {
      const { stop, detail } = await bench.model.ask(request, quiet);
      assert.equal(stop, 'complete', english(detail));
    }
    assert.deepEqual(bench.faults(), []);
    assert.equal(bench.asked()[0]?.model, 'claude-sonnet-5-5');
  });

  it('a token that is not accepted, and no permission, say what to do', async () => {
    bench = await startVertex(
      script(
        { fault: 'status', status: 401, type: 'UNAUTHENTICATED', message: 'Request had invalid credentials.' },
        { fault: 'status', status: 403, type: 'PERMISSION_DENIED', message: 'Permission denied' },
        { fault: 'status', status: 404, type: 'NOT_FOUND', message: 'Publisher Model was not found' },
      ),
    );
    assert.match(english((await bench.model.ask(STEP, quiet)).detail), /does not accept your credentials.*gcloud auth/);
    assert.match(
      english((await bench.model.ask(STEP, quiet)).detail),
      /"Permission denied".*"Vertex AI User" in my-project/,
    );
    assert.match(english((await bench.model.ask(STEP, quiet)).detail), /does not know the model.*Set MODEL_MAIN/);
  });

  it('without credentials one sentence says what to do, and those that come later are found', async () => {
    bench = await startVertex(script(DONE));
    const credentials = process.env.GOOGLE_APPLICATION_CREDENTIALS;
    process.env.GOOGLE_APPLICATION_CREDENTIALS = '/nonexistent/credentials.json';
    const { stop, detail } = await bench.model.ask(STEP, quiet);
    assert.equal(stop, 'rejected');
    assert.match(english(detail), /^No usable Google credentials were found for Vertex AI\. Sign in with .*\.$/);
    process.env.GOOGLE_APPLICATION_CREDENTIALS = credentials;
    assert.equal((await bench.model.ask(STEP, quiet)).stop, 'complete');
  });
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { chooseModel } from '../../src/bin/choose-model.ts';
import { readSettings } from '../../src/config/read-settings.ts';
import { english } from '../../src/words/speak.ts';
import { makeStepRequest } from '../contracts/model.ts';
import { PROMPT_STATES } from '../fixtures/prompt/states.ts';
import { createBedrockDialect } from '../servers/anthropic/bedrock.ts';
import { startAnthropicServer } from '../servers/anthropic/server.ts';
import { startOpenAiServer } from '../servers/openai/server.ts';

const clock = createSystemClock();
const log = { warn: () => {} };
const KEY = 'sk-test-0123456789';

function choose(environment: Readonly<Record<string, string>>) {
  const read = readSettings(environment, {});
  assert.ok(read.ok, read.ok ? '' : read.problems.map(english).join('\n'));
  return chooseModel(read.settings, clock, log, { home: '/nobody', dataFolder: '/nobody', env: {} }).model;
}

describe('Who decides', () => {
  it('is the first that is configured, unless one is named', () => {
    const both = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY };
    const vertex = { ANTHROPIC_VERTEX_PROJECT_ID: 'p', CLOUD_ML_REGION: 'global' };
    for (const [environment, name] of [
      [{}, null],
      [both, 'claude-sonnet-5-5'],
      [{ OPENAI_API_KEY: KEY }, 'gpt-6.1-sol'],
      [{ GEMINI_API_KEY: KEY }, 'gemini-3.8-flash'],
      [{ ...both, GEMINI_API_KEY: KEY }, 'claude-sonnet-5-5'],
      [{ MODEL_PROVIDER: 'gemini', GOOGLE_CLOUD_PROJECT: 'p', GOOGLE_CLOUD_LOCATION: 'global' }, 'gemini-3.8-flash'],
      [{ OPENAI_BASE_URL: 'http://localhost:11434/v1', MODEL_MAIN: 'qwen-vl' }, 'qwen-vl'],
      [{ MODEL_PROVIDER: 'acp', ACP_COMMAND: 'node /opt/claude-agent-acp/index.js' }, 'claude-agent-acp'],
      [{ MODEL_PROVIDER: 'acp', ACP_COMMAND: 'mine --acp', ACP_HOSTS: 'api.example.com' }, 'mine'],
      [{ ...both, MODEL_PROVIDER: 'openai' }, 'gpt-6.1-sol'],
      [{ ...both, MODEL_PROVIDER: 'playbook' }, null],
      [{ ...both, MODEL_PROVIDER: 'bedrock', AWS_REGION: 'us-east-1' }, 'global.anthropic.claude-sonnet-5-5'],
      [{ ...vertex, MODEL_PROVIDER: 'vertex' }, 'claude-sonnet-5-5'],
      [{ ...vertex, MODEL_PROVIDER: 'vertex', MODEL_MAIN: 'claude-opus-5-5' }, 'claude-opus-5-5'],
    ] as const) {
      assert.equal(choose(environment)?.name ?? null, name, JSON.stringify(environment));
    }
  });

  it('no library of a provider is loaded before the first question to it', () => {
    const folder = new URL('../../adapters/model/', import.meta.url);
    const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
    assert.ok(files.length > 10);
    for (const file of files) {
      const imports = readFileSync(new URL(file, folder), 'utf8').match(
        /^import (?!type ).* from '(?:@agentclientprotocol|@anthropic-ai|@google|openai).*$/gm,
      );
      assert.equal(imports, null, file);
    }
  });

  it('has a second provider behind the first where one is named, with that provider’s own model or the one that is set', () => {
    const both = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, FALLBACK_MODEL_PROVIDER: 'openai' };
    const second = (environment: Readonly<Record<string, string>>) => choose(environment)?.offers?.second ?? null;
    assert.equal(second(both)?.id, 'gpt-6.1-sol');
    assert.equal(second(both)?.price?.output, 10);
    assert.equal(second({ ...both, FALLBACK_MODEL: 'gpt-6-luna', MODEL_MAIN: 'claude-opus-5-5' })?.id, 'gpt-6-luna');
    assert.equal(choose({ ...both, MODEL_MAIN: 'claude-opus-5-5' })?.name, 'claude-opus-5-5');
    assert.equal(second({ ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY }), null);
  });

  it('what a provider lacks is named before anything starts', () => {
    for (const [environment, words] of [
      [{ MODEL_PROVIDER: 'bedrock' }, /^AWS_REGION: /],
      [{ MODEL_PROVIDER: 'vertex' }, /^ANTHROPIC_VERTEX_PROJECT_ID and CLOUD_ML_REGION: .* both/],
      [{ MODEL_PROVIDER: 'vertex', CLOUD_ML_REGION: 'global' }, /^ANTHROPIC_VERTEX_PROJECT_ID: /],
      [{ MODEL_PROVIDER: 'gemini' }, /^GEMINI_API_KEY: .*GOOGLE_CLOUD_PROJECT/],
      [{ MODEL_PROVIDER: 'gemini', GOOGLE_CLOUD_PROJECT: 'p' }, /^GOOGLE_CLOUD_LOCATION: /],
      [{ MODEL_PROVIDER: 'openai' }, /^OPENAI_API_KEY: .*OPENAI_BASE_URL/],
    ] as const) {
      const read = readSettings(environment, {});
      assert.ok(!read.ok);
      assert.equal(read.problems.length, 1);
      assert.match(english(read.problems[0] ?? ''), words);
    }
  });

  it('is asked at the address that the settings name', async () => {
    const step = makeStepRequest(PROMPT_STATES.plain, []);
    const quiet = new AbortController().signal;
    process.env.AWS_ACCESS_KEY_ID = 'AKIADESKHANDTEST0001';
    process.env.AWS_SECRET_ACCESS_KEY = 'secret-for-tests';
    const dialect = createBedrockDialect({
      region: 'us-west-2',
      accessKeyId: 'AKIADESKHANDTEST0001',
      secretAccessKey: 'secret-for-tests',
    });
    const claude = await startAnthropicServer({ key: KEY });
    const bedrock = await startAnthropicServer({ key: KEY, dialect, models: ['my.anthropic.claude-haiku-5-5'] });
    const openai = await startOpenAiServer({ key: null, models: ['qwen-vl'] });
    try {
      for (const [environment, model] of [
        [{ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: claude.url }, 'claude-haiku-5-5'],
        [
          {
            MODEL_PROVIDER: 'bedrock',
            AWS_REGION: 'us-west-2',
            ANTHROPIC_BEDROCK_BASE_URL: bedrock.url,
            MODEL_FAST: 'my.anthropic.claude-haiku-5-5',
          },
          'my.anthropic.claude-haiku-5-5',
        ],
        [{ OPENAI_BASE_URL: openai.url, MODEL_MAIN: 'qwen-vl' }, 'qwen-vl'],
      ] as const) {
        const response = await choose(environment)?.ask({ ...step, tier: 'fast' }, quiet);
        assert.equal(response?.stop, 'complete', english(response?.detail ?? ''));
        assert.equal(response?.model, model);
      }
    } finally {
      await Promise.all([claude.stop(), bedrock.stop(), openai.stop()]);
    }
  });
});

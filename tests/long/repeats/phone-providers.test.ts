/** The real bot thinks through each of the other providers: chosen by its settings, asked over its own wire format. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BEDROCK_DEFAULTS } from '../../../adapters/model/models.ts';
import { createBedrockDialect } from '../../servers/anthropic/bedrock.ts';
import { type Decision, startAnthropicServer } from '../../servers/anthropic/server.ts';
import { createVertexDialect } from '../../servers/anthropic/vertex.ts';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { startGoogleIdentity } from '../../servers/google-identity.ts';
import { startOpenAiServer } from '../../servers/openai/server.ts';
import { MODEL_KEY, NO_SCOPE, type Phone, startPhone } from '../../support/phone.ts';
import { noX11 } from '../../support/x11.ts';

const [REGION, PROJECT, ID] = ['eu-central-1', 'my-project', 'AKIADESKHANDTEST0001'];
const SECRET = 'a-secret-of-a-cloud';

/** One click, then done, then a good verdict. */
function decideByText({ system, text }: { readonly system: string; readonly text: string }): Decision {
  if (system.includes('"score"')) return { screen: 'A desktop.', reasons: ['It looks finished.'], score: 95 };
  if (system.includes('"kind"')) return { kind: 'simple', scope: NO_SCOPE, readings: [] };
  if (!system.startsWith('You are Deskhand')) return { narrative: 'It was done.', lessons: [] };
  return text.includes('Last action')
    ? makeReply({ action: 'done', summary: 'It is done.' })
    : makeReply({ action: 'move', target: { x: 500, y: 500 } });
}

test('a run on every provider', { skip: noX11 }, async (t) => {
  const google = await startGoogleIdentity(PROJECT);
  const openai = await startOpenAiServer({
    key: null,
    decide: decideByText,
    models: ['qwen-vl'],
    hasStructuredOutput: false,
    responses: 'missing',
  });
  const bedrock = await startAnthropicServer({
    key: MODEL_KEY,
    decide: decideByText,
    dialect: createBedrockDialect({ region: REGION, accessKeyId: ID, secretAccessKey: SECRET }),
    models: Object.values(BEDROCK_DEFAULTS),
  });
  const vertex = await startAnthropicServer({
    key: MODEL_KEY,
    decide: decideByText,
    dialect: createVertexDialect({ projectId: PROJECT, region: 'global', accessToken: google.accessToken }),
  });
  const phone = await startPhone(t, {
    settings: { MODEL_PROVIDER: 'openai', OPENAI_BASE_URL: openai.url, MODEL_MAIN: 'qwen-vl' },
  });
  try {
    await t.test('a server of one’s own', async () => {
      await tryRun(phone, 'qwen-vl');
      assert.ok(openai.calls.length >= 3);
    });
    await t.test('Bedrock', async () => {
      await phone.restart('stop', {
        MODEL_PROVIDER: 'bedrock',
        MODEL_MAIN: '',
        AWS_REGION: REGION,
        ANTHROPIC_BEDROCK_BASE_URL: bedrock.url,
        AWS_ACCESS_KEY_ID: ID,
        AWS_SECRET_ACCESS_KEY: SECRET,
      });
      await tryRun(phone, 'global.anthropic.claude-sonnet-5-5');
      assert.deepEqual(bedrock.faults, []);
      assert.doesNotMatch(phone.log().join('\n'), new RegExp(SECRET));
    });
    await t.test('Vertex AI', async () => {
      await phone.restart('stop', {
        MODEL_PROVIDER: 'vertex',
        MODEL_MAIN: '',
        ANTHROPIC_VERTEX_PROJECT_ID: PROJECT,
        CLOUD_ML_REGION: 'global',
        ANTHROPIC_VERTEX_BASE_URL: `${vertex.url}/v1`,
        ...google.env,
      });
      await tryRun(phone, 'claude-sonnet-5-5');
      assert.deepEqual(vertex.faults, []);
    });
  } finally {
    try {
      await phone.close();
    } finally {
      await Promise.all([openai.stop(), bedrock.stop(), vertex.stop(), google.close()]);
    }
  }
});

async function tryRun(phone: Phone, model: string): Promise<void> {
  assert.match(phone.bot().ready, new RegExp(`\\| model ${model}$`));
  phone.run('point at the middle');
  const end = await phone.end();
  assert.match(end.text, /Done and checked/);
  const replies = phone.events().filter((event) => event.type === 'reply.received');
  assert.equal(replies.length, 2);
  assert.ok(replies.every((event) => event.type === 'reply.received' && event.model === model));
}

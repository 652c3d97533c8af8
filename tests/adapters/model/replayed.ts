/** A provider's real client against a replayed conversation, and what it sent in a form that can be compared: the long parts by their names. */
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { createAnthropicModel } from '../../../adapters/model/anthropic.ts';
import { createBedrockModel } from '../../../adapters/model/bedrock.ts';
import { createGeminiModel } from '../../../adapters/model/gemini.ts';
import {
  ANTHROPIC_DEFAULTS,
  BEDROCK_DEFAULTS,
  GEMINI_DEFAULTS,
  OPENAI_DEFAULTS,
} from '../../../adapters/model/models.ts';
import { createOpenAiModel } from '../../../adapters/model/openai.ts';
import { toStrictSchema } from '../../../adapters/model/strict-schema.ts';
import { createVertexModel } from '../../../adapters/model/vertex.ts';
import type { Model, ModelRequest } from '../../../src/ports/model.ts';
import { startGoogleIdentity } from '../../servers/google-identity.ts';
import type { Conversation, RecordedRequest, SentRequest } from '../../servers/replay.ts';
import { FAST_LIMITS, KEY } from './bench.ts';

const PROJECT = 'my-project';
const LOCATION = 'europe-west1';
const TOKEN = 'ya29.test-token';
/** Asked by Chat Completions: it has no other API. */
const OWN_MODEL = 'qwen3-vl';

export interface ReplayedModel {
  readonly model: Model;
  close(): Promise<void>;
}

export async function openReplayed({ provider, tools }: Conversation, url: string): Promise<ReplayedModel> {
  const common = { prices: {}, clock: createSystemClock(), log: { warn: () => {} }, limits: FAST_LIMITS, tools };
  const close = (): Promise<void> => Promise.resolve();
  switch (provider) {
    case 'anthropic':
      return {
        model: createAnthropicModel({ ...common, apiKey: KEY, baseUrl: url, models: ANTHROPIC_DEFAULTS }),
        close,
      };
    case 'bedrock':
      Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIADESKHANDTEST0001', AWS_SECRET_ACCESS_KEY: 'for-tests' });
      return {
        model: createBedrockModel({ ...common, region: 'eu-central-1', baseUrl: url, models: BEDROCK_DEFAULTS }),
        close,
      };
    case 'openai':
      return {
        model: createOpenAiModel({ ...common, apiKey: KEY, baseUrl: `${url}/v1`, models: OPENAI_DEFAULTS }),
        close,
      };
    case 'own server': {
      const models = { main: OWN_MODEL, fast: OWN_MODEL, strong: OWN_MODEL };
      return { model: createOpenAiModel({ ...common, apiKey: null, baseUrl: `${url}/v1`, models }), close };
    }
    case 'gemini': {
      const access = { kind: 'key', apiKey: KEY } as const;
      return { model: createGeminiModel({ ...common, access, baseUrl: url, models: GEMINI_DEFAULTS }), close };
    }
    case 'vertex':
    case 'gemini on vertex': {
      const google = await startGoogleIdentity(PROJECT);
      Object.assign(process.env, google.env);
      const access = { kind: 'vertex', project: PROJECT, location: LOCATION } as const;
      const model =
        provider === 'vertex'
          ? createVertexModel({
              ...common,
              projectId: PROJECT,
              region: LOCATION,
              baseUrl: `${url}/v1`,
              models: ANTHROPIC_DEFAULTS,
            })
          : createGeminiModel({ ...common, access, baseUrl: url, models: GEMINI_DEFAULTS });
      return { model, close: google.close };
    }
  }
}

/** `names`: the headers that matter. */
export function describeSent(
  { path, headers, body }: SentRequest,
  request: ModelRequest,
  names: readonly string[],
): RecordedRequest {
  const seen = names.map((name) => {
    const value = headers[name];
    return [name, value === undefined ? null : withoutSecrets(String(value))] as const;
  });
  const named = nameParts(body, request);
  if (typeof named !== 'object' || named === null) throw new Error('what was sent is no object');
  return { path, headers: Object.fromEntries(seen), body: { ...named } };
}

function withoutSecrets(value: string): string {
  return value
    .replace(KEY, '<key>')
    .replace(TOKEN, '<token>')
    .replace(/^(AWS4-HMAC-SHA256) Credential=AKIADESKHANDTEST0001\/\d{8}\/(\S+?),.*$/, '$1 <id>/<day>/$2 <signature>');
}

/** Replaces the system part, the text, the picture and the schema by their names. */
function nameParts(value: unknown, request: ModelRequest): unknown {
  if (typeof value === 'string') return nameText(value, request);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => nameParts(item, request));
  const json = JSON.stringify(value);
  if (json === JSON.stringify(request.schema)) return '<schema>';
  if (json === JSON.stringify(toStrictSchema(request.schema))) return '<strict schema>';
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, nameParts(part, request)]));
}

function nameText(text: string, { system, text: asked, pictures }: ModelRequest): string {
  const picture = Buffer.from(pictures[0] ?? []).toString('base64');
  if (text === asked) return '<text>';
  if (text.startsWith(system)) {
    const more = text.slice(system.length);
    if (more === '') return '<system>';
    return more.includes('JSON Schema') ? '<system> <schema as text>' : '<system> <how its tool is used>';
  }
  return picture === '' ? text : text.replace(picture, '<picture>');
}

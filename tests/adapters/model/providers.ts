/** Every provider's model against its strict server, with waits short enough for tests: what is true of all is tested on all. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { createAnthropicModel } from '../../../adapters/model/anthropic.ts';
import type { AskOptions } from '../../../adapters/model/ask-provider.ts';
import { createBedrockModel } from '../../../adapters/model/bedrock.ts';
import { ANTHROPIC_DEFAULTS, BEDROCK_DEFAULTS, OPENAI_DEFAULTS } from '../../../adapters/model/models.ts';
import { createOpenAiModel } from '../../../adapters/model/openai.ts';
import { createVertexModel } from '../../../adapters/model/vertex.ts';
import type { Model } from '../../../src/ports/model.ts';
import { createBedrockDialect } from '../../servers/anthropic/bedrock.ts';
import { type AnthropicServerOptions, type Decision, startAnthropicServer } from '../../servers/anthropic/server.ts';
import { createVertexDialect } from '../../servers/anthropic/vertex.ts';
import { type OpenAiServerOptions, startOpenAiServer } from '../../servers/openai/server.ts';
import { FAST_LIMITS, KEY } from './bench.ts';

/** `schema` is that of the question, as JSON, wherever it stands in the request. */
export type Decide = (index: number, schema: string) => Decision | Promise<Decision>;

/** What of a request can be compared between wire formats. */
export interface SeenQuestion {
  readonly model: string;
  readonly system: string;
  readonly text: string;
  readonly isStructured: boolean;
  readonly maxTokens: number;
  readonly pictures: number;
}

export interface ProviderBench {
  readonly model: Model;
  readonly log: readonly string[];
  /** Accepted requests, oldest first. */
  asked(): readonly SeenQuestion[];
  faults(): readonly string[];
  /** When the last one was given up by the client; null when it was not. */
  abortedAt(): number | null;
  close(): Promise<void>;
}

export interface ProviderCase {
  readonly name: string;
  start(decide: Decide, options?: Partial<AskOptions>): Promise<ProviderBench>;
}

export const PROVIDERS: readonly ProviderCase[] = [
  { name: 'Anthropic', start: startAnthropic },
  { name: 'Bedrock', start: startBedrock },
  { name: 'Vertex AI', start: startVertex },
  { name: 'OpenAI', start: (decide, options) => startOpenAi(decide, {}, options) },
  {
    name: 'A server of one’s own without structured output, Responses or a key',
    start: (decide, options) =>
      startOpenAi(
        decide,
        { key: null, models: ['qwen-vl'], hasStructuredOutput: false, responses: 'missing' },
        { ...options, models: { main: 'qwen-vl', fast: 'qwen-vl', strong: 'qwen-vl' } },
      ),
  },
];

function common(log: string[], options: Partial<AskOptions>): Omit<AskOptions, 'models'> {
  const warn: AskOptions['log']['warn'] = (fields, message) => void log.push(JSON.stringify({ ...fields, message }));
  return { prices: {}, clock: createSystemClock(), log: { warn }, limits: FAST_LIMITS, ...options };
}

async function startAnthropic(decide: Decide, options: Partial<AskOptions> = {}): Promise<ProviderBench> {
  return startMessages(decide, {}, (url, log) =>
    createAnthropicModel({ apiKey: KEY, baseUrl: url, models: ANTHROPIC_DEFAULTS, ...common(log, options) }),
  );
}

export const REGION = 'eu-central-1';
export const ACCESS_KEY_ID = 'AKIADESKHANDTEST0001';

/** Credentials come from the environment, as AWS's tools take them. */
export async function startBedrock(decide: Decide, options: Partial<AskOptions> = {}): Promise<ProviderBench> {
  process.env.AWS_ACCESS_KEY_ID = ACCESS_KEY_ID;
  process.env.AWS_SECRET_ACCESS_KEY = 'secret-for-tests';
  const dialect = createBedrockDialect({ region: REGION, accessKeyId: ACCESS_KEY_ID });
  const models = Object.values(BEDROCK_DEFAULTS);
  return startMessages(decide, { dialect, models }, (url, log) =>
    createBedrockModel({ region: REGION, baseUrl: url, models: BEDROCK_DEFAULTS, ...common(log, options) }),
  );
}

/** Credentials are those of a workload identity: a file, and a token service on loopback that changes it for an access token. */
export async function startVertex(decide: Decide, options: Partial<AskOptions> = {}): Promise<ProviderBench> {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-vertex-'));
  const accessToken = 'ya29.test-token';
  const service = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        access_token: accessToken,
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        token_type: 'Bearer',
        expires_in: 3600,
      }),
    );
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  if (typeof address !== 'object' || address === null) throw new Error('the token service has no port');
  writeFileSync(join(folder, 'subject'), 'subject-token');
  const credentials = join(folder, 'credentials.json');
  writeFileSync(
    credentials,
    JSON.stringify({
      type: 'external_account',
      audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: `http://127.0.0.1:${address.port}/token`,
      credential_source: { file: join(folder, 'subject') },
    }),
  );
  process.env.GOOGLE_APPLICATION_CREDENTIALS = credentials;
  // Without it the library asks Google which project the identity belongs to.
  process.env.GOOGLE_CLOUD_PROJECT = 'my-project';
  const dialect = createVertexDialect({ projectId: 'my-project', region: 'europe-west1', accessToken });
  const bench = await startMessages(decide, { dialect }, (url, log) =>
    createVertexModel({
      projectId: 'my-project',
      region: 'europe-west1',
      baseUrl: `${url}/v1`,
      models: ANTHROPIC_DEFAULTS,
      ...common(log, options),
    }),
  );
  return {
    ...bench,
    async close() {
      await bench.close();
      await new Promise<void>((resolve) => {
        service.close(() => resolve());
        service.closeAllConnections();
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startMessages(
  decide: Decide,
  options: Partial<AnthropicServerOptions>,
  make: (url: string, log: string[]) => Model,
): Promise<ProviderBench> {
  const server = await startAnthropicServer({
    key: KEY,
    decide: ({ schema, system }, index) => decide(index, JSON.stringify(schema ?? system)),
    ...options,
  });
  const log: string[] = [];
  return {
    model: make(server.url, log),
    log,
    asked: () =>
      server.requests.map(({ model, system, text, schema, maxTokens, pictures }) => ({
        model,
        system,
        text,
        isStructured: schema !== null,
        maxTokens,
        pictures: pictures.length,
      })),
    faults: () => server.faults,
    abortedAt: () => server.exchanges.at(-1)?.abortedAt ?? null,
    close: () => server.stop(),
  };
}

export async function startOpenAi(
  decide: Decide,
  server: Partial<OpenAiServerOptions> = {},
  options: Partial<AskOptions> & { readonly apiKey?: string | null } = {},
): Promise<ProviderBench & { readonly server: Awaited<ReturnType<typeof startOpenAiServer>> }> {
  const opened = await startOpenAiServer({
    key: KEY,
    decide: ({ schema, system }, index) => decide(index, JSON.stringify(schema ?? system)),
    ...server,
  });
  const log: string[] = [];
  const { apiKey = server.key === null ? null : KEY, models = OPENAI_DEFAULTS, ...rest } = options;
  return {
    model: createOpenAiModel({ apiKey, baseUrl: opened.url, models, ...common(log, rest) }),
    log,
    server: opened,
    asked: () =>
      opened.calls.map(({ model, system, text, schema, maxTokens, pictures }) => ({
        model,
        system,
        text,
        isStructured: schema !== null,
        maxTokens,
        pictures: pictures.length,
      })),
    faults: () => opened.faults,
    abortedAt: () => opened.exchanges.at(-1)?.abortedAt ?? null,
    close: () => opened.stop(),
  };
}

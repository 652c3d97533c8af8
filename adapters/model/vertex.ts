/** Claude on Google Cloud's Vertex AI. Credentials are Google's application default ones. */
import type { Model } from '../../src/ports/model.ts';
import { say } from '../../src/words/say.ts';
import { type AskOptions, createProviderModel } from './ask-provider.ts';
import { findCode, reject } from './failures.ts';
import { createLimitedFetch } from './limited-fetch.ts';
import { createMessagesProvider, type MessagesClient } from './messages-provider.ts';
import type { Failure } from './provider.ts';

export interface VertexOptions extends AskOptions {
  readonly projectId: string;
  /** `global`, `us`, `eu`, or a region such as `europe-west1`. */
  readonly region: string;
  /** null: the public endpoint of the region. */
  readonly baseUrl: string | null;
}

const SIGN_IN = say`Sign in with \`gcloud auth application-default login\`, or set GOOGLE_APPLICATION_CREDENTIALS in the environment to a key file`;

export function createVertexModel(options: VertexOptions): Model {
  const { projectId, region, baseUrl } = options;
  const provider = createMessagesProvider({
    platform: {
      name: 'Vertex AI',
      host: baseUrl === null ? `Vertex AI (${region})` : new URL(baseUrl).host,
      secrets: [],
      advice: {
        signIn: say`Google does not accept your credentials. ${SIGN_IN}`,
        notAllowed: (what) =>
          say`Your Google credentials may not use ${what}. Give them the role "Vertex AI User" in ${projectId}, and enable the model in Model Garden`,
        models: 'https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai',
        address: say`Check CLOUD_ML_REGION, ANTHROPIC_VERTEX_PROJECT_ID and ANTHROPIC_VERTEX_BASE_URL`,
        billing: 'https://console.cloud.google.com/billing',
      },
    },
    fault: null,
    load: () => loadClient(options),
    classify: classifyCredentials,
  });
  return createProviderModel(provider, options);
}

/** A token service that cannot be reached is an outage like any other; everything else needs the person. */
function classifyCredentials(error: unknown): Failure | null {
  if (!(error instanceof Error) || !/Google OAuth credentials/.test(error.message)) return null;
  if (findCode(error) !== '') return null;
  return reject(say`No usable Google credentials were found for Vertex AI. ${SIGN_IN}`);
}

async function loadClient({ projectId, region, baseUrl }: VertexOptions): Promise<MessagesClient> {
  const { AnthropicVertex } = await import('@anthropic-ai/vertex-sdk');
  const client = new AnthropicVertex({
    projectId,
    region,
    // Never undefined: the SDK would then take an address from the environment that no setting names.
    baseURL: baseUrl,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    fetch: createLimitedFetch(),
  });
  // The SDK looks for credentials at once; when a stop comes before the first request, that promise's rejection would be unhandled.
  const pending: unknown = Reflect.get(client, '_authClientPromise');
  Promise.resolve(pending).catch(() => undefined);
  return client;
}

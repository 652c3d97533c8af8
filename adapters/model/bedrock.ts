/** Claude on Amazon Bedrock. Credentials are found as every AWS tool finds them: environment, ~/.aws, SSO, the machine's role. */
import type { Model } from '../../src/ports/model.ts';
import { say } from '../../src/words/say.ts';
import { type AskOptions, createProviderModel } from './ask-provider.ts';
import { messageOf, reject } from './failures.ts';
import { createLimitedFetch } from './limited-fetch.ts';
import { createMessagesProvider, type MessagesClient } from './messages-provider.ts';
import type { Failure } from './provider.ts';

export interface BedrockOptions extends AskOptions {
  readonly region: string;
  /** null: the public endpoint of the region. */
  readonly baseUrl: string | null;
}

const SIGN_IN = say`Sign in with \`aws sso login\` or \`aws configure\`, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (or AWS_BEARER_TOKEN_BEDROCK) in the environment`;

export function createBedrockModel(options: BedrockOptions): Model {
  const { region } = options;
  const baseUrl = options.baseUrl ?? `https://bedrock-runtime.${region}.amazonaws.com`;
  const provider = createMessagesProvider({
    platform: {
      name: 'Bedrock',
      host: new URL(baseUrl).host,
      secrets: [],
      advice: {
        signIn: say`Bedrock does not accept your AWS credentials. ${SIGN_IN}`,
        notAllowed: (what) =>
          say`Your AWS credentials may not use ${what}. Ask for access to the model in the Bedrock console of ${region}, page "Model access"`,
        models: 'https://platform.claude.com/docs/en/build-with-claude/claude-on-amazon-bedrock',
        address: say`Check AWS_REGION and ANTHROPIC_BEDROCK_BASE_URL`,
        billing: 'https://console.aws.amazon.com/billing',
      },
    },
    fault: null,
    isBedrock: true,
    load: () => loadClient(region, baseUrl),
    classify: classifyCredentials,
  });
  return createProviderModel(provider, options);
}

/** AWS says 403 for credentials that are wrong or too old; only some of its words tell that from a lack of permission. */
function classifyCredentials(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null;
  if (/AWS credentials from the credential provider chain/.test(error.message)) {
    return reject(say`No AWS credentials were found for Bedrock. ${SIGN_IN}`);
  }
  const said = 'error' in error ? messageOf(error.error) : '';
  const isStale = /security token|token (?:included|has expired|is expired)|signature|api key/i.test(said);
  if (!('status' in error) || error.status !== 403 || !isStale) return null;
  return reject(say`Bedrock does not accept your AWS credentials. ${SIGN_IN}`);
}

async function loadClient(awsRegion: string, baseURL: string): Promise<MessagesClient> {
  const { AnthropicBedrock } = await import('@anthropic-ai/bedrock-sdk');
  return new AnthropicBedrock({
    awsRegion,
    baseURL,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    fetch: createLimitedFetch(),
  });
}

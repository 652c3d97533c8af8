/** Chooses the model: the configured provider, else the first one with a key, else none (playbooks only). */
import { createAgentPlace } from '../../adapters/machine/agent-place.ts';
import { type AcpModel, createAcpModel } from '../../adapters/model/acp.ts';
import { createAnthropicModel } from '../../adapters/model/anthropic.ts';
import type { AskOptions } from '../../adapters/model/ask-provider.ts';
import { createBedrockModel } from '../../adapters/model/bedrock.ts';
import { createGeminiModel, type GeminiOptions } from '../../adapters/model/gemini.ts';
import {
  ANTHROPIC_DEFAULTS,
  BEDROCK_DEFAULTS,
  findModelFacts,
  GEMINI_DEFAULTS,
  OPENAI_DEFAULTS,
} from '../../adapters/model/models.ts';
import { createOpenAiModel } from '../../adapters/model/openai.ts';
import { createVertexModel } from '../../adapters/model/vertex.ts';
import { withSecond } from '../../adapters/model/with-second.ts';
import { environmentOfAgent, hostsOfAgent } from '../config/known-agents.ts';
import type { Settings } from '../config/schema.ts';
import type { AgentPlace } from '../ports/agent-place.ts';
import type { Clock } from '../ports/clock.ts';
import type { Model } from '../ports/model.ts';
import { say, type Text } from '../words/say.ts';
import { PROJECT_ROOT } from './own-files.ts';

export interface AgentSurroundings {
  /** The person's home folder. */
  readonly home: string;
  readonly dataFolder: string;
  /** Environment in which programs are searched, and which may hold an agent's credentials. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

type ProviderName = Exclude<NonNullable<Settings['MODEL_PROVIDER']>, 'playbook'>;
type Ids = Required<AskOptions['models']>;
type Make = (settings: Settings, options: Omit<AskOptions, 'models'>, around: AgentSurroundings) => Model;

/**
 * One line for each provider, by its name in the settings. Their needs were checked when the settings were read; libraries are loaded at the first
 * call.
 */
const PROVIDERS: Readonly<Record<ProviderName, Make>> = {
  anthropic: (settings, options) =>
    createAnthropicModel({
      ...options,
      models: chooseIds(settings, ANTHROPIC_DEFAULTS),
      apiKey: settings.ANTHROPIC_API_KEY ?? '',
      baseUrl: settings.ANTHROPIC_BASE_URL ?? null,
    }),
  bedrock: (settings, options) =>
    createBedrockModel({
      ...options,
      models: chooseIds(settings, BEDROCK_DEFAULTS),
      region: settings.AWS_REGION ?? '',
      baseUrl: settings.ANTHROPIC_BEDROCK_BASE_URL ?? null,
    }),
  vertex: (settings, options) =>
    createVertexModel({
      ...options,
      models: chooseIds(settings, ANTHROPIC_DEFAULTS),
      projectId: settings.ANTHROPIC_VERTEX_PROJECT_ID ?? '',
      region: settings.CLOUD_ML_REGION ?? '',
      baseUrl: settings.ANTHROPIC_VERTEX_BASE_URL ?? null,
    }),
  openai: (settings, options) =>
    createOpenAiModel({
      ...options,
      models: chooseOpenAiIds(settings),
      apiKey: settings.OPENAI_API_KEY ?? null,
      baseUrl: settings.OPENAI_BASE_URL ?? null,
    }),
  gemini: (settings, options) =>
    createGeminiModel({
      ...options,
      models: chooseIds(settings, GEMINI_DEFAULTS),
      access: accessToGemini(settings),
      baseUrl: settings.GEMINI_BASE_URL ?? null,
    }),
  acp: (settings, options, around) => createAcpModel({ ...options, place: openAgentPlace(settings, around) }),
};

/** A key gives access to Google AI; without one a project on Vertex AI is used. */
function accessToGemini(settings: Settings): GeminiOptions['access'] {
  const { GEMINI_API_KEY: apiKey, GOOGLE_CLOUD_PROJECT: project, GOOGLE_CLOUD_LOCATION: location } = settings;
  if (apiKey !== undefined) return { kind: 'key', apiKey };
  return { kind: 'vertex', project: project ?? '', location: location ?? '' };
}

function openAgentPlace(settings: Settings, { home, dataFolder, env }: AgentSurroundings): AgentPlace {
  return createAgentPlace({
    platform: process.platform === 'darwin' ? 'macos' : 'linux',
    command: settings.ACP_COMMAND ?? '',
    hosts: hostsOfAgent(settings),
    environment: environmentOfAgent(settings, env),
    path: env.PATH ?? '',
    home,
    root: PROJECT_ROOT,
    dataDir: dataFolder,
  });
}

export interface ChosenModels {
  /** The first provider, with the second one as its fallback if configured; null: playbooks only. */
  readonly model: Model | null;
  /** The agents among them: started with the bot, and ended with it. */
  readonly agents: readonly AcpModel[];
}

export function chooseModel(
  settings: Settings,
  clock: Clock,
  log: AskOptions['log'],
  around: AgentSurroundings,
): ChosenModels {
  const provider = settings.MODEL_PROVIDER ?? findProvider(settings);
  if (provider === 'playbook') return { model: null, agents: [] };
  const options = {
    prices: settings.MODEL_PRICES,
    tools: settings.MODEL_TOOLS,
    pictures: settings.MODEL_PICTURES,
    clock,
    log,
  };
  const first = PROVIDERS[provider](settings, options, around);
  const { FALLBACK_MODEL_PROVIDER: fallback, FALLBACK_MODEL: id } = settings;
  if (fallback === undefined) return { model: first, agents: [first].filter(isAgent) };
  const second = PROVIDERS[fallback](
    { ...settings, MODEL_MAIN: id, MODEL_FAST: id, MODEL_STRONG: id },
    options,
    around,
  );
  return { model: withSecond(first, second), agents: [first, second].filter(isAgent) };
}

function isAgent(model: Model): model is AcpModel {
  return 'findUnfit' in model;
}

/** Configured ids that are not in the table, a sentence each: what cannot be counted and how to configure it. */
export function noteUnknownModels(settings: Settings): readonly Text[] {
  const named = [settings.MODEL_MAIN, settings.MODEL_FAST, settings.MODEL_STRONG, settings.FALLBACK_MODEL].flatMap(
    (id) => id ?? [],
  );
  return [...new Set(named)]
    .map((id) => ({ id, facts: findModelFacts(id, settings.MODEL_PRICES) }))
    .filter(({ facts }) => !facts.isKnown)
    .map(({ id, facts }) =>
      facts.price === null
        ? say`The price and the limits of ${id} are not known: its cost counts as unknown, and only the token limits hold. MODEL_PRICES can name its price.`
        : say`The limits of ${id} are not known, so it is asked for plain JSON.`,
    );
}

function chooseIds({ MODEL_MAIN, MODEL_FAST, MODEL_STRONG }: Settings, defaults: Ids): Ids {
  return {
    main: MODEL_MAIN ?? defaults.main,
    fast: MODEL_FAST ?? defaults.fast,
    strong: MODEL_STRONG ?? defaults.strong,
  };
}

/** A local server has only the configured model, and none of OpenAI's. */
function chooseOpenAiIds(settings: Settings): Ids {
  const { MODEL_MAIN: main, OPENAI_BASE_URL: baseUrl } = settings;
  const isOwn = baseUrl !== undefined && main !== undefined;
  return chooseIds(settings, isOwn ? { main, fast: main, strong: main } : OPENAI_DEFAULTS);
}

/** Without a setting, the first provider that is configured. */
export function findProvider(settings: Settings): ProviderName | 'playbook' {
  if (settings.ANTHROPIC_API_KEY !== undefined) return 'anthropic';
  if (settings.OPENAI_API_KEY !== undefined || settings.OPENAI_BASE_URL !== undefined) return 'openai';
  return settings.GEMINI_API_KEY !== undefined ? 'gemini' : 'playbook';
}

/** Gemini at Google AI, by a key, or on Vertex AI with Google's application default credentials. The SDK is loaded when first needed. */
import type { GoogleGenAI } from '@google/genai';
import type { Model } from '../../src/ports/model.ts';
import { addUsage } from '../../src/ports/usage.ts';
import { say, type Text } from '../../src/words/say.ts';
import { english } from '../../src/words/speak.ts';
import { type AskOptions, createProviderModel } from './ask-provider.ts';
import { classifyNetwork, findKeyFault } from './failures.ts';
import { buildGeminiBody, type GeminiAnswer, readGemini, readGeminiCalls } from './gemini-answer.ts';
import { classifyGemini, GeminiFault, type GeminiPlace } from './gemini-errors.ts';
import { createLimitedFetch } from './limited-fetch.ts';
import { type Answer, type Call, type Provider, UnreadableAnswer } from './provider.ts';
import { countBySize } from './token-count.ts';

export interface GeminiOptions extends AskOptions {
  /** By a key at Google AI, or in a project on Vertex AI. */
  readonly access:
    | { readonly kind: 'key'; readonly apiKey: string }
    | { readonly kind: 'vertex'; readonly project: string; readonly location: string };
  /** null: the public API. */
  readonly baseUrl: string | null;
}

const PUBLIC_API = 'https://generativelanguage.googleapis.com';

export function createGeminiModel(options: GeminiOptions): Model {
  return createProviderModel(createProvider(options), options);
}

function createProvider({ access, baseUrl }: GeminiOptions): Provider {
  const place = describePlace(access, baseUrl);
  let client: Promise<GoogleGenAI> | null = null;
  return {
    host: place.host,
    fault: access.kind === 'key' ? findKeyFault('GEMINI_API_KEY', access.apiKey) : null,
    toolFor: ({ tools }) => (tools.own === 'gemini_desktop' ? tools.own : null),
    async send(call, signal) {
      client ??= loadClient(access, baseUrl);
      const sdk = await client;
      return await sendCall(sdk, call, signal);
    },
    classify(error, context) {
      const failure = classifyGemini(error, context, place);
      // The SDK looks for credentials once per client, so after a final failure the next call gets a new one.
      if (failure.kind === 'final') client = null;
      return failure;
    },
  };
}

function describePlace(access: GeminiOptions['access'], baseUrl: string | null): GeminiPlace {
  if (access.kind === 'key')
    return {
      host: new URL(baseUrl ?? PUBLIC_API).host,
      secrets: [access.apiKey],
      signIn: say`Google does not accept the key in GEMINI_API_KEY. Make a new one at https://aistudio.google.com/apikey and set it in .env`,
      notAllowed: (what: Text) =>
        say`The key in GEMINI_API_KEY may not use ${what}. Check its project at https://aistudio.google.com/apikey`,
      billing: 'https://aistudio.google.com/usage',
    };
  return {
    host: baseUrl === null ? `Vertex AI (${access.location})` : new URL(baseUrl).host,
    secrets: [],
    signIn: say`No usable Google credentials were found for Gemini. Sign in with \`gcloud auth application-default login\`, or set GOOGLE_APPLICATION_CREDENTIALS in the environment to a key file`,
    notAllowed: (what: Text) =>
      say`Your Google credentials may not use ${what}. Give them the role "Vertex AI User" in ${access.project}`,
    billing: 'https://console.cloud.google.com/billing',
  };
}

/** With the computer-use tool there is one call more when the first named what Deskhand cannot do. */
async function sendCall(sdk: GoogleGenAI, call: Call, signal: AbortSignal): Promise<Answer> {
  const body = buildGeminiBody(call, signal);
  call.noteUsage(countBySize(call, ''));
  const first = await ask(sdk, call, body);
  if (call.tool === null) return withoutParts(first);
  const check = (text: string): string | null => {
    const why = call.request.check?.(text) ?? null;
    return why === null ? null : english(why);
  };
  const read = readGeminiCalls(first, call, check);
  const mayAsk = call.request.mayAskAgain?.(first.usage, null) !== false;
  if (first.stop !== 'complete' || read.reply.ok || !mayAsk) return finish(first, read.reply, call);
  const taken: Call = { ...call, noteUsage: (soFar) => call.noteUsage(addUsage(first.usage, soFar)) };
  const contents = [...[body.contents].flat(), ...read.again(read.reply.told)];
  const second = await ask(sdk, taken, { ...body, contents: contents.filter(isContent) });
  const usage = addUsage(first.usage, second.usage);
  return finish({ ...second, usage }, readGeminiCalls(second, call, check).reply, call);
}

type Body = ReturnType<typeof buildGeminiBody>;
type OneContent = ReturnType<ReturnType<typeof readGeminiCalls>['again']>[number];

function isContent(content: unknown): content is OneContent {
  return typeof content === 'object' && content !== null && 'role' in content;
}

async function ask({ models }: GoogleGenAI, call: Call, body: Body): Promise<GeminiAnswer> {
  const reading = readGemini(call);
  try {
    if (call.request.onText === undefined) reading.add(await models.generateContent(body));
    else
      for await (const chunk of await models.generateContentStream(body)) {
        call.noteSign();
        reading.add(chunk);
      }
  } catch (error) {
    throw body.config?.abortSignal?.aborted === true ? error : readable(error);
  }
  return reading.end();
}

/** The SDK's parser throws errors without meaning for what is no answer; those become `UnreadableAnswer`. */
function readable(error: unknown): unknown {
  const isKnown =
    error instanceof UnreadableAnswer ||
    error instanceof GeminiFault ||
    (error instanceof Error && (error.name === 'ApiError' || /credential|invalid_grant/i.test(error.message))) ||
    classifyNetwork(error) !== null;
  return isKnown ? error : new UnreadableAnswer('an answer that is no response', { cause: error });
}

function finish(answer: GeminiAnswer, reply: ReturnType<typeof readGeminiCalls>['reply'], { request }: Call): Answer {
  const text = reply.ok ? reply.text : `No call that could be carried out: ${reply.told}`;
  if (answer.stop === 'complete' && reply.ok) request.onText?.(text);
  return { ...withoutParts(answer), text };
}

function withoutParts({ parts: _, ...answer }: GeminiAnswer): Answer {
  return answer;
}

/** All settings are passed in, so that the SDK reads none from the environment; retries are ours. */
async function loadClient(access: GeminiOptions['access'], baseUrl: string | null): Promise<GoogleGenAI> {
  const { GoogleGenAI } = await import('@google/genai');
  const httpOptions = {
    fetch: createGeminiFetch(),
    ...(access.kind === 'key' ? { baseUrl: baseUrl ?? PUBLIC_API } : baseUrl === null ? {} : { baseUrl }),
  };
  if (access.kind === 'key')
    return new GoogleGenAI({ vertexai: false, apiKey: access.apiKey, apiVersion: 'v1beta', httpOptions });
  const { project, location } = access;
  return new GoogleGenAI({ vertexai: true, project, location, apiVersion: 'v1', httpOptions });
}

/** Throws `GeminiFault` for a refusal, so that its headers are not lost. */
function createGeminiFetch(): typeof fetch {
  const limited = createLimitedFetch();
  return async (input, init) => {
    const response = await limited(input, init);
    if (response.ok) return response;
    const text = await response.text();
    let body: unknown = text;
    try {
      body = JSON.parse(text);
    } catch {
      // A page of some proxy: its words are no message.
      body = null;
    }
    throw new GeminiFault(response.status, response.headers, body);
  };
}

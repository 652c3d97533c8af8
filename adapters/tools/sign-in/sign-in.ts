/** Signing in at a server, from its 401 to tokens: the person confirms each host before anything is sent to it. */
import { randomBytes } from 'node:crypto';
import {
  type AuthorizationServerMetadata,
  exchangeAuthorization,
  type OAuthClientInformationMixed,
  OAuthError,
  registerClient,
  startAuthorization,
} from '@modelcontextprotocol/client';
import type { KeptSignIn } from '../../../src/ports/sign-ins.ts';
import type { SignInTalk } from '../../../src/ports/tools.ts';
import { anySignal } from '../../../src/ports/waits/abort-signals.ts';
import { SaidError } from '../../../src/words/said-error.ts';
import { say, type Text } from '../../../src/words/say.ts';
import { checkOrigin, findIssuer, originsOf, readEndpoints, understood } from './find-issuer.ts';
import { type From, fetchOnly } from './guarded-fetch.ts';
import { listenOnce } from './listen-once.ts';

export interface SignInRequest extends SignInTalk, From {
  /** Origins that the person confirmed before. */
  readonly known?: readonly string[];
  /** The client id that a person gave, for an issuer that registers no clients by itself. */
  readonly clientId: string | undefined;
  /** The client id of an earlier sign-in, for an issuer that registers no clients by itself. */
  readonly knownClientId?: string | undefined;
}

export interface SignedIn {
  readonly issuer: string;
  readonly origins: readonly string[];
  readonly kept: KeptSignIn;
}

/** How long a person may take on the issuer's pages. */
const DEADLINE_MS = 10 * 60_000;

/** Rejects with a sentence, or with the signal's reason. */
export async function signIn(request: SignInRequest, signal: AbortSignal): Promise<SignedIn> {
  const found = await findIssuer(request, signal);
  const { issuer, resource } = found;
  const confirmed = new Set(request.known);
  const confirm = async (origins: readonly string[]): Promise<void> => {
    const others = origins.filter((origin) => !confirmed.has(origin));
    for (const origin of origins) await checkOrigin(origin, request);
    if (others.length === 0) return;
    if (!(await request.confirm(others.map((origin) => new URL(origin).host))))
      throw new SaidError(say`you did not confirm where to sign in`);
    for (const origin of others) confirmed.add(origin);
  };
  await confirm([new URL(issuer).origin]);
  const metadata = await readEndpoints(issuer, request, signal);
  const origins = originsOf(issuer, metadata);
  await confirm(origins);
  const fetchFn = fetchOnly(origins, request, signal);
  const listening = await listenOnce(request.lastPage);
  try {
    const client = await introduce(request, metadata, listening.redirect, fetchFn);
    const state = randomBytes(32).toString('base64url');
    const { authorizationUrl, codeVerifier } = await understood(() =>
      startAuthorization(issuer, {
        metadata,
        clientInformation: client,
        redirectUrl: listening.redirect,
        state,
        resource,
        ...(found.scope === undefined ? {} : { scope: found.scope }),
      }),
    );
    const back = await waitForAnswer(request, authorizationUrl, listening.answer, signal);
    const { code, iss } = readAnswer(back, listening.redirect, state, new URL(issuer).host);
    const tokens = await redeemed(new URL(issuer).host, () =>
      exchangeAuthorization(issuer, {
        metadata,
        clientInformation: client,
        authorizationCode: code,
        ...(iss === null ? {} : { iss }),
        codeVerifier,
        redirectUri: listening.redirect,
        resource,
        fetchFn,
      }),
    );
    return {
      issuer,
      origins,
      kept: {
        issuer,
        clientId: client.client_id,
        ...(client.client_secret === undefined ? {} : { clientSecret: client.client_secret }),
        resource,
        accessToken: tokens.access_token,
        ...(tokens.refresh_token === undefined ? {} : { refreshToken: tokens.refresh_token }),
      },
    };
  } finally {
    listening.close();
  }
}

async function introduce(
  { clientId, knownClientId }: Pick<SignInRequest, 'clientId' | 'knownClientId'>,
  metadata: AuthorizationServerMetadata,
  redirect: URL,
  fetchFn: ReturnType<typeof fetchOnly>,
): Promise<OAuthClientInformationMixed> {
  if (clientId !== undefined) return { client_id: clientId };
  const { host } = new URL(metadata.issuer);
  if (metadata.registration_endpoint === undefined && knownClientId !== undefined) return { client_id: knownClientId };
  if (metadata.registration_endpoint === undefined)
    throw new SaidError(
      say`${host} does not register Deskhand by itself: register it there (a native application, with http://127.0.0.1/signed-in to come back to), and give its client id with ${'--client-id ID'}`,
    );
  try {
    return await registerClient(metadata.issuer, {
      metadata,
      clientMetadata: {
        client_name: 'Deskhand',
        redirect_uris: [redirect.href],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      fetchFn,
    });
  } catch (error) {
    if (error instanceof SaidError) throw error;
    throw new SaidError(say`${host} refused to register Deskhand; give a client id of yours with ${'--client-id ID'}`);
  }
}

async function waitForAnswer(
  request: SignInRequest,
  page: URL,
  answer: Promise<URL>,
  signal: AbortSignal,
): Promise<URL> {
  const done = new AbortController();
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const whole = anySignal(signal, deadline);
  const ended = Promise.withResolvers<never>();
  const end = (): void => ended.reject(deadline.aborted && !signal.aborted ? new SaidError(LATE) : signal.reason);
  whole.addEventListener('abort', end, { once: true });
  try {
    const pasted = request.open(page, anySignal(whole, done.signal)).then((text) => {
      if (!URL.canParse(text.trim())) throw new SaidError(say`that is not the address of the last page`);
      return new URL(text.trim());
    });
    return await Promise.race([answer, pasted, ended.promise]);
  } finally {
    whole.removeEventListener('abort', end);
    done.abort();
  }
}

const LATE: Text = say`nobody signed in within ten minutes`;

/** Rejects with what the issuer said instead of a code. */
function readAnswer(
  back: URL,
  redirect: URL,
  state: string,
  host: string,
): { readonly code: string; readonly iss: string | null } {
  const given = back.searchParams;
  if (back.origin !== redirect.origin || back.pathname !== redirect.pathname)
    throw new SaidError(say`that is not the address of the last page`);
  if (given.get('state') !== state) throw new SaidError(say`the answer belongs to another sign-in, so it was not used`);
  const error = given.get('error');
  if (error === 'access_denied') throw new SaidError(say`the sign-in was denied at ${host}`);
  const code = given.get('code');
  if (error !== null || code === null || code === '')
    throw new SaidError(say`${host} gave no sign-in: ${codeOf(error)}`);
  return { code, iss: given.get('iss') };
}

/** Only the code of an error is told: what stands beside it is a stranger's, and may hold what was sent. */
async function redeemed<T>(host: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SaidError) throw error;
    const code = error instanceof OAuthError ? codeOf(error.code) : 'invalid_response';
    throw new SaidError(say`${host} gave no sign-in: ${code}`);
  }
}

function codeOf(error: string | null): string {
  return error !== null && /^\w{1,60}$/.test(error) ? error : 'invalid_response';
}

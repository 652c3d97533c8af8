/** Who signs people in for a server, by what the server says (RFC 9728), and where that issuer takes what (RFC 8414). */
import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
} from '@modelcontextprotocol/client';
import { SaidError } from '../../../src/words/said-error.ts';
import { say } from '../../../src/words/say.ts';
import { type From, fetchOnly, isAtHome } from './guarded-fetch.ts';

export interface FoundIssuer {
  readonly issuer: string;
  /** All issuers that the server names. */
  readonly issuers: readonly string[];
  /** The resource that tokens are asked for. */
  readonly resource: string;
  readonly scope: string | undefined;
}

const PROBE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'deskhand', version: '1' } },
};

/** Asks only the server itself. Rejects with a sentence. */
export async function findIssuer(from: From, signal: AbortSignal): Promise<FoundIssuer> {
  const { url } = from;
  const asks = fetchOnly([new URL(url).origin], from, signal);
  const response = await asks(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(PROBE),
  });
  if (response.status !== 401) throw new SaidError(say`it does not ask for a sign-in`);
  return await readIssuer(from, response, signal);
}

/** `challenge`: the server's own 401. */
export async function readIssuer(from: From, challenge: Response, signal: AbortSignal): Promise<FoundIssuer> {
  const { url } = from;
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(challenge);
  const metadata = await understood(() =>
    discoverOAuthProtectedResourceMetadata(
      url,
      resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl },
      fetchOnly([new URL(url).origin], from, signal),
    ),
  );
  const { resource, authorization_servers: issuers = [], scopes_supported: scopes } = metadata;
  if (!checkResourceAllowed({ requestedResource: url, configuredResource: resource }))
    throw new SaidError(say`it describes the sign-in of another server`);
  const [issuer] = issuers;
  if (issuer === undefined || !URL.canParse(issuer)) throw new SaidError(say`it does not say where to sign in`);
  return { issuer, issuers, resource, scope: scope ?? scopes?.join(' ') };
}

/** The issuer's metadata. Only `https` and PKCE with S256 are accepted. */
export async function readEndpoints(
  issuer: string,
  from: From,
  signal: AbortSignal,
): Promise<AuthorizationServerMetadata> {
  const { origin, host } = new URL(issuer);
  const metadata = await understood(() =>
    discoverAuthorizationServerMetadata(issuer, { fetchFn: fetchOnly([origin], from, signal) }),
  );
  if (metadata === undefined) throw new SaidError(say`${host} does not say how to sign in there`);
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true)
    throw new SaidError(say`${host} does not protect a sign-in as it has to (PKCE with S256)`);
  return metadata;
}

/** The origins that a sign-in uses, the issuer's own first. */
export function originsOf(issuer: string, metadata: AuthorizationServerMetadata): readonly string[] {
  const all = [issuer, metadata.authorization_endpoint, metadata.token_endpoint, metadata.registration_endpoint];
  return [...new Set(all.flatMap((address) => (address === undefined ? [] : [new URL(address).origin])))];
}

/** Rejects when a public server points to this computer or its network. The server's own origin is always allowed. */
export async function checkOrigin(origin: string, { url, web }: From): Promise<void> {
  const wanted = new URL(origin);
  if (isAtHome(wanted, url)) return;
  if (wanted.protocol === 'https:' && (await web.isPublic(wanted.hostname))) return;
  throw new SaidError(say`it wants you to sign in at ${wanted.host}, which is no safe address of the web`);
}

/** A library's words may hold what a stranger sent: only our own are told. */
export async function understood<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SaidError || (error instanceof Error && error.name === 'AbortError')) throw error;
    throw new SaidError(say`what it says about signing in can't be understood, or does not fit`, { cause: error });
  }
}

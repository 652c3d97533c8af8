/** The token of a server for its transport: renewed only after a 401, by one process at a time, at the issuer that was confirmed. */
import { type AuthProvider, OAuthError, OAuthErrorCode, refreshAuthorization } from '@modelcontextprotocol/client';
import type { KeptSignIn, SignInStore } from '../../../src/ports/sign-ins.ts';
import { SaidError } from '../../../src/words/said-error.ts';
import { say } from '../../../src/words/say.ts';
import { sayChanged, saySignIn } from '../said-of-server.ts';
import { originsOf, readEndpoints, readIssuer } from './find-issuer.ts';
import { fetchOnly, type PublicWeb } from './guarded-fetch.ts';

export interface SignInPin {
  readonly issuer: string;
  readonly origins: readonly string[];
}

/** The person has to sign in. */
export class SignInNeeded extends SaidError {
  override readonly name = 'SignInNeeded';
}

/** The server names another issuer than the confirmed one. */
export class IssuerChanged extends SaidError {
  override readonly name = 'IssuerChanged';
}

export interface SignedInOptions {
  readonly name: string;
  readonly url: string;
  readonly pin: SignInPin;
  readonly store: SignInStore;
  readonly web: PublicWeb;
}

export interface SignedInProvider extends AuthProvider {
  /** The fault of the sign-in, even if the client wrapped or dropped the error. */
  fault(): SaidError | null;
}

const RENEW_MS = 60_000;

export function createSignedIn({ name, url, pin, store, web }: SignedInOptions): SignedInProvider {
  let current: KeptSignIn | null = null;
  let fault: SaidError | null = null;
  let renewing: Promise<void> | null = null;

  const renew = async (challenge: Response, signal: AbortSignal): Promise<void> => {
    const used = current?.accessToken;
    await store.alone(
      name,
      async () => {
        const kept = await store.read(name);
        if (kept === null || kept.issuer !== pin.issuer) throw new SignInNeeded(saySignIn(name));
        current = kept.accessToken === used ? await refresh(kept, challenge, signal) : kept;
      },
      signal,
    );
  };

  const refresh = async (kept: KeptSignIn, challenge: Response, signal: AbortSignal): Promise<KeptSignIn> => {
    const { issuers } = await readIssuer({ url, web }, challenge, signal);
    if (!issuers.includes(pin.issuer)) throw new IssuerChanged(sayChanged(name, 'issuer'));
    const { refreshToken, clientId, clientSecret, resource } = kept;
    if (refreshToken === undefined) throw new SignInNeeded(saySignIn(name));
    const metadata = await readEndpoints(pin.issuer, { url, web }, signal);
    if (originsOf(pin.issuer, metadata).some((origin) => !pin.origins.includes(origin)))
      throw new IssuerChanged(sayChanged(name, 'issuer'));
    try {
      const tokens = await refreshAuthorization(pin.issuer, {
        metadata,
        clientInformation: {
          client_id: clientId,
          ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
        },
        refreshToken,
        resource,
        fetchFn: fetchOnly(pin.origins, { url, web }, signal),
      });
      const next = { ...kept, accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? refreshToken };
      await store.keep(name, next);
      return next;
    } catch (error) {
      if (error instanceof SaidError) throw error;
      if (error instanceof OAuthError && error.code !== OAuthErrorCode.ServerError)
        throw new SignInNeeded(saySignIn(name));
      throw new SaidError(say`${new URL(pin.issuer).host} could not renew the sign-in; try again later`);
    }
  };

  return {
    fault: () => fault,
    async token() {
      current ??= await store.read(name);
      return current?.issuer === pin.issuer ? current.accessToken : undefined;
    },
    async onUnauthorized({ response }) {
      renewing ??= renew(response, AbortSignal.timeout(RENEW_MS)).finally(() => {
        renewing = null;
      });
      try {
        await renewing;
        fault = null;
      } catch (error) {
        fault = error instanceof SaidError ? error : new SaidError(saySignIn(name));
        throw fault;
      }
    },
  };
}

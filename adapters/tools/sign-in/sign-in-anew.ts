/** Signing in once more at a server that was confirmed: the hosts that the person confirmed then are not asked about again. */
import type { SignInStore } from '../../../src/ports/sign-ins.ts';
import type { SignInTalk } from '../../../src/ports/tools.ts';
import { SaidError } from '../../../src/words/said-error.ts';
import { say } from '../../../src/words/say.ts';
import type { Pin, ServerEntry } from '../server-files.ts';
import type { PublicWeb } from './guarded-fetch.ts';
import { signIn } from './sign-in.ts';

export interface SignInAnew {
  readonly name: string;
  readonly entry: ServerEntry;
  readonly pin: Pin;
  readonly store: SignInStore;
  readonly web: PublicWeb;
  readonly talk: SignInTalk;
}

/** Where people sign in at this server. Throws a sentence where they cannot. */
export function addressToSignIn(entry: ServerEntry): string {
  if (!('url' in entry))
    throw new SaidError(say`it is a program of this computer; signing in is for servers at an address`);
  if (Object.keys(entry.headers).some((header) => header.toLowerCase() === 'authorization'))
    throw new SaidError(say`it has a key in its headers; add it again without one to sign in`);
  return entry.url;
}

/** Signs in, stores the tokens and resolves to the new pin. Rejects with a sentence, or with the signal's reason. */
export async function signInAnew(asked: SignInAnew, signal: AbortSignal): Promise<Pin> {
  const { name, entry, pin, store, web, talk } = asked;
  const url = addressToSignIn(entry);
  const before = await store.read(name).catch(() => null);
  const known = { known: pin.signIn?.origins ?? [], clientId: undefined, knownClientId: before?.clientId };
  const { issuer, origins, kept } = await signIn({ ...talk, ...known, url, web }, signal);
  await store.keep(name, kept);
  const { changed, ...rest } = pin;
  const stays = changed === undefined || changed === 'issuer' ? {} : { changed };
  return { ...rest, ...stays, signIn: { issuer, origins: [...origins] } };
}

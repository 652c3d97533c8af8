/** What signing in at tool servers gave: a secret a server in the keychain, or a file for the person alone. Off the event loop. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type KeptSignIn, keptSignInSchema, type SignInStore } from '../../src/ports/sign-ins.ts';
import { SaidError } from '../../src/words/said-error.ts';
import { say } from '../../src/words/say.ts';
import { accountOf, askKeychainLater, readKept, type SecretPlace, writeKept } from './secret-store.ts';

export interface SignInStoreOptions extends Omit<SecretPlace, 'file'> {
  /** Made when absent. */
  readonly folder: string;
  /** Locks a folder for one process; not ok: another process holds it. */
  readonly lock: (folder: string) => Promise<{ readonly ok: true; release(): void } | { readonly ok: false }>;
  /** Called with every token before anything else can be done with it, so that logs mask it. */
  readonly learn: (secrets: readonly string[]) => void;
}

const NAME = 'sign-in';
const LOOK_EVERY_MS = 100;

export function createSignInStore({ folder, lock, learn, ...keychain }: SignInStoreOptions): SignInStore {
  const placeOf = (server: string): SecretPlace => ({ ...keychain, file: join(folder, `${server}.json`) });
  const told = (kept: KeptSignIn): KeptSignIn => {
    learn([kept.accessToken, kept.refreshToken, kept.clientSecret].filter((one) => one !== undefined));
    return kept;
  };
  return {
    async read(server) {
      const place = placeOf(server);
      const kept = readKept(place.file);
      if (kept === null) return null;
      const account = accountOf(NAME, place);
      const text =
        kept.in === 'file'
          ? kept.values[NAME]
          : (await askKeychainLater(place, { do: 'read', accounts: [account] }))?.[account];
      if (text === undefined)
        throw new SaidError(say`the keychain with its sign-in does not answer: unlock it (log in at the computer)`);
      return told(parse(text, place.file));
    },
    async keep(server, kept) {
      const place = placeOf(server);
      const text = JSON.stringify(told(kept));
      const account = accountOf(NAME, place);
      const written =
        readKept(place.file)?.in === 'file'
          ? null
          : await askKeychainLater(place, { do: 'write', values: { [account]: text } });
      // The values are read back: a keychain that forgets what it takes counts as none.
      const isKept = written?.[account] === text;
      writeKept(place.file, isKept ? { in: 'keychain', names: [NAME] } : { in: 'file', values: { [NAME]: text } });
    },
    async forget(server) {
      const place = placeOf(server);
      if (readKept(place.file)?.in === 'keychain') {
        const account = accountOf(NAME, place);
        if ((await askKeychainLater(place, { do: 'delete', accounts: [account] })) === null)
          throw new SaidError(say`the keychain with its sign-in does not answer: unlock it (log in at the computer)`);
      }
      await rm(place.file, { force: true });
    },
    async alone(server, work, signal) {
      for (;;) {
        signal.throwIfAborted();
        const held = await lock(join(folder, `${server}.lock`));
        if (!held.ok) {
          await setTimeout(LOOK_EVERY_MS, undefined, { signal });
          continue;
        }
        try {
          return await work();
        } finally {
          held.release();
        }
      }
    },
  };
}

function parse(text: string, file: string): KeptSignIn {
  try {
    return keptSignInSchema.parse(JSON.parse(text));
  } catch {
    // The parser's message would quote the values.
    throw new SaidError(say`${file} cannot be understood: sign in again`);
  }
}

import { z } from 'zod';

/** What signing in at a tool server gave, for the keychain alone: never in a log, a prompt or a journal. */
export const keptSignInSchema = z.object({
  issuer: z.string(),
  /** As the issuer knows us; it may have given a secret with it. */
  clientId: z.string(),
  clientSecret: z.string().optional(),
  /** The server that the tokens are for. */
  resource: z.string(),
  accessToken: z.string(),
  /** Left out where the issuer gives none: then every end is a new sign-in. */
  refreshToken: z.string().optional(),
});
export type KeptSignIn = z.infer<typeof keptSignInSchema>;

/** One secret a server. Each rejects with a sentence when it cannot be read or kept. */
export interface SignInStore {
  /** null: nobody signed in. Read anew each time: another process may have renewed it. */
  read(server: string): Promise<KeptSignIn | null>;
  keep(server: string, kept: KeptSignIn): Promise<void>;
  forget(server: string): Promise<void>;
  /** One at a time for all processes of this data folder. */
  alone<T>(server: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}
